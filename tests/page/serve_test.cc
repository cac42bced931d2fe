// The server in this process, with pages that read it while a record grows: what threads do to each
// other shows here under `make check-tsan`. Who may see the page is tested in Chromium.
#include "page/serve.h"

#include <arpa/inet.h>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "page/hand_written_record.h"

namespace whittle {
namespace {

using testing::HasSubstr;
using testing::Not;

struct ServeTest : testing::Test, HandWrittenRecord {
  void SetUp() override {
    begin(Document::single("a", "one\ntwo\nsix\n"));
    Result<std::unique_ptr<Serve>> started = Serve::start({}, path, Serve::Whose::own);
    ASSERT_TRUE(started) << started.error().message << started.error().way_out;
    serve = std::move(*started);
    serve->begin();
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
  std::jthread slow([this](const std::stop_token& stop) {
    const UniqueFd connection = connected();
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

}  // namespace
}  // namespace whittle
