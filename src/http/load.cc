#include <dlfcn.h>
#include <fmt/format.h>

#include "http/http.h"

#include "base/own_program.h"

namespace whittle {

#ifdef WHITTLE_HAS_HTTP
namespace {

std::vector<std::string> places() {
  std::vector<std::string> places;
  places.push_back((own_program().parent_path() / "http.so").string());  // in the build folder
  places.push_back((own_prefix() / WHITTLE_LIBDIR "whittle/http.so").string());
  return places;
}

}  // namespace

Result<std::unique_ptr<HttpServer>> load_http_server() {
  std::string why;
  for (const std::string& place : places()) {
    std::error_code ignored;
    if (!std::filesystem::exists(place, ignored)) continue;
    // Never closed again: threads of the server may still be about to end.
    void* module = ::dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (void* make = module ? ::dlsym(module, make_http_server_name) : nullptr)
      return std::unique_ptr<HttpServer>(reinterpret_cast<MakeHttpServer*>(make)());
    if (const char* error = ::dlerror()) why = error;
  }
  return fail(ErrorKind::usage, "the web server, http.so, cannot be loaded",
              why.empty() ? fmt::format("looked for: {}", fmt::join(places(), ", ")) : why);
}
#else
Result<std::unique_ptr<HttpServer>> load_http_server() {
  return fail(
      ErrorKind::usage, "this whittle was built without a web server",
      "build it with cpp-httplib: apt-get install libcpp-httplib-dev; the static program has none\n"
      "a page without a server: whittle report FILE");
}
#endif

}  // namespace whittle
