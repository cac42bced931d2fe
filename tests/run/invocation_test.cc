#include "run/invocation.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

TEST(Invocation, ComesBackAsItWasWhateverTheBytes) {
  std::string every_byte;
  for (int byte = 1; byte < 0x100; ++byte) every_byte += static_cast<char>(byte);
  for (const Invocation& invocation :
       {Invocation{"/tmp", {"--plan=lines", "test.sh", "a b\n\"c\".txt"}}, Invocation{"", {}},
        Invocation{"/tmp/\xff", {"", "\xff.c", "\xc3\xa4.c", "\xef\xbf\xbd.c", every_byte}}})
    EXPECT_EQ(invocation_from(to_json(invocation)), invocation);
}

TEST(Invocation, TextIsLeftReadable) {
  EXPECT_EQ(to_json({"/tmp", {"\xc3\xa4.c"}}),
            "{\"arguments\":[\"\xc3\xa4.c\"],\"folder\":\"/tmp\"}");
  EXPECT_EQ(to_json({"/", {"\xff"}}), R"({"arguments":[[255]],"folder":"/"})");
}

TEST(Invocation, OfAnotherShapeIsNone) {
  for (const char* json :
       {"", "{", "[]", "null", R"({"folder":"/tmp"})", R"({"arguments":["a"]})",
        R"({"folder":7,"arguments":["a"]})", R"({"folder":"/tmp","arguments":"a"})",
        R"({"folder":"/tmp","arguments":[7]})", R"({"folder":"/tmp","arguments":{"a":"b"}})",
        R"({"folder":"/tmp","arguments":[[256]]})", R"({"folder":"/tmp","arguments":[[-1]]})",
        R"({"folder":"/tmp","arguments":[[1.5]]})", R"({"folder":"/tmp","arguments":[["a"]]})"})
    EXPECT_EQ(invocation_from(json), std::nullopt) << json;
}

}  // namespace
}  // namespace whittle
