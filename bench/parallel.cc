/// How soon a run ends on 1 to 64 slots, without sleeping: `bench/parallel`.
///
/// Each test takes one second on a clock that only the simulation moves, and thinking takes none.
/// Printed are the seconds until the end and, in brackets, how many times sooner than on one slot
/// per slot: 1.00 is perfect. `bench/parallel decisions` measures what thinking costs instead,
/// `bench/parallel unambiguity` how often removals that work alone work together, and
/// `bench/parallel replay RUN.json FILE [SLOTS]...` what a run that `--json` wrote down would have
/// taken, and `bench/parallel network RUN.json FILE TEST [MODE [SLOTS]...]` what it would take on
/// up to 1,024 slots of other hosts, and what bounds it.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

#include "lists.h"
#include "race.h"

#include "algorithms/combine.h"
#include "algorithms/gallop.h"
#include "algorithms/registry.h"
#include "plan/plans.h"
#include "plan/stage_maker.h"
#include "plan/staged_search.h"
#include "process/local_tools.h"
#include "schedule/foresight.h"
#include "schedule/list_search.h"
#include "schedule/scheduler.h"
#include "support/scripted_oracle.h"

namespace whittle {
namespace {

using namespace std::chrono_literals;
using Seconds = double;

std::vector<std::size_t> slot_counts = {1, 2, 4, 8, 16, 32, 64};

/// A way to run a list on some slots.
struct Mode {
  std::string name;
  AlgorithmOptions algorithm;
  /// `mix` chooses between the two during the run, as the program does.
  enum class Kind { ahead, merge, mix, race } kind = Kind::ahead;
  bool combined = false;
};

std::vector<Mode> modes() {
  // From the end to the front, and complements only where there is a choice: each at its best.
  const auto named = [](std::string name, std::optional<Order> order = std::nullopt) {
    AlgorithmOptions options;
    options.name = std::move(name);
    options.order = order;
    options.direction = Direction::backward;
    return options;
  };
  using enum Mode::Kind;
  return {
      {"gallop mix", named("gallop"), mix, false},
      {"gallop merge", named("gallop"), merge, false},
      {"gallop ahead", named("gallop"), ahead, false},
      {"cdd ahead", named("cdd"), ahead, false},
      {"probdd ahead", named("probdd"), ahead, false},
      {"opdd ahead", named("opdd", Order::complements_only), ahead, false},
      {"combine", named("combine"), ahead, false},
      {"ddmin ahead", named("ddmin", Order::complements_only), ahead, false},
      {"ddmin race", named("ddmin", Order::complements_only), race, false},
      {"ddmin race-combined", named("ddmin", Order::complements_first), race, true},
  };
}

AnyReduction reduction_of(const Mode& mode, std::size_t size, std::size_t slots) {
  using enum Mode::Kind;
  if (mode.kind == merge || mode.kind == mix)
    return Gallop(Elements(size), {.width = slots, .narrows = mode.kind == mix});
  return *make_reduction(mode.algorithm, Elements(size));
}

struct Run {
  Seconds time = 0;
  double started = 0;
  double left = 0;
};

/// Reduces a list of `size` elements on `slots` slots.
Run run_list(const Mode& mode, std::size_t size, const Predicate& interesting, std::size_t slots) {
  ScriptedOracle oracle(
      [&](const Document& candidate) {
        return outcome_of(interesting(ListSearch::kept(candidate, size)));
      },
      slots);
  oracle.set_duration([](const Document&) { return 1s; });
  Memo memo;
  Observer nobody;
  const ListSearch list(reduction_of(mode, size, slots));
  std::size_t left = 0;
  if (mode.kind == Mode::Kind::race) {
    const auto raced = race(list.edits(),
                            {.order = *mode.algorithm.order,
                             .direction = *mode.algorithm.direction,
                             .combined = mode.combined},
                            "list", oracle, memo, nobody);
    left = raced->kept.count();
  } else {
    AnySearch search = list;
    if (!run(search, oracle, memo, nobody)) return {};
    left = search.best().size() / ListSearch::bytes_per_item;
  }
  return {std::chrono::duration<double>(oracle.now()).count(),
          static_cast<double>(oracle.started()), static_cast<double>(left)};
}

void print_header(std::string_view title) {
  fmt::print("\n{}\n{:<20}", title, "slots");
  for (const std::size_t slots : slot_counts) fmt::print("{:>14}", slots);
  fmt::print("{:>7}{:>10}\n", "left", "tests");
}

/// `run(slots)` is one cell.
template <typename RunCell>
void print_row(std::string_view name, RunCell cell) {
  fmt::print("{:<20}", name);
  Seconds alone = 0;
  Run last;
  for (const std::size_t slots : slot_counts) {
    last = cell(slots);
    if (slots == 1) alone = last.time;
    fmt::print("{:>7.{}f} ({:.2f})", last.time, alone < 100 ? 1 : 0,
               alone / last.time / static_cast<double>(slots));
  }
  fmt::print("{:>7.0f}{:>10.0f}\n", last.left, last.started);
  std::fflush(stdout);
}

/// Only the modes with `chosen` in their name, and the lists with `list`.
void lists(std::string_view chosen, std::string_view list) {
  struct Setting {
    std::string name;
    std::size_t size;
    std::function<Predicate(Random&)> draw;
  };
  const Predicate example_d = [](const Subset& kept) {
    for (std::size_t i = 0; i < 100; i += 2)
      if (!kept.contains(i)) return false;
    return true;
  };
  const std::vector<Setting> settings = {
      {"Example D: every other of 100; the paper: 472 s on one slot, 58 s at best on 64", 100,
       [&](Random&) { return example_d; }},
      {"50 scattered of 1000", n, [](Random& r) { return scattered(r, 50); }},
      {"200 scattered of 1000", n, [](Random& r) { return scattered(r, 200); }},
      {"100 clustered of 1000", n, [](Random& r) { return clustered(r, 100); }},
      {"uses after definitions", n,
       [](Random& r) { return dependent(r, Uses::after_definitions); }},
      {"uses in both directions", n, [](Random& r) { return dependent(r, Uses::both_ways); }},
  };
  for (const Setting& setting : settings) {
    if (setting.name.find(list) == setting.name.npos) continue;
    print_header(setting.name);
    for (const Mode& mode : modes()) {
      if (mode.name.find(chosen) == mode.name.npos) continue;
      // ddmin asks up to a hundred times as much as the others where elements use one another.
      if (mode.algorithm.name == "ddmin" && setting.name.starts_with("uses")) continue;
      print_row(mode.name, [&](std::size_t slots) {
        const int inputs = setting.size < n || mode.algorithm.name == "ddmin" ? 1 : 5;
        Random random(1);
        Run sum;
        for (int i = 0; i < inputs; ++i) {
          const Run one = run_list(mode, setting.size, setting.draw(random), slots);
          sum.time += one.time / inputs;
          sum.started += one.started / inputs;
          sum.left += one.left / inputs;
        }
        return sum;
      });
    }
  }
}

/// A file reduced by a plan. Interesting is what still has some of its words, in the order in which
/// they stand there, and brackets that match: a test as a compiler would be, without one.
void tree(const std::string& path) {
  std::ifstream file(path);
  const Bytes text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::string> words;
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
      ++end;
    if (end > at + 3 && ++number % 97 == 0) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const auto interesting = [&](const Document& candidate) {
    const Bytes& bytes = candidate.bytes(0);
    std::size_t from = 0;
    for (const std::string& word : words) {
      const std::size_t found = bytes.find(word, from);
      if (found == Bytes::npos) return Outcome::uninteresting;
      from = found + word.size();
    }
    int depth = 0;
    for (const char c : bytes) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    return outcome_of(depth == 0);
  };
  print_header(fmt::format("{}, {} bytes, plan perses", path, text.size()));
  for (const bool merge : {true, false})
    for (const char* name : {"gallop", "cdd", "probdd"}) {
      if (merge && name != std::string_view("gallop")) continue;
      print_row(fmt::format("{} {}", name, merge ? "merge" : "ahead"), [&](std::size_t slots) {
        ScriptedOracle oracle(interesting, slots);
        oracle.set_duration([](const Document&) { return 1s; });
        AlgorithmOptions options;
        options.name = name;
        if (merge) options.width = slots;
        auto stage_maker = std::make_shared<StageMaker>();
        stage_maker->trees = std::make_shared<Trees>();
        stage_maker->algorithm = name;
        stage_maker->reduce = [options](Elements elements) {
          return *make_reduction(options, std::move(elements));
        };
        AnySearch search = StagedSearch(Document::single(path, text),
                                        (*find_plan("perses"))->make(std::move(stage_maker)));
        Memo memo;
        Observer nobody;
        if (!run(search, oracle, memo, nobody)) return Run{};
        return Run{std::chrono::duration<double>(oracle.now()).count(),
                   static_cast<double>(oracle.started()),
                   static_cast<double>(search.best().size())};
      });
    }
}

/// Lets the clock of the simulation go on by the processor time that is spent between tests.
class CountsThinking : public OracleLayer {
 public:
  explicit CountsThinking(ScriptedOracle& inner) : OracleLayer(inner), clock_(inner) {}
  Result<void> start(Ticket ticket, const Document& candidate) override {
    pass();
    return inner_.start(ticket, candidate);
  }
  Result<Finished> wait() override {
    pass();
    Result<Finished> finished = inner_.wait();
    before_ = spent();
    return finished;
  }

 private:
  static std::chrono::microseconds spent() {
    std::chrono::microseconds sum{0};
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {  // passes ask other programs
      rusage usage{};
      ::getrusage(who, &usage);
      for (const timeval& time : {usage.ru_utime, usage.ru_stime})
        sum += std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
    }
    return sum;
  }
  void pass() { clock_.pass(spent() - std::exchange(before_, spent())); }

  ScriptedOracle& clock_;
  std::chrono::microseconds before_ = spent();
};

struct Known {
  Outcome outcome = Outcome::uninteresting;
  std::chrono::microseconds time{0};
};

/// The outcomes of a run, as `--json` wrote them down. What was never told then is uninteresting
/// and takes what a test takes on average.
class Record {
 public:
  explicit Record(const std::string& log) {
    std::ifstream lines(log);
    for (std::string line; std::getline(lines, line);) {
      const nlohmann::json event = nlohmann::json::parse(line);
      lists_ += event["event"] == "list" && event["phase"] == "start" ? 1 : 0;
      if (event["event"] != "query" || event["remembered"]) continue;
      const std::chrono::microseconds time(static_cast<long>(1e6 * event["seconds"].get<double>()));
      known_[event["candidate"]] = {outcome_of(event["interesting"].get<bool>()), time};
      usual_.time += time;
    }
    if (!known_.empty()) usual_.time /= known_.size();
  }
  std::size_t size() const { return known_.size(); }
  std::size_t lists() const { return lists_; }
  const Known& usual() const { return usual_; }
  const Known* has(const Hash& candidate) const {
    const auto found = known_.find(candidate.hex());
    return found == known_.end() ? nullptr : &found->second;
  }
  Known find(const Document& candidate) const {
    const Known* known = has(candidate.hash());
    return known ? *known : usual_;
  }
  void add(const Hash& candidate, Known known) { known_[candidate.hex()] = known; }

 private:
  std::map<std::string, Known> known_;
  Known usual_;
  std::size_t lists_ = 0;
};

/// With the mode that it has: what candidates are called depends on it.
Document read_document(const std::filesystem::path& path) {
  std::ifstream file(path);
  const Bytes text{std::istreambuf_iterator<char>(file), {}};
  const auto mode = static_cast<std::uint32_t>(std::filesystem::status(path).permissions());
  return Document::single(path.filename(), text, mode);
}

/// The default plan, as the program runs it.
AnySearch default_search(const Document& original, const GallopOptions& options) {
  // Listings by other programs are remembered: only the first run pays for them.
  static const auto tools = std::make_shared<LocalTools>(LocalTools::Options{});
  auto stage_maker = std::make_shared<StageMaker>();
  stage_maker->trees = std::make_shared<Trees>();
  stage_maker->tools = tools;
  stage_maker->algorithm = "gallop";
  stage_maker->reduce = [options](Elements elements) -> AnyReduction {
    return Gallop(std::move(elements), options);
  };
  return StagedSearch(original, (*find_plan("auto"))->make(std::move(stage_maker)));
}

/// A run of the default plan on FILE, with the outcomes and the times of a real one.
void replay(const std::string& log, const std::string& path) {
  const Record record(log);
  if (record.size() == 0) return;
  const Document original = read_document(path);
  for (const bool thinking : {true, false}) {
    print_header(fmt::format("{}, {} tests of {:.3f} s, thinking {}", path, record.size(),
                             std::chrono::duration<double>(record.usual().time).count(),
                             thinking ? "takes what it takes" : "takes no time"));
    print_row("auto", [&](std::size_t slots) {
      ScriptedOracle oracle(
          [&](const Document& candidate) { return record.find(candidate).outcome; }, slots);
      oracle.set_duration([&](const Document& candidate) { return record.find(candidate).time; });
      CountsThinking counting(oracle);
      Memo memo;
      memo.remember(original.hash(), Verdict{.outcome = Outcome::interesting});
      Observer nobody;
      AnySearch search = default_search(original, {});
      // A run that was stopped is followed as far as it went.
      const Budget budget{.tests = record.size()};
      if (!run(search, thinking ? static_cast<Oracle&>(counting) : oracle, memo, nobody, budget))
        return Run{};
      return Run{std::chrono::duration<double>(oracle.now()).count(),
                 static_cast<double>(oracle.started()), static_cast<double>(search.best().size())};
    });
  }
}

/// Runs the user's test on a candidate in a folder of its own.
Outcome really_test(const std::string& test, const Document& candidate) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / fmt::format("whittle-bench-{}", ::getpid());
  fs::remove_all(folder);
  fs::create_directories(folder);
  const std::string name = candidate.files()[0].path;
  std::ofstream(folder / name) << candidate.bytes(0);
  const int status = std::system(
      fmt::format("cd {} && exec timeout 60 {} {} >/dev/null 2>&1", folder.string(), test, name)
          .c_str());
  fs::remove_all(folder);
  return outcome_of(status == 0);
}

/// What a search needs however many slots there are.
struct Needs {
  std::size_t tests = 0;
  std::size_t successes = 0;
  /// How long it takes on any number of slots if nothing is guessed: a question starts when the
  /// outcome is told that settles that it will be asked.
  double path = 0;
  /// How much the outcomes surprise who guesses as the scheduler does. The tests that N slots run
  /// ahead form a tree with N + 1 ways out of it, so that a test's time tells at most log2(N + 1)
  /// bits.
  double bits = 0;
};

/// Asks all that a search asks, one after the other. What the record does not know is tested and
/// added to it.
Needs complete(Record& record, AnySearch search, const Document& original,
               const std::string& test) {
  Needs needs;
  std::set<std::string> asked{original.hash().hex()};
  std::deque<double> started;  // when, for each question that is settled
  Foresight foresight;
  std::size_t bytes = original.size();
  std::string_view stage;
  std::optional<Outcome> before;
  while (const std::optional<Question> question = search.question(0)) {
    while (search.question(started.size())) started.push_back(needs.path);
    const double start = started.front();
    started.pop_front();
    const Document candidate = question->render();
    const Hash hash = candidate.hash();
    Outcome outcome = Outcome::interesting;
    if (hash != original.hash()) {
      if (!record.has(hash)) record.add(hash, {really_test(test, candidate), record.usual().time});
      outcome = record.has(hash)->outcome;
    }
    if (asked.insert(hash.hex()).second) {
      needs.path = std::max(needs.path, start + 1);
      ++needs.tests;
      needs.successes += outcome == Outcome::interesting ? 1 : 0;
      const double removed =
          1 - std::min(1.0, static_cast<double>(candidate.size()) /
                                static_cast<double>(std::max<std::size_t>(1, bytes)));
      const Clues clues{question->likelihood, removed,
                        stage == question->stage ? before : std::nullopt};
      const double yes = foresight(clues);
      needs.bits -= std::log2(outcome == Outcome::interesting ? yes : 1 - yes);
      foresight.learn(clues, outcome);
    }
    if (outcome == Outcome::interesting) bytes = std::min(bytes, candidate.size());
    stage = question->stage;
    before = outcome;
    search.observe(outcome);
  }
  return needs;
}

/// Counts outcomes told that the record does not know: then the run was another one.
struct Unrecorded : Observer {
  explicit Unrecorded(const Record& known) : record(known) {}
  void told(const Told& event) override {
    count += !event.remembered && !record.has(event.candidate) ? 1 : 0;
  }
  const Record& record;
  std::size_t count = 0;
};

/// What a run that was written down would take on many slots at the other end of a network. Each
/// test takes 100 ms, and a slot does nothing for a round trip before each: no worker holds a
/// second candidate. What only a width asks is tested with TEST. Only the mode `chosen`, if any.
///
/// `unguessed` and `time` are in tests. `least` is what no scheduler gets below, on average, with
/// these questions and these guesses: all tests, divided by the slots, or all bits, divided by what
/// a test's time can tell, unless the path without guesses is shorter.
void network(const std::string& log, const std::string& path, const std::string& test,
             std::string_view chosen, const std::vector<std::size_t>& chosen_slots) {
  Record record(log);
  if (record.size() == 0) return;
  const Document original = read_document(path);
  constexpr Seconds test_time = 0.1;
  const Needs one_slot = complete(record, default_search(original, {}), original, test);
  const double alone = static_cast<double>(one_slot.tests) * test_time;
  fmt::print(
      "{}: {} tests of 0.1 s in {} lists, {} interesting, {:.0f} bits, {:.1f} s on one slot\n",
      path, one_slot.tests, record.lists(), one_slot.successes, one_slot.bits, alone);
  fmt::print("{:<8}{:>6}{:>8}{:>8}{:>10}{:>8}{:>8}  {}\n", "", "slots", "tests", "left",
             "unguessed", "least", "time",
             "seconds (efficiency) with round trips of 0.3, 5 and 50 ms");
  for (const std::string_view mode : {"ahead", "merge", "mix"})
    for (const std::size_t slots : chosen_slots) {
      if (!chosen.empty() && mode != chosen) continue;
      const GallopOptions options{.width = mode == "ahead" ? 1 : slots, .narrows = mode == "mix"};
      const Needs needs = mode == "ahead"
                              ? one_slot
                              : complete(record, default_search(original, options), original, test);
      const auto count = static_cast<double>(slots);
      const double least = std::max(static_cast<double>(needs.tests) / count,
                                    std::min(needs.path, needs.bits / std::log2(count + 1)));
      ScriptedOracle oracle(
          [&](const Document& candidate) { return record.find(candidate).outcome; }, slots);
      oracle.set_duration([](const Document&) { return 1s; });
      oracle.keep_no_candidates();
      Memo memo;
      memo.remember(original.hash(), Verdict{.outcome = Outcome::interesting});
      Unrecorded unrecorded(record);
      AnySearch search = default_search(original, options);
      const std::clock_t before = std::clock();
      if (!run(search, oracle, memo, unrecorded)) return;
      const double thinking = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
      // All tests take the same time, so the round trip changes nothing but that time.
      const double rounds = std::chrono::duration<double>(oracle.now()).count();
      std::string times;
      for (const double round_trip : {0.0003, 0.005, 0.05}) {
        const double seconds = rounds * (test_time + round_trip);
        times += fmt::format("{:>8.1f} ({:.2f})", seconds, alone / seconds / count);
      }
      fmt::print(
          "{:<8}{:>6}{:>8}{:>8}{:>10.0f}{:>8.0f}{:>8.0f}{}  {:.0f} started, {:.1f} s of cpu\n",
          mode, slots, needs.tests, search.best().size(), needs.path, least, rounds, times,
          static_cast<double>(oracle.started()), thinking);
      if (unrecorded.count > 0)
        fmt::print("  {} outcomes told are not recorded\n", unrecorded.count);
      std::fflush(stdout);
    }
}

/// What thinking costs: the tests take no time at all, so that all of the time is ours.
void decisions(std::string_view chosen) {
  constexpr std::size_t size = 10'000, slots = 64;
  fmt::print("n = {}, {} slots, instant tests\n{:<16}{:>10}{:>10}{:>12}{:>14}{:>14}\n", size, slots,
             "", "told", "started", "cpu s", "told/s", "started/s");
  for (const Mode& mode : modes()) {
    if (mode.algorithm.name == "ddmin" || mode.name.find(chosen) == mode.name.npos) continue;
    // Half of what is needed lies in a row, half is scattered.
    Random random(3);
    Subset needed = Subset::none(size);
    for (std::size_t i = 0; i < 500; ++i) needed.insert(random.below(size));
    needed.insert_range(6000, 6500);
    struct Count : Observer {
      std::size_t told_count = 0;
      void told(const Told&) override { ++told_count; }
    } count;
    // Reading the candidate is the test's work, not ours.
    std::clock_t testing = 0;
    ScriptedOracle oracle(
        [&](const Document& candidate) {
          const std::clock_t before = std::clock();
          const bool holds = needed.is_subset_of(ListSearch::kept(candidate, size));
          testing += std::clock() - before;
          return outcome_of(holds);
        },
        slots);
    oracle.keep_no_candidates();
    AnySearch search = ListSearch(reduction_of(mode, size, slots));
    Memo memo;
    const std::clock_t before = std::clock();
    if (!run(search, oracle, memo, count)) return;
    const double seconds = static_cast<double>(std::clock() - before - testing) / CLOCKS_PER_SEC;
    fmt::print("{:<16}{:>10}{:>10}{:>12.3f}{:>14.0f}{:>14.0f}\n", mode.name, count.told_count,
               oracle.started(), seconds, static_cast<double>(count.told_count) / seconds,
               static_cast<double>(oracle.started()) / seconds);
  }
}

/// As Table II of the one-pass paper.
void unambiguity() {
  fmt::print("{:<26}{:>9}{:>12}{:>14}{:>8}\n", "20 inputs of n = 1000", "trivial", "successful",
             "unsuccessful", "ratio");
  const std::vector<std::pair<std::string, std::function<Predicate(Random&)>>> settings = {
      {"50 scattered", [](Random& r) { return scattered(r, 50); }},
      {"uses after definitions", [](Random& r) { return dependent(r, Uses::after_definitions); }},
      {"uses in both directions", [](Random& r) { return dependent(r, Uses::both_ways); }},
      {"any 300", [](Random&) { return at_least(300); }},
  };
  for (const auto& [name, draw] : settings) {
    Random random(1);
    Unambiguity sum;
    for (int i = 0; i < 20; ++i) {
      const Predicate interesting = draw(random);
      Combine combine(n, {.direction = Direction::backward});
      while (const auto query = combine.next_query())
        combine.observe(outcome_of(interesting(query->kept)));
      sum.trivial += combine.unambiguity().trivial;
      sum.successful += combine.unambiguity().successful;
      sum.unsuccessful += combine.unambiguity().unsuccessful;
    }
    fmt::print("{:<26}{:>9}{:>12}{:>14}{:>7.1f}%\n", name, sum.trivial, sum.successful,
               sum.unsuccessful, 100 * sum.ratio());
  }
}

}  // namespace
}  // namespace whittle

int main(int count, char** arguments) {
  using namespace whittle;
  const std::string_view what = count > 1 ? arguments[1] : "lists";
  if (what == "lists") {
    lists(count > 2 ? arguments[2] : "", count > 3 ? arguments[3] : "");
  } else if (what == "replay" && count >= 4) {
    if (count > 4) slot_counts.clear();
    for (int i = 4; i < count; ++i) slot_counts.push_back(std::stoul(arguments[i]));
    replay(arguments[2], arguments[3]);
  } else if (what == "network" && count >= 5) {
    std::vector<std::size_t> slots;
    for (int i = 6; i < count; ++i) slots.push_back(std::stoul(arguments[i]));
    if (slots.empty()) slots = {16, 64, 256, 1024};
    network(arguments[2], arguments[3], arguments[4], count > 5 ? arguments[5] : "", slots);
  } else if (what == "decisions") {
    decisions(count > 2 ? arguments[2] : "");
  } else if (what == "unambiguity") {
    unambiguity();
  } else {
    for (int i = 1; i < count; ++i) tree(arguments[i]);
  }
}
