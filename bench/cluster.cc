// Keeps the slots of the local cluster busy with candidates of a made-up document, and says what a
// job costs. See bench/cluster.
//
//     bench_cluster SIZE JOBS COMMAND...    a row of the table; the command is the test
//     bench_cluster stand-in SLOTS          a worker that answers without running the test
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

#include "base/random.h"
#include "remote/access.h"
#include "remote/nats_hosts.h"
#include "remote/remote_oracle.h"
#include "remote/seal.h"
#include "remote/shelf.h"
#include "store/packed.h"

namespace whittle {
namespace {

/// The test finds this in every tenth candidate, which the next ones are made of: as in a search.
constexpr std::string_view marker = "interesting\n";

Bytes text_of(std::size_t size) {
  Bytes text(marker);
  Random random(1);
  while (text.size() < size)
    text += fmt::format("  int variable_{} = function_{}(x, {});\n", random.below(100'000),
                        random.below(5'000), random.below(100));
  return text;
}

/// `text` without some of its parts, as a search would ask about it.
Document candidate_of(BytesView text, Random& random, bool is_interesting) {
  Bytes left(text.substr(is_interesting ? 0 : marker.size()));
  for (int part = 0; part < 4; ++part)
    left.erase(marker.size() + random.below(left.size() / 2), random.below(left.size() / 4096));
  return Document::single("input.c", std::move(left));
}

double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double resident_megabytes() {
  std::ifstream file("/proc/self/statm");
  double pages = 0;
  file >> pages >> pages;
  return pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
}

int complain(const Error& error) {
  fmt::print(stderr, "{}\n{}\n", error.message, error.way_out);
  return 1;
}

/// Answers the jobs of one run as the test would.
class StandIn {
 public:
  StandIn(Bus& bus, std::string prefix, std::size_t slots)
      : bus_(bus),
        prefix_(std::move(prefix)),
        files_(bus, shelf_name(prefix_), [](const Digest&) { return false; }) {
    for (std::size_t slot = 0; slot < slots; ++slot) threads_.emplace_back([this] { work(); });
    checks_ = *bus_.subscribe(prefix_ + ".at.standin", [this](const BusMessage& message) {
      if (const auto job = from_wire<Job>(without_seal(message.data))) answer(*job, "");
    });
  }

 private:
  void work() {
    const auto puller = bus_.puller(shelf_name(prefix_), prefix_ + ".job");
    while (puller) {
      const auto lease = (*puller)->pull(std::chrono::milliseconds(1000));
      if (!lease) std::this_thread::sleep_for(std::chrono::milliseconds(100));  // as a worker does
      if (!lease || !*lease) continue;
      if (const auto job = from_wire<Job>(without_seal((*lease)->data())))
        answer(*job, (*lease)->receipt());
    }
  }
  void answer(const Job& job, std::string receipt) {
    const Result<SharedBytes> base = files_.file(job.base);
    if (!base) return;
    const Result<Bytes> framed = job.difference.empty() ? **base : applied(**base, job.difference);
    const Result<Document> candidate = unframe(*framed);
    (void)bus_.publish(prefix_ + ".began", to_wire(Began{job.number}));
    Answer told{
        .job = job.number, .worker = "standin", .receipt = std::move(receipt), .verdict = {}};
    told.verdict.outcome = outcome_of(candidate->files().front().bytes->starts_with(marker));
    (void)bus_.publish(prefix_ + ".answer", to_wire(told));
  }

  Bus& bus_;
  const std::string prefix_;
  ShelfReader files_;
  std::unique_ptr<Bus::Subscription> checks_;
  std::vector<std::jthread> threads_;
};

/// Until it is killed.
int stand_in(std::size_t slots) {
  const Result<BusAccess> access = access_of({.url = "local", .credentials = {}, .ca = {}});
  if (!access) return complain(access.error());
  const auto bus = connected_bus(*access);
  if (!bus) return complain(bus.error());
  std::map<std::string, std::unique_ptr<StandIn>> runs;
  const auto heard = (*bus)->subscribe("whittle.*.*.*.announce", [&](const BusMessage& message) {
    const auto announcement = from_wire<Announcement>(without_seal(message.data));
    if (!announcement) return;
    auto& run = runs[announcement->prefix];
    if (!run) run = std::make_unique<StandIn>(**bus, announcement->prefix, slots);
    (void)(*bus)->publish("whittle.worker", to_wire(WorkerState{.version = WHITTLE_VERSION,
                                                                .worker = "standin",
                                                                .host = "stand-in",
                                                                .slots = slots,
                                                                .runs = {announcement->prefix},
                                                                .trusts = {"*"}}));
  });
  if (!heard) return complain(heard.error());
  ::pause();
  return 0;
}

int measure(std::size_t size, std::size_t jobs, std::vector<std::string> command) {
  const Result<BusAccess> access = access_of({.url = "local", .credentials = {}, .ca = {}});
  if (!access) return complain(access.error());
  const auto bus = connected_bus(*access);
  if (!bus) return complain(bus.error());
  const Result<const Ed25519*> ed25519 = load_ed25519();
  if (!ed25519) return complain(ed25519.error());
  SharedBytes text = share(text_of(size));
  TestSpec spec = script_test(command.front());
  spec.steps.front().command = command;
  spec.steps.front().command.emplace_back("@@");
  auto oracle = RemoteOracle::open(**bus,
                                   {.name = name_of(*access),
                                    .seed = access->seed,
                                    .ed25519 = *ed25519,
                                    .with = {},
                                    .version = WHITTLE_VERSION},
                                   {.spec = spec,
                                    .original = Document::single("input.c", *text),
                                    .local = {},
                                    .run_folder = "bench",
                                    .warn = [](const std::string& message, const std::string&) {
                                      fmt::print(stderr, "{}\n", message);
                                    }});
  if (!oracle) return complain(oracle.error());
  Random random(2);
  const Bus::Traffic before = (*bus)->traffic();
  // What it costs to make a candidate is not the coordinator's.
  double making = 0, testing = 0, early = 0, halfway = 0;
  const double cpu = cpu_seconds();
  const auto began = std::chrono::steady_clock::now();
  std::size_t started = 0, ended = 0;
  while (ended < jobs) {
    while (started < jobs && (*oracle)->free_slots() > 0) {
      const double begin = cpu_seconds();
      const bool is_interesting = ++started % 10 == 0;
      const Document candidate = candidate_of(*text, random, is_interesting);
      if (is_interesting) text = candidate.files().front().bytes;
      making += cpu_seconds() - begin;
      if (auto sent = (*oracle)->start(started, candidate); !sent) return complain(sent.error());
    }
    const auto finished = (*oracle)->wait();
    if (!finished) return complain(finished.error());
    testing += std::chrono::duration<double>(finished->verdict.duration).count();
    if (++ended == jobs / 2) halfway = resident_megabytes();
    if (ended == jobs / 20) early = resident_megabytes();
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const Bus::Traffic after = (*bus)->traffic();
  const auto moved =
      static_cast<double>(after.bytes_in + after.bytes_out - before.bytes_in - before.bytes_out);
  const auto count = static_cast<double>(jobs);
  const std::filesystem::path program = command.front();
  fmt::print(
      "| {:.0f} KB | {} {} | {} | {:.0f} | {:.1f} | {:.1f} MB | {:.0f} | {:.0f} | {:.1f}, {:.1f}, "
      "{:.1f} |\n",
      static_cast<double>(size) / 1e3, program.filename().string(),
      fmt::join(command.begin() + 1, command.end(), " "), jobs, count / took.count(),
      testing / count * 1e3, moved / 1e6, moved / count,
      (cpu_seconds() - cpu - making) / count * 1e6, early, halfway, resident_megabytes());
  return 0;
}

}  // namespace
}  // namespace whittle

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "stand-in")
    return whittle::stand_in(std::stoul(argv[2]));
  if (argc < 4) return 2;
  return whittle::measure(std::stoul(argv[1]), std::stoul(argv[2]), {argv + 3, argv + argc});
}
