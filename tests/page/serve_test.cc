// The server in this process, with pages that read it while a record grows: what threads do to each
// other shows here under `make check-tsan`. Who may see the page is tested in Chromium.
#include "page/serve.h"

#include <arpa/inet.h>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "page/hand_written_record.h"

namespace whittle {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

struct ServeTest : testing::Test, HandWrittenRecord {
  void SetUp() override {
    begin(Document::single("a", "one\ntwo\nsix\n"));
    serve_run(Serve::Whose::other);
  }
  void serve_run(Serve::Whose whose) {
    Result<std::unique_ptr<Serve>> started = Serve::start({}, path, whose);
    ASSERT_TRUE(started) << started.error().message << started.error().way_out;
    serve = std::move(*started);
    const std::string& address = serve->address();  // http://127.0.0.1:PORT/?token=...
    const std::size_t colon = address.rfind(':');
    port = std::stoi(address.substr(colon + 1));
    token = address.substr(address.rfind('=') + 1);
  }

  UniqueFd connected() const {
    UniqueFd connection(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in server{};
    server.sin_family = AF_INET;
    server.sin_port = htons(static_cast<std::uint16_t>(port));
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(connection.get(), reinterpret_cast<sockaddr*>(&server), sizeof(server)), 0);
    return connection;
  }
  UniqueFd ask(const std::string& page) const {
    UniqueFd connection = connected();
    const std::string request =
        fmt::format("GET {}?token={} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
                    page, token, port);
    EXPECT_EQ(::write(connection.get(), request.data(), request.size()),
              static_cast<ssize_t>(request.size()));
    return connection;
  }
  /// Until `text` has come, or all.
  static std::string read(const UniqueFd& connection, std::string_view text = {}) {
    std::string all, part(4096, '\0');
    while (text.empty() || all.find(text) == all.npos) {
      const ssize_t size = ::read(connection.get(), part.data(), part.size());
      if (size <= 0) break;
      all.append(part, 0, static_cast<std::size_t>(size));
    }
    return all;
  }
  static std::size_t threads() {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& thread :
         std::filesystem::directory_iterator("/proc/self/task"))
      ++count;
    return count;
  }
  /// Threads that have nothing to do any more may take a moment to end.
  static bool come_down_to(std::size_t count) {
    for (int tries = 0; tries < 1000 && threads() > count; ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return threads() <= count;
  }

  std::unique_ptr<Serve> serve;
  RunLog* log = nullptr;  // of a run of this process
  int port = 0;
  std::string token;
};

/// Of this process.
std::size_t descriptors() {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& fd : std::filesystem::directory_iterator("/proc/self/fd"))
    ++count;
  return count;
}

TEST_F(ServeTest, ConnectionsOnWhichNothingComesTakeFewDescriptorsAndDoNotDelayTheEnd) {
  const std::size_t before = descriptors();
  std::vector<UniqueFd> idle;
  for (int i = 0; i < 100; ++i) idle.push_back(connected());
  // Those that are accepted so far; the limit must hold at any moment.
  for (int tries = 0; tries < 20; ++tries) {
    EXPECT_LE(descriptors(), before + idle.size() + 40);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  // One that sends something again and again, and never a whole request.
  const UniqueFd connection = connected();  // while the server listens
  std::jthread slow([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      (void)!::send(connection.get(), "G", 1, MSG_NOSIGNAL);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  serve->finish();
  serve.reset();  // would never return
}

TEST_F(ServeTest, AllPagesGetWhatHappensAndTheEnd) {
  // Nothing is read before a page is open.
  const UniqueFd first = ask("/events");
  ASSERT_THAT(read(first, "\"original\""), HasSubstr("\"original\""));
  std::vector<std::string> got(4);
  std::vector<std::thread> readers;
  for (std::string& one : got) readers.emplace_back([&] { one = read(ask("/events")); });
  for (std::size_t i = 1; i <= 40; ++i) {
    add(i, std::string(60 - i, 'x') + "\n");
    write(fmt::format(
        "{{\"event\":\"query\",\"at\":{},\"stage\":\"lines/x\",\"interesting\":true}}\n", i));
    if (i % 10 == 0) {
      EXPECT_THAT(read(ask("/text")), HasSubstr("one\\ntwo"));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  write("{\"event\":\"end\",\"at\":41,\"ending\":\"finished\"}\n");
  serve->finish();
  for (std::thread& reader : readers) reader.join();
  for (const std::string& one : got) {
    EXPECT_THAT(one, HasSubstr("\"asked\":40"));
    EXPECT_THAT(one, HasSubstr("\"closing\":true"));
    EXPECT_THAT(one, HasSubstr("\"status\":\"finished\""));
  }
}

TEST_F(ServeTest, NoThreadWaitsForAPage) {
  const std::size_t before = threads();
  {
    std::vector<UniqueFd> pages;
    for (int i = 0; i < 5; ++i) pages.push_back(ask("/events"));
    for (const UniqueFd& page : pages) EXPECT_THAT(read(page, "running"), HasSubstr("running"));
    EXPECT_EQ(threads(), before + pages.size());
  }
  // The next news shows that nobody reads.
  write("{\"event\":\"query\",\"at\":1,\"stage\":\"lines/x\",\"interesting\":true}\n");
  EXPECT_THAT(read(ask("/")), HasSubstr("<!doctype html>"));
  write("{\"event\":\"query\",\"at\":2,\"stage\":\"lines/x\",\"interesting\":true}\n");
  EXPECT_TRUE(come_down_to(before)) << threads() << " threads, " << before << " before";
}

TEST_F(ServeTest, TooManyPagesAreRefusedAndOthersAreStillAnswered) {
  std::vector<UniqueFd> pages;
  for (int i = 0; i < 12; ++i) pages.push_back(ask("/events"));
  for (const UniqueFd& page : pages) EXPECT_THAT(read(page, "running"), HasSubstr("running"));
  EXPECT_THAT(read(ask("/events")), HasSubstr("503"));
  EXPECT_THAT(read(ask("/refusals")), HasSubstr("\"rows\":[]"));
  EXPECT_THAT(read(ask("/elsewhere")), Not(HasSubstr("200 OK")));
}

/// A run of this process: its page gets its events as values.
struct OwnRunTest : ServeTest {
  void SetUp() override { serve_run(Serve::Whose::own); }
  void tell(const std::string& text, bool interesting) {
    const Document candidate = Document::single("a", text);
    Told event;
    event.stage = "lines/x";
    event.candidate = candidate.hash();
    event.outcome = outcome_of(interesting);
    log->told(event);
    if (interesting) log->interesting(candidate);
  }
  /// All news that a page gets, put together as `state.js` does it.
  json all_news(const UniqueFd& page) {
    Report report;
    report.best_number = log->bests().count();
    log->end(report);
    std::string got;
    std::thread reader([&] { got = read(page); });
    serve->finish();
    reader.join();
    json all;
    std::vector<json> bins;
    std::map<std::size_t, json> bests, bars;
    for (std::size_t at = got.find("data: "); at != got.npos; at = got.find("data: ", at + 1)) {
      all = json::parse(got.substr(at + 6, got.find('\n', at) - at - 6));
      if (all.contains("all")) bests.clear(), bars.clear(), bins.clear();
      for (const json& best : all["bests"]) bests[best[0]] = best;
      for (const json& bar : all["bars"]) bars[bar[0]] = bar;
      bins.resize(std::min(bins.size(), all["bins"]["from"].get<std::size_t>()));
      for (const json& bin : all["bins"]["rows"]) bins.push_back(bin);
    }
    all["bests"] = bests.size();
    all["bars"] = bars;
    all["tested"] = 0;
    for (const json& bin : bins) all["tested"] = all["tested"].get<int>() + bin[0].get<int>();
    return all;
  }
  RunStart start() const {
    RunStart event;
    event.original = Document::single("a", "one\ntwo\nsix\n");
    event.tokens = 3;
    event.bytes = 12;
    return event;
  }
};

TEST_F(OwnRunTest, NeedsNoRecord) {
  RunLog its_log(*serve);
  log = &its_log;
  log->started(start());
  const UniqueFd page = ask("/events");
  tell("one\n", true);
  tell("two\n", false);
  const json news = all_news(page);
  EXPECT_EQ(news["counts"]["asked"], 2);
  EXPECT_EQ(news["bests"], 1);
  EXPECT_EQ(news["removed"], "66 %");
  EXPECT_EQ(news["status"], "finished");
}

// The replay has no slots, and other times: the record has both.
TEST_F(OwnRunTest, ShowsEarlierCallsFromTheRecordAndTheRestFromEvents) {
  begin(start().original);
  const Hash earlier = Document::single("a", "two\n").hash();
  write(
      fmt::format("{{\"event\":\"slot\",\"at\":1,\"slot\":0,\"phase\":\"start\"}}\n"
                  "{{\"event\":\"slot\",\"at\":4,\"slot\":0,\"phase\":\"end\"}}\n"
                  "{{\"event\":\"query\",\"at\":4,\"stage\":\"lines/x\",\"candidate\":\"{}\"}}\n",
                  earlier.hex()));
  RunLog its_log(*serve);
  log = &its_log;
  RunStart event = start();
  event.replays = true;
  log->started(event);
  log->continue_after({{earlier, Outcome::uninteresting, std::chrono::seconds(4)}},
                      RunLog::Earlier::call);
  const UniqueFd page = ask("/events");
  tell("two\n", false);  // the replay ends
  // Written by the recorder: it is behind the place up to which the page reads.
  write("{\"event\":\"query\",\"at\":5,\"stage\":\"lines/x\"}\n");
  tell("one\n", false);
  const json news = all_news(page);
  EXPECT_EQ(news["counts"]["asked"], 2);
  EXPECT_EQ(news["bars"], json::parse("[[0,[0,0,1.0,4.0,0]]]"));
  EXPECT_EQ(news["tested"], 2);
  EXPECT_GE(news["now"].get<double>(), 4.0);
}

}  // namespace
}  // namespace whittle
