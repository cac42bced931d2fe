// Everything that could expose a user is refused here, before a connection is made: a readable file
// of credentials, a password in an address, a server on another machine without TLS. A server that
// can be read or replaced by others can run programs as the user of every worker, so there is no
// silent fallback; `insecure://` must be typed.
#include "remote/access.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <pwd.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include "document/disk.h"
#include "remote/nkey.h"

namespace whittle {
namespace {

Result<void> read_credentials(const std::string& file, BusAccess& access) {
  struct stat status {};
  if (::stat(file.c_str(), &status))
    return fail(ErrorKind::usage, fmt::format("--credentials {}: no such file", shown(file)));
  // Checked before the file is read, as ssh does with its keys.
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
  if ((access.user.empty() && access.seed.empty()) ||
      access.user.empty() != access.password.empty() || access.nkey.empty() != access.seed.empty())
    return fail(
        ErrorKind::usage,
        fmt::format(
            "--credentials {}: it must have user and password, or nkey and seed, or all four",
            shown(file)));
  if (!access.seed.empty() && (!read_user_seed(access.seed) || !read_user_nkey(access.nkey)))
    return fail(ErrorKind::usage,
                fmt::format("--credentials {}: nkey or seed is misspelt", shown(file)),
                "make a key with: whittle cluster key");
  return {};
}

/// The host of "tls://HOST:PORT" or "tls://[ADDRESS]:PORT".
std::string_view host_in(std::string_view url) {
  url.remove_prefix(std::min(url.find("://") + 3, url.size()));
  if (url.starts_with('[')) return url.substr(1, url.find(']') - 1);
  return url.substr(0, url.find_first_of(":/"));
}

/// Fails unless everybody between here and the server can do no more than stop us.
Result<void> check_safety(const BusAccess& access, bool has_credentials) {
  if (is_loopback(host_in(access.url))) return {};
  if (!access.url.starts_with("tls://"))
    return fail(
        ErrorKind::usage,
        fmt::format("{} is on another machine, and the connection is not encrypted", access.url),
        "use tls://HOST and --credentials FILE; docs/cluster.md shows how to set them up\n"
        "insecure://HOST does without both: everybody who can reach the server can run "
        "programs as the user of a worker");
  if (!has_credentials)
    return fail(ErrorKind::usage, fmt::format("{} needs --credentials FILE", access.url),
                "docs/cluster.md shows how to make them");
  return {};
}

}  // namespace

// By the text alone: a name service could answer that any name is this machine.
bool is_loopback(std::string_view host) {
  in_addr four{};
  const std::string text(host);
  if (::inet_pton(AF_INET, text.c_str(), &four) == 1) return (ntohl(four.s_addr) >> 24) == 127;
  return host == "localhost" || host == "::1";
}

std::string local_cluster_folder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  return runtime && *runtime ? fmt::format("{}/whittle-cluster", runtime)
                             : fmt::format("/tmp/whittle-cluster-{}", ::geteuid());
}

// `lstat`, because a link in /tmp could lead to a folder of ours that somebody else chose.
Result<std::string> own_cluster_folder() {
  const std::string folder = local_cluster_folder();
  struct stat status {};
  if (::lstat(folder.c_str(), &status))
    return fail(ErrorKind::usage, "there is no local cluster",
                "start one with: whittle cluster up --local 2");
  if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() || (status.st_mode & 077) != 0)
    return fail(ErrorKind::usage,
                fmt::format("{} is not a folder of yours that only you can enter", folder),
                "somebody else may have made it; set XDG_RUNTIME_DIR to a folder of your own");
  return folder;
}

Result<BusAccess> access_of(const AccessOptions& options) {
  BusAccess access{.url = options.url, .ca_file = options.ca};
  if (!options.ca.empty())
    if (const Result<UniqueFd> file = open_file(options.ca); !file)
      return std::unexpected(file.error());
  std::string credentials = options.credentials;
  if (options.url == "local") {
    const Result<std::string> folder = own_cluster_folder();
    if (!folder) return std::unexpected(folder.error());
    const Result<Bytes> url = read_file(*folder + "/url");
    if (!url)
      return fail(ErrorKind::usage, "the local cluster has not started",
                  "stop it and start it again: whittle cluster down");
    access.url = *url;
    if (credentials.empty()) credentials = *folder + "/credentials";
  }
  constexpr std::string_view insecure = "insecure://";
  const bool is_insecure = access.url.starts_with(insecure);
  if (is_insecure) access.url.replace(0, insecure.size(), "nats://");
  if (!access.url.starts_with("nats://") && !access.url.starts_with("tls://"))
    return fail(ErrorKind::usage, fmt::format("'{}' is not the address of a server", access.url),
                "write it as tls://HOST:PORT, or nats://127.0.0.1:PORT on this machine");
  // The list of processes is open to all users of a machine.
  if (access.url.contains('@'))
    return fail(ErrorKind::usage, "the address of the server must not have a password in it",
                "others can see it in the list of processes; use --credentials FILE");
  if (access.url.contains(',')) return fail(ErrorKind::usage, "only one server can be given");
  if (!is_insecure)
    if (Result<void> safe = check_safety(access, !credentials.empty()); !safe)
      return std::unexpected(safe.error());
  if (!credentials.empty())
    if (Result<void> read = read_credentials(credentials, access); !read)
      return std::unexpected(read.error());
  // Each user has an inbox of his own, so that the server can keep others from reading answers.
  access.inbox = "_INBOX_" + name_of(access);
  return access;
}

std::string name_of(const BusAccess& access) {
  std::string name = !access.user.empty() ? access.user : access.nkey;
  if (name.empty()) {
    const passwd* user = ::getpwuid(::geteuid());
    name = user ? std::string(user->pw_name) : fmt::format("uid-{}", ::geteuid());
  }
  // Dots and wildcards have a meaning in subjects, so only letters, digits and dashes stay.
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '-';
  return name;
}

}  // namespace whittle
