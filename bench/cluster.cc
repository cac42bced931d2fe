// Keeps the slots of the local cluster busy with candidates of a made-up document, and says what a
// job costs. See bench/cluster.
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

#include "base/random.h"
#include "remote/access.h"
#include "remote/nats_hosts.h"
#include "remote/remote_oracle.h"

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

int measure(std::size_t size, std::size_t jobs, std::vector<std::string> command) {
  const auto complain = [](const Error& error) {
    fmt::print(stderr, "{}\n{}\n", error.message, error.way_out);
    return 1;
  };
  const Result<BusAccess> access = access_of({.url = "local", .credentials = {}, .ca = {}});
  if (!access) return complain(access.error());
  const auto bus = connected_bus(*access);
  if (!bus) return complain(bus.error());
  SharedBytes text = share(text_of(size));
  TestSpec spec = script_test(command.front());
  spec.steps.front().command = command;
  spec.steps.push_back(script_test("/bin/grep").steps.front());
  spec.steps.back().command = {"/bin/grep", "-q", "-m1", "interesting", "@@"};
  const std::string shown = fmt::format("{}", fmt::join(command, " "));
  auto oracle =
      RemoteOracle::open(**bus, {.name = name_of(*access), .with = {}, .version = WHITTLE_VERSION},
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
  double making = 0, halfway = 0;
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
    if (++ended == jobs / 2) halfway = resident_megabytes();
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const Bus::Traffic after = (*bus)->traffic();
  const auto moved =
      static_cast<double>(after.bytes_in + after.bytes_out - before.bytes_in - before.bytes_out);
  const auto count = static_cast<double>(jobs);
  fmt::print("| {:.0f} KB | {} | {} | {:.0f} | {:.1f} MB | {:.0f} | {:.0f} | {:.1f} -> {:.1f} |\n",
             static_cast<double>(size) / 1e3, shown, jobs, count / took.count(), moved / 1e6,
             moved / count, (cpu_seconds() - cpu - making) / count * 1e6, halfway,
             resident_megabytes());
  return 0;
}

}  // namespace
}  // namespace whittle

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  return whittle::measure(std::stoul(argv[1]), std::stoul(argv[2]), {argv + 3, argv + argc});
}
