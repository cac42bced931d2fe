#include "page/feed.h"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "page/hand_written_record.h"
#include "page/serve.h"
#include "store/recording.h"

namespace whittle {
namespace {

using nlohmann::json;

struct FeedTest : testing::Test, HandWrittenRecord {
  FeedTest() : feed(path) {}

  json news() {
    Model::Seen nothing;
    return json::parse(model.news(nothing, log.state()));
  }
  Result<bool> poll(Feed::Portion portion = {}) {
    const Result<bool> told = feed.tell(log, portion);
    if (!told) return told;
    return *told | *feed.give_bests(model);
  }

  Feed feed;
  Model model;
  RunLog log{model, RunLog::Times::as_told};
};

TEST_F(FeedTest, TakesInWhatWasRecordedSinceTheLastTime) {
  EXPECT_FALSE(poll());  // there is nothing yet
  begin(Document::single("a", "one\ntwo\nsix\n"));
  EXPECT_TRUE(*poll());
  EXPECT_FALSE(*poll());
  add(1, "one\nsix\n");
  EXPECT_TRUE(*poll());
  add(2, "six\n");
  add(3, "6\n");
  EXPECT_TRUE(*poll());
  EXPECT_EQ(news()["bests"][0][9], json::parse(R"([[4,8,""]])"));
  EXPECT_EQ(news()["bests"][1][9], json::parse(R"([[0,4,""]])"));
  EXPECT_EQ(news()["bests"][2][9], json::parse(R"([[0,4,"6\n"]])"));
}

TEST_F(FeedTest, TakesDocumentsInPortions) {
  begin(Document::single("a", "one\ntwo\nsix\n"));
  add(1, "one\nsix\n");
  add(2, "six\n");
  EXPECT_TRUE(*feed.tell(log));
  EXPECT_TRUE(*feed.give_bests(model, 1));
  EXPECT_TRUE(news()["bests"][1][9].is_null());
  EXPECT_TRUE(*feed.give_bests(model, 1));
  EXPECT_FALSE(news()["bests"][1][9].is_null());
}

TEST_F(FeedTest, TakesEventsInPortionsOfWholeLines) {
  begin(Document::single("a", "one\n"));
  poll().value();
  const std::string query = "{\"event\":\"query\",\"at\":1,\"interesting\":false}\n";
  write(query + query + query);
  EXPECT_TRUE(*poll({.bytes = 2 * query.size() + 5}));
  EXPECT_EQ(news()["counts"]["asked"], 2);
  EXPECT_TRUE(*poll({.bytes = 2 * query.size() + 5}));
  EXPECT_EQ(news()["counts"]["asked"], 3);
  EXPECT_FALSE(*poll());
}

TEST_F(FeedTest, LeavesHalfALineForLater) {
  begin(Document::single("a", "one\n"));
  write("{\"event\":\"query\",\"at\":1,");
  poll().value();
  EXPECT_EQ(news()["counts"]["asked"], 0);
  write("\"interesting\":true}\n");
  poll().value();
  EXPECT_EQ(news()["counts"]["asked"], 1);
}

// A run that is resumed cuts its record behind the last query, and may have written more before
// anybody looks.
TEST_F(FeedTest, BeginsAnewWhenTheRecordWasCut) {
  begin(Document::single("a", "one\n"));
  const std::string query = "{\"event\":\"query\",\"at\":1,\"interesting\":false}\n";
  write(query);
  const auto size = std::filesystem::file_size(Recording::events_path(path));
  write("{\"event\":\"slot\",\"at\":2,\"slot\":0,\"phase\":\"start\"}\n");
  poll().value();
  EXPECT_EQ(news()["counts"]["running"], 1);
  std::filesystem::resize_file(Recording::events_path(path), size);
  write("{\"event\":\"resume\",\"at\":1,\"queries\":1}\n" + query + query);
  poll().value();
  EXPECT_EQ(news()["counts"]["asked"], 3);
  EXPECT_EQ(news()["counts"]["running"], 0);
  EXPECT_EQ(news()["counts"]["resumed"], 1);
}

TEST_F(FeedTest, GivesRefusalsOfTheLastBestAsChangesOfTheTextThatIsShown) {
  const auto two = [](const std::string& second) {
    return Document({File{"a", 0644, share("x\n"), File::Kind::regular},
                     File{"b", 0644, share(second), File::Kind::regular}});
  };
  begin(two("one\ntwo\n"));
  write(
      "{\"event\":\"best\",\"at\":1,\"number\":1,\"stage\":\"lines/"
      "x\",\"tokens\":2,\"bytes\":6,\"lines\":1}\n");
  ASSERT_TRUE(bests->add(1, two("two\n")));
  ASSERT_TRUE(bests->flush());
  poll().value();
  EXPECT_EQ(feed.refusals(), R"({"best":0,"rows":[]})");
  std::ofstream(Recording::refusals_path(path)) << to_json({.candidate = "c",
                                                            .best = 1,
                                                            .stage = "lines/x",
                                                            .changes = {{1, 0, 4, ""}},
                                                            .exit_status = 1,
                                                            .output = "no\n"})
                                                << '\n'
                                                << to_json({.candidate = "d",
                                                            .best = 1,
                                                            .stage = "names/x",
                                                            .changes = {{0, 0, 1, "y"}},
                                                            .timed_out = true})
                                                << '\n';
  EXPECT_EQ(
      json::parse(feed.refusals()),
      json::parse(
          R"({"best":1,"rows":[["names",0,1,"",[[10,11,"y"]]],["lines",1,0,"no\n",[[22,26,""]]]]})"));
}

TEST(ParseAddress, TakesAPortOrAnAddressAndAPort) {
  const auto parsed = [](std::string_view text) {
    const Result<Address> address = parse_address(text);
    return address ? fmt::format("{} {}", address->host, address->port) : "refused";
  };
  EXPECT_EQ(parsed("8080"), "127.0.0.1 8080");
  EXPECT_EQ(parsed("0.0.0.0:80"), "0.0.0.0 80");
  EXPECT_EQ(parsed("[::1]:0"), "::1 0");
  EXPECT_EQ(parsed("localhost:65535"), "localhost 65535");
  for (const char* wrong : {"", ":", ":80", "x", "80x", "a:b", "65536", "-1", "1:-1"})
    EXPECT_EQ(parsed(wrong), "refused") << wrong;
}

}  // namespace
}  // namespace whittle
