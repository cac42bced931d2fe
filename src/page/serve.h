/// Shows a run in a browser: a web server in threads of its own, whose priority is lower than that
/// of the tests.
///
/// A run of this process tells its events as values: `Serve` observes its log, queues them, and a
/// thread puts them into the model of the page. The events of any other run come from its record,
/// through `Feed`. The texts of bests come from the record in both cases; they take the longest,
/// and are made once a page shows them.
///
///     auto serve = Serve::start(*parse_address("8080"), RunFolder::beside("bug.c"), {});
///     print((*serve)->address());         // http://127.0.0.1:8080/?token=...
///
/// A client without the token gets nothing, and neither does a page of another origin or a request
/// to another host name, as after DNS rebinding. No request can change anything.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.h"
#include "http/http.h"
#include "page/feed.h"
#include "report/event_json.h"

namespace whittle {

struct Address {
  std::string host = "127.0.0.1";
  int port = 0;  ///< 0: any free one
};

/// "8080", "0.0.0.0:8080", "localhost:8080" or "[::1]:8080".
Result<Address> parse_address(std::string_view text);

class Serve final : public Observer {
 public:
  enum class Whose : std::uint8_t {
    own,    ///< a run of this process, whose events `Serve` observes; it ends with `finish`
    other,  ///< any other run: the lock of its folder says whether it is going on
  };
  static Result<std::unique_ptr<Serve>> start(const Address& address, std::string folder,
                                              Whose whose);
  ~Serve() override;
  Serve(const Serve&) = delete;
  Serve& operator=(const Serve&) = delete;

  void joins(const std::shared_ptr<const SharedState>& state) override;
  void started(const RunStart& event) override;
  void resumed(const Resumed& event) override;
  void noticed(const Notice& event) override { queue(event); }
  void ended(const Report& event) override { queue(event); }
  void list_began(const ListBegan& event) override { queue(event); }
  void list_ended(const ListEnded& event) override { queue(event); }
  void told(const Told& event) override { queue(event); }
  void slot_changed(const SlotChange& event) override { queue(event); }
  void improved(const BestFound& event) override { queue(event); }

  /// The address of the page, with the token.
  const std::string& address() const { return address_; }

  /// The run has ended: takes in the last of its record, and gives open pages time to get it. Call
  /// this before the record is removed.
  void finish();

 private:
  Serve(std::string folder, Whose whose);
  /// An event of this process, or the order to read the record up to a place.
  struct Queued {
    RunEvent event;
    std::uint64_t record_end = 0;
  };
  template <typename Event>
  void queue(Event event);
  void follow(const std::stop_token& stop);
  void take_in_queue();
  void take_in_record();
  std::string news(Model::Seen& seen) const;
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

  std::mutex queue_mutex_;  // held for moments only: the run waits for it
  std::vector<Queued> queue_;
  bool is_replaying_ = false;  // of the thread of the run: its events are in the record already

  std::mutex mutex_;  // of all below
  std::condition_variable_any changed_;
  Model model_;
  RunLog record_{model_, RunLog::Times::as_told};
  Feed feed_;
  std::shared_ptr<const SharedState> state_ = record_.shared();  // the one that is shown
  std::string status_ = "waiting";
  std::uint64_t changes_ = 0;  // of `status_`
  std::size_t streams_ = 0;    // open pages
  bool wants_texts_ = false;   // a page shows them, or has shown them
  bool is_current_ = false;    // the model is, since somebody opened a page
  bool closing_ = false;
  std::jthread follower_;
};

}  // namespace whittle
