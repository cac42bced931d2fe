#include "run/request_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace whittle {
namespace {

using testing::HasSubstr;

/// The request after it was written and read.
Request again(const Request& request) {
  std::optional<StoredRequest> stored = request_from_json(to_json(request, "/work"));
  EXPECT_TRUE(stored);
  return stored ? std::move(stored->request) : Request();
}

TEST(RequestJson, ARequestWithoutSettingsIsShort) {
  EXPECT_EQ(to_json(Request(), "/tmp"), R"({"folder":"/tmp","request":{},"version":1})");
}

TEST(RequestJson, WritesWhatDiffersFromTheDefaults) {
  Request request;
  request.files = {"bug.c"};
  request.search.unit = Unit::lines;
  request.test.conditions.exits = {3};
  EXPECT_EQ(to_json(request, "/"),
            R"({"folder":"/","request":{"files":["bug.c"],"search":{"unit":"lines"},)"
            R"("test":{"conditions":{"exits":[3]}}},"version":1})");
}

/// A request in which every setting that is stored has another value than its default.
Request with_everything() {
  Request request;
  request.files = {"a.c", "b c.c"};
  request.view = View{"gzip", "gzip -dc", "gzip -nc", "c", ".gz", true};
  request.output = "less";
  request.tidy = request.reduce_command = true;
  request.record = KeepRecord::if_small;
  request.jobs = 7;
  SearchOptions& search = request.search;
  search.plan = "hdd";
  search.algorithm = {.name = "probdd",
                      .order = Order::complements_only,
                      .direction = Direction::backward,
                      .granularity = 4,
                      .after_success = AfterSuccess::restart,
                      .sigma = 0.25,
                      .expected = 3.0,
                      .threshold = 0.8,
                      .seed = ~std::uint64_t{0},
                      .infer = true,
                      .one_minimal = true,
                      .fixpoint = true};
  search.unit = Unit::automatic;
  search.goal = Goal::bytes;
  search.language = "c";
  search.grammar = "x.so:y";
  search.only = {"comments"};
  search.without = {"names"};
  search.keep = {"a|b"};
  search.delete_only = false;
  search.well_formed = true;
  search.keep_names = search.no_listen = search.no_sweep = search.verify = true;
  search.listen = "auto";
  search.propose = "./propose";
  search.debloat = {.without_dependencies = true, .without_dead_code = true};
  search.policy = Policy::none;
  search.effort = Effort::full;
  search.rounds = 3;
  search.parallel = Parallel::merge;
  search.width = 5;
  TestOptions& test = request.test;
  test.script = "./test.sh";
  test.conditions = {.command = {"cc", "@@"},
                     .versus = {"gcc", "@@"},
                     .exits = {1, 2},
                     .signals = {"SEGV"},
                     .stdout_has = {"o"},
                     .stderr_has = {"e"},
                     .output_has = {"b"},
                     .output_lacks = {"n"},
                     .slower_than = std::chrono::seconds(3),
                     .prechecks = {"true"},
                     .valid = {"true"},
                     .compiler_accepts = true,
                     .stages = {{"builds", "cc -c @@"}},
                     .goods = {"false"}};
  test.flaky = Flaky::rate;
  test.least_rate = 0.25;
  test.timeout = std::chrono::milliseconds(1500);
  test.memory = 1ull << 40;
  test.processes = 9;
  test.sandbox = test.allow_empty = test.no_outputs = true;
  test.around = ".";
  test.same_bug = SameBug::kind;
  test.also_interesting = {33};
  request.elsewhere = {.workers = "nats://x",
                       .credentials = "secret",
                       .ca = "ca.pem",
                       .with = {"lib"},
                       .lease = std::chrono::seconds(2),
                       .share_outcomes = true};
  request.caller = {{"--plan=hdd"}, {"./test.sh", "a.c"}};
  return request;
}

TEST(RequestJson, EverySettingComesBack) {
  const Request request = with_everything();
  const Request read = again(request);
  EXPECT_EQ(to_json(read, ""), to_json(request, ""));
  EXPECT_EQ(read.files, request.files);
  EXPECT_EQ(read.search.algorithm.seed, ~std::uint64_t{0});
  EXPECT_EQ(read.search.parallel, Parallel::merge);
  EXPECT_EQ(read.test.conditions.slower_than, std::chrono::seconds(3));
  EXPECT_EQ(read.test.conditions.stages.front().command, "cc -c @@");
  EXPECT_EQ(read.test.memory, 1ull << 40);
  EXPECT_TRUE(read.view->is_archive);
  EXPECT_EQ(read.elsewhere.lease, std::chrono::seconds(2));
  EXPECT_EQ(read.caller.words, request.caller.words);
}

TEST(RequestJson, ASettingOfOneCallIsNotStored) {
  Request request;
  request.force = true;
  request.max_time = std::chrono::seconds(1);
  request.search.max_tests = 3;
  request.search.until = {Until{}};
  EXPECT_EQ(to_json(request, ""), to_json(Request(), ""));
}

TEST(RequestJson, FileNamesMayBeAnyBytes) {
  std::string every_byte;
  for (int byte = 1; byte < 0x100; ++byte) every_byte += static_cast<char>(byte);
  Request request;
  request.files = {"", "\xff.c", "\xc3\xa4.c", "\xef\xbf\xbd.c", every_byte};
  EXPECT_EQ(again(request).files, request.files);
  EXPECT_EQ(request_from_json(to_json(request, "/tmp/\xff"))->folder, "/tmp/\xff");
}

TEST(RequestJson, TextIsLeftReadable) {
  Request request;
  request.files = {"\xc3\xa4.c"};
  EXPECT_THAT(to_json(request, ""), HasSubstr("\xc3\xa4.c"));
}

TEST(RequestJson, TextOfAnotherShapeIsNoRequest) {
  for (const char* json :
       {"", "{", "[]", "null", "7", R"({"folder":"/tmp","request":{}})",
        R"({"version":2,"folder":"/tmp","request":{}})", R"({"version":1,"request":{}})",
        R"({"version":1,"folder":"/tmp"})", R"({"version":1,"folder":7,"request":{}})",
        R"({"version":1,"folder":"/","request":[]})",
        R"({"version":1,"folder":"/","request":{"files":"a"}})",
        R"({"version":1,"folder":"/","request":{"files":[7]}})",
        R"({"version":1,"folder":"/","request":{"files":[[256]]}})",
        R"({"version":1,"folder":"/","request":{"files":[[1.5]]}})",
        R"({"version":1,"folder":"/","request":{"tidy":1}})",
        R"({"version":1,"folder":"/","request":{"jobs":-1}})",
        R"({"version":1,"folder":"/","request":{"search":{"unit":"meters"}}})",
        R"({"version":1,"folder":"/","request":{"of a later version":true}})"})
    EXPECT_FALSE(request_from_json(json)) << json;
}

TEST(HasSettingsOf, AnElementOfAListIsASettingOfIt) {
  Request stored, given;
  stored.search.only = {"comments", "names"};
  given.search.only = {"names"};
  EXPECT_TRUE(has_settings_of(stored, given));
  given.search.only = {"tokens"};
  EXPECT_FALSE(has_settings_of(stored, given));
}

TEST(HasSettingsOf, AValueMustBeTheSame) {
  Request stored, given;
  stored.search.plan = "hdd";
  given.search.plan = "hdd";
  EXPECT_TRUE(has_settings_of(stored, given));
  given.search.plan = "lines";
  EXPECT_FALSE(has_settings_of(stored, given));
  given.search.plan = "hdd";
  given.search.verify = true;
  EXPECT_FALSE(has_settings_of(stored, given));
}

}  // namespace
}  // namespace whittle
