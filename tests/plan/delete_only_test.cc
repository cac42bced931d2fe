#include "plan/delete_only.h"

#include <functional>
#include <gtest/gtest.h>

#include "support/reduce_with_plan.h"

namespace whittle {
namespace {

/// What the default plan makes of a file of which it may only delete parts.
std::string left_if(const std::string& path, const std::string& text,
                    const std::function<bool(const Document&)>& is_interesting) {
  StageMaker maker = *stage_maker_with("gallop");
  maker.delete_only_files = {path};
  maker.is_delete_only = true;
  return reduce_with_plan(
             Document::single(path, text),
             find_plan("auto").value()->make(std::make_shared<const StageMaker>(std::move(maker))),
             is_interesting)
      .result.bytes(0);
}
std::string left_of(const std::string& path, const std::string& text,
                    std::initializer_list<std::string_view> words) {
  return left_if(path, text, [&](const Document& candidate) {
    return has_in_order(candidate.bytes(0), words);
  });
}

TEST(DeleteOnly, AValueStaysWholeAlthoughOneOfItsTokensWouldDo) {
  EXPECT_EQ(left_of("a.log", "2024-01-05 12:30 start\n2024-01-06 12:31 fail code=17 at 10.0.0.1\n",
                    {"fail", "0.0"}),
            "fail 10.0.0.1\n");
}

TEST(DeleteOnly, ASettingStaysWholeAlthoughAPartOfItsLineWouldDo) {
  EXPECT_EQ(left_of("a.ini", "[one]\na = 1\n[two]\nlimit = 5 sec\nb = 2\n", {"limit", "sec"}),
            "limit = 5 sec\n");
  EXPECT_EQ(left_of(".env", "A=1\nMAIL=Ann <ann@example.com>\nB=2\n", {">"}),
            "MAIL=Ann <ann@example.com>\n");
  EXPECT_EQ(
      left_of("sshd_config", "Port 22\n# old\n  UseDNS no\n\nMatch User a\n  X11 yes\n", {"DNS"}),
      "UseDNS no\n");
  EXPECT_EQ(left_of("crontab", "0 1 * * * a\n5 25 * * * b\n1 2 * * * c\n", {"25"}),
            "5 25 * * * b\n");
}

TEST(DeleteOnly, TheFirstLineGoesWithItsLineEnd) {
  // A script that splits lines accepts no empty one.
  const auto is_read = [](const Document& candidate) {
    const Bytes& text = candidate.bytes(0);
    return text.contains("1000-01-01") && !text.starts_with('\n') && !text.contains("\n\n");
  };
  EXPECT_EQ(left_if("a.log", "  one two\nthree 1000-01-01 four\n    five six\n", is_read),
            "1000-01-01\n");
}

TEST(DeleteOnly, TheFirstRecordOfJsonLinesGoesWithItsLineEnd) {
  const auto is_all_records = [](const Document& candidate) {
    return candidate.bytes(0).contains("{\"a\": null}") && !candidate.bytes(0).starts_with('\n');
  };
  EXPECT_EQ(left_if("a.jsonl", "{\"a\": 1}\n{\"a\": 2}\n{\"a\": null}\n", is_all_records),
            "{\"a\": null}\n");
  EXPECT_EQ(left_if("a.jsonl", "{\"a\": 1}\n{\"a\": null}", is_all_records), "{\"a\": null}");
}

TEST(DeleteOnly, InstructionsOfADockerfileAndRulesOfAMakefileLoseWords) {
  EXPECT_EQ(left_of("Dockerfile", "FROM debian:12 AS a\nRUN make && \\\n  make install\n",
                    {"debian", "install"}),
            "debian:12\ninstall\n");
  EXPECT_EQ(left_of("Makefile", "a: b\n\tcc -o a b\nclean:\n        rm -f a\n", {"-f"}), "-f\n");
}

TEST(DeleteOnly, TheBlocksOfASettingsFileWithBracesCanBeUnwrapped) {
  EXPECT_EQ(left_of("nginx.conf", "http {\n  gzip on;\n  server {\n    listen 80;\n  }\n}\n",
                    {"listen 80;"}),
            "listen 80;\n");
}

TEST(DeleteOnly, ATableLosesRecordsAndColumnsAndNoCellIsEmptied) {
  EXPECT_EQ(left_of("a.csv",
                    "id,day,sum,note\n1,1000-09-10,\"1.2,5\",old\n2,2000-01-01,7,new\n"
                    "3,2001-01-01,8,new\n",
                    {"1000", "2,5"}),
            "day,sum\n1000-09-10,\"1.2,5\"\n");
}

TEST(DeleteOnly, OtherFilesOfTheDocumentAreReducedAsAlways) {
  StageMaker maker = *stage_maker_with("gallop");
  maker.delete_only_files = {"a.csv"};
  const Document document({{"a.csv", 0644, share("name,sum\nAnn,100\nBob,200\n")},
                           {"b.c", 0644, share("int counter = 12345;\n")}});
  const Document result =
      reduce_with_plan(
          document,
          find_plan("auto").value()->make(std::make_shared<const StageMaker>(std::move(maker))),
          [](const Document& candidate) {
            return candidate.files().size() == 2 && candidate.bytes(0).find("An") != Bytes::npos &&
                   has_in_order(candidate.bytes(1), {"int ", " = ", ";"});
          })
          .result;
  EXPECT_EQ(result.bytes(0), "name\nAnn\n");
  EXPECT_EQ(result.bytes(1).find("12345"), Bytes::npos) << result.bytes(1);
}

TEST(DeleteOnly, CodeLosesPartsAndItsNamesAndNumbersStay) {
  EXPECT_EQ(left_of("a.c", "int counter = 12345;\nint f(int x) { return counter + x; }\n",
                    {"counter", "12"}),
            "counter 12345\n");
}

}  // namespace
}  // namespace whittle
