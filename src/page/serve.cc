#include "page/serve.h"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <sys/resource.h>

#include "page/page.h"
#include "store/recording.h"

namespace whittle {
namespace {

using namespace std::chrono_literals;

/// How often the record is looked at, and how often a page is sent something.
constexpr auto period = 500ms;
/// The portion that is read at a time. A page that is opened late catches up at this pace.
constexpr std::size_t portion_bytes = 4 << 20, portion_bests = 64;
/// Streams at one time; each holds a thread of the server.
constexpr std::size_t most_streams = 12;

bool is_number(std::string_view host) {
  in_addr four{};
  in6_addr six{};
  const std::string text(host);
  return ::inet_pton(AF_INET, text.c_str(), &four) == 1 ||
         ::inet_pton(AF_INET6, text.c_str(), &six) == 1;
}

/// Takes the same time for every wrong token, so that the time tells nothing about it.
bool is_same(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different |= static_cast<unsigned char>(a[i] ^ b[i]);
  return different == 0;
}

/// "[::1]:80" -> "::1", "localhost:80" -> "localhost".
std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
  return host.substr(0, host.find(':'));
}

/// Lowers the priority of the calling thread: the tests come first.
void lower_priority() {
  constexpr int of_work_that_can_wait = 10;
  if (::getpriority(PRIO_PROCESS, 0) < of_work_that_can_wait)
    ::setpriority(PRIO_PROCESS, 0, of_work_that_can_wait);
}

HttpAnswer refusal(int status, std::string why) {
  return {.status = status, .body = std::move(why) + "\n"};
}

}  // namespace

Result<Address> parse_address(std::string_view text) {
  const auto wrong = [&] {
    return fail(ErrorKind::usage, fmt::format("'{}' is not a port or ADDRESS:PORT", text),
                "write it as 8080, or 0.0.0.0:8080 for other machines too; port 0 is any free one");
  };
  Address address;
  const std::size_t colon = text.rfind(':');
  std::string_view port = text;
  if (colon != text.npos) {
    std::string_view host = text.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    if (host.empty()) return wrong();
    address.host = std::string(host);
    port = text.substr(colon + 1);
  }
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (port.empty() || error != std::errc{} || end != port.data() + port.size() ||
      address.port < 0 || address.port > 65535)
    return wrong();
  return address;
}

Serve::Serve(std::string folder, Whose whose)
    : token_(random_token()), folder_(std::move(folder)), whose_(whose), feed_(folder_) {}

Result<std::unique_ptr<Serve>> Serve::start(const Address& address, std::string folder,
                                            Whose whose) {
  Result<std::unique_ptr<HttpServer>> server = load_http_server();
  if (!server) return std::unexpected(server.error());
  std::unique_ptr<Serve> serve(new Serve(std::move(folder), whose));
  serve->server_ = std::move(*server);
  serve->host_ = address.host;
  Serve* self = serve.get();
  const Result<int> port =
      serve->server_->start(address.host, address.port,
                            [self](const HttpRequest& request) { return self->answer(request); });
  if (!port) return std::unexpected(port.error());
  const bool is_v6 = address.host.find(':') != address.host.npos;
  serve->address_ =
      fmt::format("http://{}:{}/?token={}", is_v6 ? "[" + address.host + "]" : address.host, *port,
                  serve->token_);
  serve->follower_ = std::jthread([self](const std::stop_token& stop) { self->follow(stop); });
  return serve;
}

Serve::~Serve() {
  {
    std::unique_lock guard(mutex_);
    if (!closing_) close(guard);
  }
  follower_ = {};  // stops and joins
  if (server_) server_->stop();
}

void Serve::joins(const std::shared_ptr<const SharedState>& state) {
  const std::scoped_lock guard(mutex_);
  state_ = state;
}

void Serve::started(const RunStart& event) {
  is_replaying_ = false;
  queue(event);
  // The record has the events of earlier calls with all their slots, the replay has not.
  is_replaying_ = event.replays;
}

void Serve::resumed(const Resumed& /*event*/) {
  is_replaying_ = false;
  // The recorder has written its events up to this one. Later ones come as values, even if they are
  // in the file already when the thread reads it.
  std::error_code problem;
  const std::uintmax_t size = std::filesystem::file_size(Recording::events_path(folder_), problem);
  if (problem) return;
  const std::scoped_lock guard(queue_mutex_);
  queue_.push_back({.event = {}, .record_end = size});
}

template <typename Event>
void Serve::queue(Event event) {
  if (is_replaying_) return;
  // Borrowed members are no longer valid when the thread takes the event.
  if constexpr (requires { event.edits; }) event.edits = nullptr;
  if constexpr (requires { event.kept; }) event.kept = nullptr;
  if constexpr (requires { event.document; }) event.document = nullptr;
  if constexpr (requires { event.render; }) {
    event.render = {};
    event.step_times = {};
    event.refused_by = {};
  }
  const std::scoped_lock guard(queue_mutex_);
  queue_.push_back({.event = std::move(event)});
}

void Serve::take_in_queue() {
  std::vector<Queued> queued;
  {
    const std::scoped_lock guard(queue_mutex_);
    queued.swap(queue_);
  }
  for (const Queued& one : queued)
    if (one.record_end > 0) {
      feed_ = Feed(folder_);
      (void)feed_.tell(record_, {.end = one.record_end});
    } else {
      tell(model_, one.event);
    }
}

/// If there is no record, or no more, the page shows the part that is known.
void Serve::take_in_record() {
  // Reads in small portions, so that pages need not wait.
  if (whose_ == Whose::own)
    take_in_queue();
  else
    (void)feed_.tell(record_, {.bytes = portion_bytes});
  if (wants_texts_) (void)feed_.give_bests(model_, portion_bests);
}

void Serve::follow(const std::stop_token& stop) {
  lower_priority();
  std::unique_lock guard(mutex_);
  while (!stop.stop_requested() && !closing_) {
    if (streams_ == 0) is_current_ = false;
    // Events of this process are taken in even if no page is open: the queue must not grow.
    if (whose_ == Whose::other &&
        (!changed_.wait(guard, stop, [&] { return closing_ || streams_ > 0; }) || closing_))
      return;
    // Asked first: the last events of a run that ends meanwhile are then taken in below.
    const bool alive = whose_ == Whose::own || is_run_alive(folder_);
    take_in_record();
    const std::string status = alive ? "running" : model_.has_ended() ? "finished" : "killed";
    if (status != status_) {
      status_ = status;
      ++changes_;
    }
    is_current_ = true;
    changed_.notify_all();
    changed_.wait_for(guard, stop, period, [&] { return closing_; });
  }
}

void Serve::finish() {
  std::unique_lock guard(mutex_);
  take_in_queue();
  if (whose_ == Whose::other) (void)feed_.tell(record_);
  if (streams_ > 0) (void)feed_.give_bests(model_);
  status_ = model_.has_ended() ? "finished" : "killed";
  ++changes_;
  close(guard);
}

std::string Serve::news(Model::Seen& seen) const {
  // A copy, so that the run does not wait until the news are written.
  const RunState state = state_->read([](const RunState& now) { return now; });
  return model_.news(seen, state);
}

void Serve::close(std::unique_lock<std::mutex>& guard) {
  closing_ = true;
  changed_.notify_all();
  changed_.wait_for(guard, 2s, [&] { return streams_ == 0; });
}

bool Serve::is_allowed_host(std::string_view host) const {
  // A page of somebody else can reach this server only under a name that it chose.
  const std::string_view name = without_port(host);
  return name == "localhost" || name == host_ || is_number(name);
}

HttpAnswer Serve::answer(const HttpRequest& request) {
  [[maybe_unused]] thread_local const bool is_lowered = (lower_priority(), true);
  if (!is_allowed_host(request.host)) return refusal(403, "this host name is not served");
  if ((!request.origin.empty() && request.origin != "http://" + request.host) ||
      (!request.site.empty() && request.site != "same-origin" && request.site != "none"))
    return refusal(403, "other origins are refused");
  if (!is_same(request.token, token_))
    return refusal(403, "the address lacks its token; whittle printed it");
  if (request.method != "GET") return refusal(405, "this page is read-only");

  HttpAnswer answer;
  if (request.path == "/") {
    const std::string nonce = random_token();
    answer.type = "text/html; charset=utf-8";
    answer.body = live_page(nonce);
    answer.headers.emplace_back("Content-Security-Policy",
                                policy_of(nonce, false) + "; frame-ancestors 'none'");
  } else if (request.path == "/text") {
    const std::scoped_lock guard(mutex_);
    answer.type = "application/json";
    answer.body = model_.text();
    wants_texts_ = true;
  } else if (request.path == "/refusals") {
    const std::scoped_lock guard(mutex_);
    answer.type = "application/json";
    answer.body = feed_.refusals();
  } else if (request.path == "/events") {
    answer = stream();
  } else {
    return refusal(404, "there is no such page");
  }
  for (const auto& [name, value] :
       {std::pair("Cache-Control", "no-store"), std::pair("X-Content-Type-Options", "nosniff"),
        std::pair("Referrer-Policy", "no-referrer"),
        std::pair("Cross-Origin-Resource-Policy", "same-origin")})
    answer.headers.emplace_back(name, value);
  return answer;
}

HttpAnswer Serve::stream() {
  struct Reader {
    Serve& serve;
    Model::Seen seen = {};
    std::uint64_t changes = ~std::uint64_t{0};
    std::chrono::steady_clock::time_point sent = {};
    bool done = false;
    explicit Reader(Serve& of) : serve(of) {}
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() {
      {
        const std::scoped_lock guard(serve.mutex_);
        --serve.streams_;
      }
      serve.changed_.notify_all();
    }
  };
  {
    const std::scoped_lock guard(mutex_);
    if (streams_ >= most_streams) return refusal(503, "too many pages are open");
    ++streams_;
  }
  changed_.notify_all();
  auto reader = std::make_shared<Reader>(*this);
  return {.type = "text/event-stream", .stream = [reader]() -> std::optional<std::string> {
            Reader& self = *reader;
            Serve& serve = self.serve;
            if (self.done) return std::nullopt;
            std::unique_lock guard(serve.mutex_);
            const auto has_news = [&] {
              return serve.closing_ ||
                     (serve.is_current_ &&
                      (self.changes != serve.changes_ || serve.model_.has_news(self.seen)) &&
                      std::chrono::steady_clock::now() - self.sent >= period - 20ms);
            };
            if (!serve.changed_.wait_for(guard, 10s, has_news)) return ": still here\n\n";
            std::string news = serve.news(self.seen);
            news.pop_back();
            self.changes = serve.changes_;
            self.sent = std::chrono::steady_clock::now();
            self.done = serve.closing_;
            // There will be nobody to ask any more.
            const std::string last = self.done
                                         ? fmt::format(R"(,"closing":true,"refusals":{},"text":{})",
                                                       serve.feed_.refusals(), serve.model_.text())
                                         : "";
            return fmt::format("data: {},\"status\":\"{}\"{}}}\n\n", news, serve.status_, last);
          }};
}

}  // namespace whittle
