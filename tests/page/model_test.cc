#include "page/model.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "page/page.h"
#include "report/event_json.h"
#include "report/run_log.h"

namespace whittle {
namespace {

using nlohmann::json;

constexpr std::string_view start =
    R"({"event":"start","schema":1,"version":"0","files":["a"],"command":["t"],"options":[],"plan":"lines","algorithm":"gallop","jobs":2,"tokens":4,"bytes":8})";

std::string query(double at, bool interesting, std::string_view name = "x",
                  bool remembered = false) {
  const std::string candidate = hash_of(name).hex();
  return fmt::format(
      R"({{"event":"query","at":{},"list":1,"stage":"lines/gallop","candidate":"{}","interesting":{},"remembered":{},"timed_out":false,"seconds":0.5}})",
      at, candidate, interesting, remembered);
}
std::string slot(double at, bool begins, std::size_t number, bool ahead, std::string_view name,
                 bool cancelled = false) {
  const std::string candidate = hash_of(name).hex();
  return fmt::format(
      R"({{"event":"slot","at":{},"slot":{},"phase":"{}","ahead":{},"cancelled":{},"candidate":"{}"}})",
      at, number, begins ? "start" : "end", ahead, cancelled, candidate);
}
/// A model that gets its events as a page of a record does: from lines, through a log.
struct Recorded {
  Model model;
  RunLog log{model, RunLog::Times::as_told};

  void take(std::string_view line) {
    std::optional<RunEvent> event = event_of(line);
    if (!event) return;
    if (RunStart* start = std::get_if<RunStart>(&*event)) start->original = original;
    tell(log, *event);
  }
  std::string news(Model::Seen& seen) const { return model.news(seen, log.state()); }
  Document original = Document::single("a", "one\ntwo\n");
};
json all_news(const Recorded& model) {
  Model::Seen nothing;
  return json::parse(model.news(nothing));
}
double sum(const json& news, std::size_t column) {
  double total = 0;
  for (const json& row : news["bins"]["rows"]) total += row[column].get<double>();
  return total;
}

struct ModelTest : testing::Test {
  ModelTest() { model.take(start); }
  Recorded model;
};

TEST_F(ModelTest, CountsWhatTheEventsSay) {
  model.take(
      R"({"event":"list","phase":"start","at":0.1,"list":1,"stage":"lines/gallop","elements":2,"weight":4})");
  model.take(query(0.5, false));
  model.take(query(1.0, true));
  model.take(query(1.0, false, "x", true));
  model.take(
      R"({"event":"best","at":1.0,"number":1,"list":1,"stage":"lines/gallop","tokens":2,"bytes":4,"lines":1})");
  model.model.take_best(1, Document::single("a", "two\n"));
  const json news = all_news(model);
  EXPECT_EQ(news["counts"]["asked"], 3);
  EXPECT_EQ(news["counts"]["tested"], 2);
  EXPECT_EQ(news["counts"]["remembered"], 1);
  EXPECT_EQ(news["counts"]["interesting"], 1);
  EXPECT_EQ(news["passes"], json::parse(R"([["lines",3,2,1,1,0,1.0,1,2,4]])"));
  EXPECT_EQ(news["lanes"]["rows"], json::parse("[[0,0.1,-1,0,3]]"));
  EXPECT_EQ(news["bests"], json::parse(R"([[1,1.0,3,2,1,0,2,4,1,[[0,4,""]]]])"));
  EXPECT_EQ(news["original"]["lines"], 2);
  EXPECT_EQ(sum(news, 0), 2);
}

TEST_F(ModelTest, TellsApartWhatBecameOfATest) {
  model.take(slot(0, true, 0, false, "waited"));
  model.take(slot(0, true, 1, true, "used"));
  model.take(slot(1, false, 0, false, "waited"));
  model.take(query(1, false, "waited"));
  model.take(slot(2, false, 1, true, "used"));
  model.take(slot(2, true, 0, true, "stopped"));
  model.take(slot(2, true, 1, true, "open"));
  model.take(slot(2.5, false, 0, true, "stopped", true));
  model.take(slot(6, false, 1, true, "open"));
  json news = all_news(model);
  EXPECT_NEAR(sum(news, 4), 1, 1e-3);
  EXPECT_NEAR(sum(news, 5), 0, 1e-3);  // nobody knows yet
  EXPECT_NEAR(sum(news, 6), 0.5, 1e-3);
  EXPECT_NEAR(sum(news, 7), 2 + 4, 1e-3);
  model.take(query(6, false, "used"));
  news = all_news(model);
  EXPECT_NEAR(sum(news, 5), 2, 1e-3);
  EXPECT_NEAR(sum(news, 7), 4, 1e-3);
  EXPECT_EQ(news["bars"],
            json::parse("[[0,0,0.0,1.0,0],[1,1,0.0,2.0,1],[2,0,2.0,2.5,2],[3,1,2.0,6.0,3]]"));
}

TEST_F(ModelTest, GivesAReaderOnlyWhatIsNew) {
  Model::Seen seen;
  model.take(query(0.5, false));
  EXPECT_TRUE(json::parse(model.news(seen)).contains("start"));
  EXPECT_FALSE(model.model.has_news(seen));
  model.take(query(70, false));
  EXPECT_TRUE(model.model.has_news(seen));
  model.take(
      R"({"event":"best","at":70,"number":1,"list":1,"stage":"lines/gallop","tokens":2,"bytes":4,"lines":1})");
  json news = json::parse(model.news(seen));
  EXPECT_FALSE(news.contains("all"));
  EXPECT_FALSE(news.contains("start"));
  EXPECT_EQ(news["bests"].size(), 1u);
  model.take(query(70.1, false));
  news = json::parse(model.news(seen));
  EXPECT_EQ(news["bests"].size(), 0u);
  EXPECT_EQ(news["bins"]["rows"].size(), 1u);
  // The document comes later than the event.
  model.model.take_best(1, Document::single("a", "two\n"));
  EXPECT_EQ(json::parse(model.news(seen))["bests"][0][9], json::parse(R"([[0,4,""]])"));
}

TEST_F(ModelTest, BeginsAnewWithASecondStart) {
  Model::Seen seen;
  model.take(query(0.5, true));
  model.news(seen);
  model.take(start);
  const json news = json::parse(model.news(seen));
  EXPECT_EQ(news["all"], true);
  EXPECT_EQ(news["counts"]["asked"], 0);
}

TEST_F(ModelTest, GoesOnWhenARunIsResumed) {
  model.take(slot(0, true, 0, false, "lost"));
  model.take(query(1, true));
  model.take(R"({"event":"resume","at":1,"queries":1})");
  model.take(query(2, true));
  const json news = all_news(model);
  EXPECT_EQ(news["counts"]["asked"], 2);
  EXPECT_EQ(news["counts"]["resumed"], 1);
  EXPECT_EQ(news["counts"]["running"], 0);
}

TEST_F(ModelTest, DoesNotGrowWithTheRun) {
  Model::Seen nothing;
  for (int i = 0; i < 60'000; ++i) {
    model.take(slot(i, true, 0, true, std::to_string(i)));
    model.take(slot(i + 1, false, 0, true, std::to_string(i)));
    model.take(query(i + 1, false, std::to_string(i)));
  }
  const std::string news = model.news(nothing);
  EXPECT_LT(news.size(), 1'000'000u);
  const json read = json::parse(news);
  EXPECT_LE(read["bins"]["rows"].size(), Model::most_bins);
  EXPECT_EQ(sum(read, 0), 60'000);
  EXPECT_NEAR(sum(read, 5), 60'000, 1);
}

TEST_F(ModelTest, MakesAReportThatNoTextCanBreakOutOf) {
  Recorded other;
  other.original = Document::single("a.html", "</script><script>alert(1)</script> @NONCE@ <!--");
  other.take(start);
  const std::string page = report_page(other.model, other.log.state(), "finished");
  EXPECT_EQ(page.find("alert(1)</script>"), page.npos);
  EXPECT_EQ(page.find("<!-- "), page.npos);
  EXPECT_NE(page.find("@NONCE@"), page.npos);  // the text of the input is left alone
  EXPECT_NE(page.find("default-src 'none'"), page.npos);
}

TEST(RandomToken, Has128BitsThatDiffer) {
  EXPECT_EQ(random_token().size(), 32u);
  EXPECT_NE(random_token(), random_token());
}

}  // namespace
}  // namespace whittle
