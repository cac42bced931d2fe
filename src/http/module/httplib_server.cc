#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <httplib.h>
#include <mutex>
#include <netinet/in.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>

#include "http/http.h"

namespace whittle {
namespace {

/// A thread for each connection, and none that waits for one: with every test that ends, whittle
/// looks at all threads of its process (process/marks_linux.cc).
class ThreadsOnDemand final : public httplib::TaskQueue {
 public:
  explicit ThreadsOnDemand(std::size_t most) : most_(most) {}

  /// Called by the thread that accepts connections. That thread waits here while as many wait as
  /// are served: further ones stay with the system, and take no descriptor of this process, which
  /// the tests need.
  void enqueue(std::function<void()> task) override {
    std::unique_lock guard(mutex_);
    has_room_.wait(guard, [&] { return tasks_.size() < most_; });
    tasks_.push_back(std::move(task));
    if (threads_ == most_) return;  // the first of them that is done takes it
    try {
      std::thread([this] { work(); }).detach();
      ++threads_;
    } catch (const std::system_error&) {  // no more threads here: the same
    }
  }

  void shutdown() override {
    std::unique_lock guard(mutex_);
    ended_.wait(guard, [&] { return threads_ == 0; });
  }

 private:
  void work() {
    std::unique_lock guard(mutex_);
    while (!tasks_.empty()) {
      std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      has_room_.notify_one();
      guard.unlock();
      task();
      task = {};
      guard.lock();
    }
    --threads_;
    ended_.notify_all();
  }

  const std::size_t most_;
  std::mutex mutex_;  // of all below
  std::condition_variable ended_, has_room_;
  std::deque<std::function<void()>> tasks_;
  std::size_t threads_ = 0;
};

class HttplibServer final : public HttpServer {
 public:
  ~HttplibServer() override { stop(); }

  Result<int> start(const std::string& address, int port, Handler handler) override {
    handler_ = std::move(handler);
    // A stream holds a thread; the handler sees to it that there are always some left.
    server_.new_task_queue = [] { return new ThreadsOnDemand(16); };
    server_.set_payload_max_length(1024);
    server_.set_read_timeout(5);
    server_.set_write_timeout(5);
    server_.set_keep_alive_timeout(2);
    // Not SO_REUSEPORT, which httplib would set: a second server must not get the same port.
    server_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    });
    server_.set_pre_routing_handler(
        [this](const httplib::Request& request, httplib::Response& response) {
          answer(request, response);
          return httplib::Server::HandlerResponse::Handled;
        });
    const int bound = port == 0                             ? server_.bind_to_any_port(address)
                      : server_.bind_to_port(address, port) ? port
                                                            : -1;
    if (bound < 0)
      return fail(ErrorKind::usage, fmt::format("cannot listen on {}:{}", address, port),
                  "is the port in use? choose another one, or 0 for any free one");
    port_ = bound;
    thread_ = std::thread([this] {
      server_.listen_after_bind();
      has_ended_ = true;
    });
    while (!server_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return bound;
  }

  void stop() override {
    if (!thread_.joinable()) return;
    server_.stop();
    // A connection on which nothing comes, or a byte now and then, would keep us waiting; and the
    // run with us. Repeated, because one that waits may be accepted meanwhile.
    for (; !has_ended_; std::this_thread::sleep_for(std::chrono::milliseconds(5)))
      end_connections();
    thread_.join();
  }

 private:
  /// httplib does not say which ones there are: they are the sockets of this process whose own end
  /// has our port.
  void end_connections() const {
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", problem)) {
      const int fd = std::atoi(entry.path().filename().c_str());
      sockaddr_storage own{}, other{};
      socklen_t own_size = sizeof own, other_size = sizeof other;
      if (::getsockname(fd, reinterpret_cast<sockaddr*>(&own), &own_size) ||
          ::getpeername(fd, reinterpret_cast<sockaddr*>(&other), &other_size))
        continue;
      const in_port_t port = own.ss_family == AF_INET6
                                 ? reinterpret_cast<const sockaddr_in6&>(own).sin6_port
                                 : reinterpret_cast<const sockaddr_in&>(own).sin_port;
      const bool is_internet = own.ss_family == AF_INET6 || own.ss_family == AF_INET;
      if (is_internet && ntohs(port) == port_) ::shutdown(fd, SHUT_RDWR);
    }
  }

  void answer(const httplib::Request& request, httplib::Response& response) const {
    HttpAnswer answer =
        handler_({request.method, request.path, request.get_param_value("token"),
                  request.get_header_value("Host"), request.get_header_value("Origin"),
                  request.get_header_value("Sec-Fetch-Site")});
    response.status = answer.status;
    for (const auto& [name, value] : answer.headers) response.set_header(name, value);
    if (!answer.stream) {
      // A provider, because httplib would compress plain content, which takes longer than sending
      // it.
      const std::size_t size = answer.body.size();
      response.set_content_provider(
          size, answer.type,
          [body = std::move(answer.body)](std::size_t begin, std::size_t length,
                                          httplib::DataSink& sink) {
            return sink.write(body.data() + begin, length);
          });
      return;
    }
    response.set_chunked_content_provider(
        answer.type, [stream = std::move(answer.stream)](std::size_t, httplib::DataSink& sink) {
          const std::optional<std::string> next = stream();
          if (!next) {
            sink.done();
            return true;
          }
          return sink.write(next->data(), next->size());
        });
  }

  httplib::Server server_;
  Handler handler_;
  std::thread thread_;
  std::atomic<bool> has_ended_ = false;
  int port_ = 0;
};

}  // namespace
}  // namespace whittle

extern "C" whittle::HttpServer* whittle_make_http_server() {
  return new whittle::HttplibServer();
}
