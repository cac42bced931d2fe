/// A small web server for one page: answers requests, and sends events as they come.
///
/// It is a module of its own, `http.so`, that is loaded when somebody wants it: cpp-httplib brings
/// OpenSSL with it, and loading that would make every start of whittle take 5 ms more. Only this
/// header knows both sides.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace whittle {

struct HttpRequest {
  std::string method, path;
  std::string token;               ///< the parameter of that name
  std::string host, origin, site;  ///< the headers Host, Origin and Sec-Fetch-Site
};

struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  /// If set, there is no body. Returns the next part to send; blocks until there is one. Nothing:
  /// the end. May be called from any thread.
  std::function<std::optional<std::string>()> stream = {};
};

/// At most 32 connections take a descriptor of this process; the others wait until one ends.
class HttpServer {
 public:
  using Handler = std::function<HttpAnswer(const HttpRequest&)>;
  virtual ~HttpServer() = default;

  /// Listens at a numeric address or a name of this machine; port 0: any free one. Gives the port.
  /// `handler` is called from threads of the server.
  virtual Result<int> start(const std::string& address, int port, Handler handler) = 0;
  /// Ends all connections, whatever they are waiting for. Streams must have ended, or end soon.
  virtual void stop() = 0;
};

/// `ErrorKind::usage` if whittle was built without cpp-httplib, or if the module is not found.
Result<std::unique_ptr<HttpServer>> load_http_server();

/// How the module makes a server.
using MakeHttpServer = HttpServer*();
inline constexpr const char* make_http_server_name = "whittle_make_http_server";

}  // namespace whittle
