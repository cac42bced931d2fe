// Reduces a list of a type of your own, with any algorithm of the papers and a function as the
// test.
//
//     $ ./list probdd 4
//     2 of 200 requests are needed:
#include <cstdio>
#include <string>
#include <vector>
#include <whittle/run/reduce_list.h>

struct Request {
  int user;
  std::string action;
};

/// A server with a bug: it fails when a user logs out twice without having logged in again.
bool fails(const std::vector<Request>& requests) {
  std::vector<bool> out(10);
  for (const Request& request : requests) {
    const auto user = static_cast<std::size_t>(request.user);
    if (request.action == "logout" && out[user]) return true;
    out[user] = request.action == "logout" || (out[user] && request.action != "login");
  }
  return false;
}

int main(int argc, char** argv) {
  std::vector<Request> requests;
  for (int i = 0; i < 200; ++i)
    requests.push_back({i * 7 % 10, i % 5 == 0 ? "logout" : i % 23 == 0 ? "login" : "read"});
  const auto fewer = whittle::reduce_list(requests, fails,
                                          {.algorithm = {.name = argc > 1 ? argv[1] : "gallop"},
                                           .threads = argc > 2 ? std::stoul(argv[2]) : 2});
  if (!fewer) return std::fprintf(stderr, "%s\n", fewer.error().message.c_str()), 1;
  std::printf("%zu of %zu requests are needed:\n", fewer->size(), requests.size());
  for (const Request& request : *fewer)
    std::printf("  user %d: %s\n", request.user, request.action.c_str());
}
