#include "base/module.h"
#include "http/http.h"

namespace whittle {

Result<std::unique_ptr<HttpServer>> load_http_server() {
#ifdef WHITTLE_HAS_HTTP
  const Result<void*> make = module_function("the web server", "http.so", make_http_server_name);
  if (!make) return std::unexpected(make.error());
  return std::unique_ptr<HttpServer>(reinterpret_cast<MakeHttpServer*>(*make)());
#else
  return fail(
      ErrorKind::usage, "this whittle was built without a web server",
      "build it with cpp-httplib: apt-get install libcpp-httplib-dev; the static program has none\n"
      "for a page without a server: whittle report FILE");
#endif
}

}  // namespace whittle
