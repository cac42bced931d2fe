#include "remote/access.h"

#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <pwd.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include "document/disk.h"

namespace whittle {
namespace {

Result<void> read_credentials(const std::string& file, BusAccess& access) {
  struct stat status {};
  if (::stat(file.c_str(), &status))
    return fail(ErrorKind::usage, fmt::format("--credentials {}: no such file", shown(file)));
  if ((status.st_mode & 077) != 0 || status.st_uid != ::geteuid())
    return fail(
        ErrorKind::usage,
        fmt::format("--credentials {}: others can read it, or it is not yours", shown(file)),
        fmt::format("try: chmod 600 {}", shown(file)));
  const Result<Bytes> text = read_file(file);
  if (!text) return std::unexpected(text.error());
  std::istringstream lines(*text);
  std::string key, value;
  while (lines >> key >> value) {
    std::string* const field = key == "user"       ? &access.user
                               : key == "password" ? &access.password
                               : key == "nkey"     ? &access.nkey
                               : key == "seed"     ? &access.seed
                                                   : nullptr;
    if (!field)
      return fail(
          ErrorKind::usage,
          fmt::format("--credentials {}: a line does not begin with user, password, nkey or seed",
                      shown(file)));
    *field = value;
  }
  if (access.user.empty() == access.nkey.empty() || access.nkey.empty() != access.seed.empty())
    return fail(ErrorKind::usage,
                fmt::format("--credentials {}: it must have user and password, or nkey and seed",
                            shown(file)));
  return {};
}

}  // namespace

std::string local_cluster_folder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  return runtime && *runtime ? fmt::format("{}/whittle-cluster", runtime)
                             : fmt::format("/tmp/whittle-cluster-{}", ::geteuid());
}

Result<BusAccess> access_of(const AccessOptions& options) {
  BusAccess access{.url = options.url, .ca_file = options.ca};
  std::string credentials = options.credentials;
  if (options.url == "local") {
    const std::string folder = local_cluster_folder();
    const Result<Bytes> url = read_file(folder + "/url");
    if (!url)
      return fail(ErrorKind::usage, "there is no local cluster",
                  "start one with: whittle cluster up --local 2");
    access.url = *url;
    if (credentials.empty()) credentials = folder + "/credentials";
  }
  if (!access.url.starts_with("nats://") && !access.url.starts_with("tls://"))
    return fail(ErrorKind::usage, fmt::format("'{}' is not the address of a server", access.url),
                "write it as nats://HOST:PORT, or tls://HOST:PORT");
  if (access.url.contains('@'))
    return fail(ErrorKind::usage, "the address of the server must not have a password in it",
                "others can see it in the list of processes; use --credentials FILE");
  if (credentials.empty()) return access;
  if (Result<void> read = read_credentials(credentials, access); !read)
    return std::unexpected(read.error());
  return access;
}

std::string name_of(const BusAccess& access) {
  std::string name = !access.user.empty() ? access.user : access.nkey;
  if (name.empty()) {
    const passwd* user = ::getpwuid(::geteuid());
    name = user ? std::string(user->pw_name) : fmt::format("uid-{}", ::geteuid());
  }
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '-';
  return name;
}

}  // namespace whittle
