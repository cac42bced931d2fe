// `whittle worker` and `whittle cluster`. A worker runs programs that it receives, so it refuses to
// start as root without a sandbox, and it must be told whose runs it accepts.
#include "cli/worker_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include "cli/console.h"
#include "cli/interrupt.h"
#include "process/cores_linux.h"
#include "remote/access.h"
#include "remote/cluster.h"
#include "remote/nats_hosts.h"
#include "remote/worker.h"
#include "report/words.h"
#include "run/stop.h"

namespace whittle {
namespace {

Result<BusAccess> access_at(const Options& options, const std::string& url) {
  const Elsewhere& elsewhere = options.request.elsewhere;
  return access_of({.url = url,
                    .credentials = elsewhere.credentials.value_or(""),
                    .ca = elsewhere.ca.value_or("")});
}

Result<ExitCode> print_status(const Options& options) {
  const Result<BusAccess> access = access_at(options, options.connect.value_or("local"));
  if (!access) return std::unexpected(access.error());
  const auto bus = connected_bus(*access);
  if (!bus) return std::unexpected(bus.error());
  const std::vector<WorkerState> workers = workers_at(**bus, std::chrono::milliseconds(500));
  fmt::print("{:<24} {:>5} {:>5} {:>10} {:>8} {:>9} {:>5}  {}\n", "host", "slots", "busy", "tests",
             "tests/s", "failures", "runs", "version");
  std::size_t slots = 0;
  for (const WorkerState& worker : workers) {
    slots += worker.slots;
    fmt::print("{:<24} {:>5} {:>5} {:>10} {:>8.1f} {:>9} {:>5}  {}\n", printable(worker.host),
               worker.slots, worker.busy, worker.tests,
               static_cast<double>(worker.tests) /
                   static_cast<double>(std::max<std::uint64_t>(1, worker.seconds)),
               worker.failures, worker.runs.size(), printable(worker.version));
  }
  fmt::print("{}, {}\n", counted(workers.size(), "worker"), counted(slots, "slot"));
  return exit_success;
}

/// The keys whose runs a worker takes; by default its own.
Result<std::vector<std::string>> trusted_keys(std::vector<std::string> given,
                                              const BusAccess& access) {
  if (given.empty() && !access.nkey.empty()) return std::vector{access.nkey};
  if (given.empty())
    return fail(ErrorKind::usage, "a worker must know whose runs to accept",
                "name their keys: --trust KEY,...; whittle cluster key makes one\n"
                "or accept the tests of everybody who can reach the server: --trust all");
  for (std::string& key : given)
    if (key == "all")
      key = "*";
    else if (!read_user_nkey(key))
      return fail(ErrorKind::usage, fmt::format("--trust {}: that is no key", key),
                  "a key begins with U and has 56 characters; whittle cluster key makes one");
  return given;
}

}  // namespace

Result<std::unique_ptr<Hosts>> hosts_of(const Options& options) {
  const Elsewhere& elsewhere = options.request.elsewhere;
  if (!elsewhere.workers || *elsewhere.workers == "none") return nullptr;
  const Result<BusAccess> access = access_at(options, *elsewhere.workers);
  if (!access) return std::unexpected(access.error());
  RemoteOptions remote{.name = {},
                       .with = elsewhere.with,
                       .version = WHITTLE_VERSION,
                       .share_outcomes = elsewhere.share_outcomes};
  if (elsewhere.lease)
    remote.lease =
        std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(*elsewhere.lease),
                   shortest_lease, longest_lease);
  auto hosts = NatsHosts::connect(*access, std::move(remote));
  if (!hosts) return std::unexpected(hosts.error());
  return std::move(*hosts);
}

Result<ExitCode> run_worker(const Options& options) {
  if (!options.connect)
    return fail(ErrorKind::usage, "a worker needs a server",
                "write it as: whittle worker --connect nats://HOST");
  const bool sandbox = options.request.test.sandbox;
  if (::geteuid() == 0 && !sandbox)
    return fail(ErrorKind::usage,
                "a worker runs whatever it receives, so it refuses to run as root",
                "start it as another user, or confine the tests: --sandbox");
  const Result<BusAccess> access = access_at(options, *options.connect);
  if (!access) return std::unexpected(access.error());
  const Result<const Ed25519*> ed25519 = load_ed25519();
  if (!ed25519) return std::unexpected(ed25519.error());
  const Result<std::vector<std::string>> trusts = trusted_keys(options.trust, *access);
  if (!trusts) return std::unexpected(trusts.error());
  const auto bus = connected_bus(*access);
  if (!bus) return std::unexpected(bus.error());

  StopSwitch stop;
  Interrupt interrupt(stop);
  const std::size_t slots = options.slots.value_or(available_cores());
  const auto log = [](const std::string& line) { print_message("worker: ", line, ""); };
  if (!options.quiet)
    log(fmt::format("runs the tests of {}{}, in {}; stop with Ctrl-C",
                    is_trusted(*trusts, "") ? "anybody" : counted(trusts->size(), "key"),
                    sandbox ? ", in a sandbox" : "", counted(slots, "slot")));
  WorkerOptions as{.slots = slots,
                   .trusts = *trusts,
                   .ed25519 = *ed25519,
                   .sandbox = sandbox,
                   .version = WHITTLE_VERSION,
                   .stop_fd = stop.fd(),
                   .stopping = [&stop] { stop.acknowledge(); }};
  if (!options.quiet) as.log = log;
  Worker worker(**bus, std::move(as));
  const Result<void> ended = worker.run();
  if (!ended) return std::unexpected(ended.error());
  return exit_success;
}

Result<ExitCode> run_cluster(const Options& options) {
  const std::string& what = options.words[1];
  if (what == "status") return print_status(options);
  if (what == "key") {
    const Result<Credentials> key = new_credentials();
    if (!key) return std::unexpected(key.error());
    fmt::print("{}", key->text);
    return exit_success;
  }
  if (what == "down") {
    const Result<std::size_t> ended = cluster_down();
    if (!ended) return std::unexpected(ended.error());
    if (!options.quiet)
      print_message(
          "", fmt::format("stopped the server and its workers: {}", counted(*ended, "program")),
          "");
    return exit_success;
  }
  if (!options.local)
    return fail(ErrorKind::usage,
                "cluster up starts workers on this machine, and needs their number",
                "write it as: whittle cluster up --local 2\n"
                "on other hosts, start: whittle worker --connect nats://HOST");
  // Root's tests are held, as those of any worker: see run_worker.
  const Result<std::string> url =
      cluster_up(*options.local, options.request.test.sandbox || ::geteuid() == 0);
  if (!url) return std::unexpected(url.error());
  if (!options.quiet)
    print_message("",
                  fmt::format("a server at {} and {} on this machine", *url,
                              counted(*options.local, "worker")),
                  "use them: whittle --workers local TEST FILE\n"
                  "see them: whittle cluster status; stop them: whittle cluster down");
  return exit_success;
}

}  // namespace whittle
