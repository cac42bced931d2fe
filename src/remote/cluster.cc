// The processes of a local cluster outlive the command that starts them, and another command ends
// them, perhaps days later. A process number may belong to another program by then. So the list in
// the folder has each process with the time at which it was started, and only a process that
// matches both is ended.
#include "remote/cluster.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "base/own_program.h"
#include "document/disk.h"
#include "process/process_linux.h"
#include "process/program.h"
#include "remote/access.h"
#include "remote/bus.h"
#include "remote/seal.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

/// The time at which a process was started, in ticks since the machine was: together with its
/// number, this names it uniquely. Empty if there is no such process.
std::string started_at(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string text{std::istreambuf_iterator<char>(file), {}};
  // The second field, the program's name in brackets, may contain anything.
  std::size_t at = text.rfind(')');
  for (int field = 2; field < 22 && at != text.npos; ++field) at = text.find(' ', at + 1);
  if (at == text.npos) return {};
  return text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

/// Starts a program that outlives us, and adds it to the list of processes.
Result<pid_t> start(const std::string& folder, const std::string& name,
                    const std::vector<std::string>& command) {
  const Result<pid_t> pid = launch_daemon(command, fmt::format("{}/{}.log", folder, name));
  if (pid)
    std::ofstream(folder + "/processes", std::ios::app) << *pid << ' ' << started_at(*pid) << '\n';
  return pid;
}

/// The address that the server listens at, from the file that it writes.
std::optional<std::string> address_in(const std::string& folder, pid_t server) {
  const Result<Bytes> ports = read_file(fmt::format("{}/nats-server_{}.ports", folder, server));
  if (!ports) return std::nullopt;
  const std::size_t begin = ports->find("nats://");
  if (begin == ports->npos) return std::nullopt;
  return ports->substr(begin, ports->find('"', begin) - begin);
}

}  // namespace

Result<Credentials> new_credentials() {
  const Result<const Ed25519*> ed25519 = load_ed25519();
  if (!ed25519) return std::unexpected(ed25519.error());
  const std::string seed = new_seed();
  const Result<Seal> seal = Seal::of(**ed25519, seed);
  if (!seal) return std::unexpected(seal.error());
  return Credentials{seal->key(), fmt::format("nkey {}\nseed {}\n", seal->key(), seed)};
}

namespace {

/// Starts a private server with one user, whose key is in the folder. Returns its address.
Result<std::string> start_server(const std::string& folder, const std::string& program) {
  const Result<Credentials> key = new_credentials();
  if (!key) return std::unexpected(key.error());
  const std::string config = folder + "/nats.conf";
  const std::string settings = fmt::format(
      "listen: \"127.0.0.1:-1\"\nports_file_dir: \"{0}\"\n"
      "jetstream {{ store_dir: \"{0}/store\" }}\n"
      "authorization {{ users: [ {{ nkey: {1} }} ] }}\n",
      folder, key->nkey);
  for (const auto& [file, text] :
       {std::pair(folder + "/credentials", key->text), std::pair(config, settings)})
    if (Result<void> written = write_file(file, text, 0600); !written)
      return std::unexpected(written.error());
  const Result<pid_t> pid = start(folder, "server", {program, "-c", config});
  if (!pid) return std::unexpected(pid.error());
  std::optional<std::string> url;
  // The server chooses a free port and writes it to a file. It writes the file when it listens, so
  // the file is also the sign that it is ready.
  for (int tries = 0; !url && tries < 200; ++tries) {
    std::this_thread::sleep_for(milliseconds(50));
    url = address_in(folder, *pid);
  }
  if (!url)
    return fail(ErrorKind::usage, "nats-server does not start",
                fmt::format("see {}/server.log; then: whittle cluster down", folder));
  if (Result<void> written = write_file(folder + "/url", *url, 0600); !written)
    return std::unexpected(written.error());
  return *url;
}

}  // namespace

Result<std::string> cluster_up(std::size_t workers, bool sandbox) {
  const std::string folder = local_cluster_folder();
  Result<std::string> server = find_program("nats-server");
  if (!server) server = find_program("/usr/sbin/nats-server");
  if (!server)
    return fail(ErrorKind::usage, "nats-server was not found",
                "install it: apt-get install nats-server");
  // A missing module would stop the workers one by one; here it is one error.
  if (const auto bus = load_bus(); !bus) return std::unexpected(bus.error());
  if (::mkdir(folder.c_str(), 0700))
    return fail(ErrorKind::busy,
                fmt::format("{} exists: a local cluster is running, or was killed", folder),
                "stop it first: whittle cluster down");
  const Result<std::string> url = start_server(folder, *server);
  if (!url) return url;
  for (std::size_t i = 1; i <= workers; ++i) {
    // Without --trust, a worker trusts the key in its credentials.
    std::vector<std::string> command{own_program(), "worker", "--connect=" + *url, "--slots=1",
                                     "--credentials=" + folder + "/credentials"};
    if (sandbox) command.push_back("--sandbox");
    const Result<pid_t> worker = start(folder, fmt::format("worker-{}", i), command);
    if (!worker) return std::unexpected(worker.error());
  }
  return url;
}

Result<std::size_t> cluster_down() {
  const Result<std::string> own = own_cluster_folder();
  if (!own) return std::unexpected(own.error());
  const std::string& folder = *own;
  std::vector<std::pair<pid_t, std::string>> processes;
  std::ifstream file(folder + "/processes");
  pid_t pid = 0;
  std::string start;
  while (file >> pid >> start)
    if (started_at(pid) == start) processes.emplace_back(pid, start);
  // Workers are ended first (they were started last), so that they can tell the server that they
  // leave.
  for (auto one = processes.rbegin(); one != processes.rend(); ++one) {
    for (int tries = 0; started_at(one->first) == one->second && tries < 100; ++tries) {
      ::kill(one->first, tries < 80 ? SIGTERM : SIGKILL);
      std::this_thread::sleep_for(milliseconds(50));
      // A zombie has ended; it stays in the list until its parent reads its status.
      if (std::ifstream state(fmt::format("/proc/{}/status", one->first)); state) {
        const std::string text{std::istreambuf_iterator<char>(state), {}};
        if (text.contains("\nState:\tZ")) break;
      }
    }
  }
  std::error_code problem;
  fs::remove_all(folder, problem);
  if (problem)
    return fail(ErrorKind::disk, fmt::format("cannot remove {}: {}", folder, problem.message()));
  return processes.size();
}

}  // namespace whittle
