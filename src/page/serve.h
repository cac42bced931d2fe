/// Shows a run in a browser: a web server over the record of the run, in threads of its own, whose
/// priority is lower than that of the tests. The run does not know of it; they meet only in the
/// files of the record. As long as no page is open, nothing is read; what takes longest, the texts
/// of bests and their differences, is made once a page shows them.
///
///     auto serve = Serve::start(*parse_address("8080"), RunFolder::beside("bug.c"), {});
///     print((*serve)->address());         // http://127.0.0.1:8080/?token=...
///
/// Who does not know the token gets nothing, and neither does a page of another origin or a request
/// to another host name, as after DNS rebinding. There is nothing that a request could change.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "http/http.h"
#include "page/feed.h"

#include "base/result.h"

namespace whittle {

struct Address {
  std::string host = "127.0.0.1";
  int port = 0;  ///< 0: any free one
};

/// "8080", "0.0.0.0:8080", "localhost:8080" or "[::1]:8080".
Result<Address> parse_address(std::string_view text);

class Serve {
 public:
  enum class Whose : std::uint8_t {
    own,    ///< a run of this process, which is going on from `begin` to `finish`
    other,  ///< any other run: the lock of its folder says whether it is going on
  };
  static Result<std::unique_ptr<Serve>> start(const Address& address, std::string folder,
                                              Whose whose);
  ~Serve();
  Serve(const Serve&) = delete;
  Serve& operator=(const Serve&) = delete;

  /// The run of this process has begun its record: what was there before no longer matters.
  void begin();

  /// With the token.
  const std::string& address() const { return address_; }

  /// The run has ended: takes in the last of its record, and gives open pages time to get it. Call
  /// this before the record is removed.
  void finish();

 private:
  Serve(std::string folder, Whose whose);
  void follow(const std::stop_token& stop);
  /// Gives open pages the last news, and time to get them.
  void close(std::unique_lock<std::mutex>& guard);
  HttpAnswer answer(const HttpRequest& request);
  HttpAnswer stream();
  bool is_allowed_host(std::string_view host) const;

  const std::string token_;
  const std::string folder_;
  const Whose whose_;
  std::string host_;  // that was asked for
  std::string address_;
  std::unique_ptr<HttpServer> server_;

  std::mutex mutex_;  // of all below
  std::condition_variable_any changed_;
  Feed feed_;
  Model model_;
  std::string status_ = "waiting";
  std::uint64_t changes_ = 0;  // of `status_`
  std::size_t streams_ = 0;    // open pages
  bool wants_texts_ = false;   // a page shows them, or has shown them
  bool is_current_ = false;    // the record was looked at since somebody opened a page
  bool has_begun_;
  bool closing_ = false;
  std::jthread follower_;
};

}  // namespace whittle
