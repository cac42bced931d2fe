/// Parts of a run that are faked: a function as the test, files in memory, other hosts in this
/// process. Only the run folder is on disk.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "oracle/function_oracle.h"
#include "run/open.h"
#include "run/prepare.h"
#include "run/request_json.h"
#include "store/temporary_folder.h"

namespace whittle {

using Predicate = std::function<bool(const std::string& text)>;

inline bool contains_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A function as a test that can also run alone. The answers of both can differ.
class FunctionWitness final : public WitnessOracle {
 public:
  explicit FunctionWitness(Predicate test, int stop_fd = -1)
      : alone(test),
        in_slots(std::move(test)),
        in_slots_([this](const Document& candidate,
                         std::stop_token) { return in_slots(candidate.bytes(0)); },
                  {.interrupt_fd = stop_fd}) {}

  std::size_t slots() const override { return in_slots_.slots(); }
  std::size_t free_slots() const override { return in_slots_.free_slots(); }
  Result<void> start(Ticket ticket, const Document& candidate) override {
    return in_slots_.start(ticket, candidate);
  }
  Result<Finished> wait() override { return in_slots_.wait(); }
  void cancel(Ticket ticket) override { in_slots_.cancel(ticket); }

  Result<Witness> run_alone(const Document& document) override {
    ran_alone.push_back(document.bytes(0));
    if (interrupts_alone) return Witness{.interrupted = true};
    return Witness{.verdict = {.outcome = outcome_of(alone(document.bytes(0))),
                               .other_failure = other_failure(document.bytes(0))}};
  }
  Result<Witness> run_aside(const Document& document, std::chrono::microseconds most) override {
    time_aside = most;
    return run_alone(document);
  }
  Result<Witness> run_observed(const Document& document, std::chrono::microseconds most,
                               const EquipTest& equip) override {
    return observe ? observe(document, most, equip) : Witness{};
  }
  void decide_by(std::optional<RateTest> rate) override { decides = rate; }
  std::chrono::microseconds limit() const override { return std::chrono::seconds(1); }

  Predicate alone, in_slots;
  std::function<std::string(const std::string&)> other_failure = [](const std::string&) {
    return std::string();
  };
  std::function<Result<Witness>(const Document&, std::chrono::microseconds, const EquipTest&)>
      observe;
  bool interrupts_alone = false;
  std::optional<RateTest> decides = {};
  std::vector<std::string> ran_alone;
  std::chrono::microseconds time_aside{0};

 private:
  FunctionOracle in_slots_;  // its threads end before the functions that they call
};

/// Files in memory. Remembers what was done to them, and can be full.
class FakeFiles final : public RunFiles {
 public:
  explicit FakeFiles(Document document) : document_(std::move(document)) {}

  Result<void> save(const Document& document, Durability durability) override {
    if (saved.size() >= room) return fail(ErrorKind::disk, "the disk is full");
    saved.push_back(document.bytes(0));
    last_durability = durability;
    return {};
  }
  Result<void> redirect(const std::string& output) override {
    redirected_to = output;
    return {};
  }
  void make_files_in(const std::string&) override {}
  Result<std::vector<std::string>> keep_originals(const Document&) override {
    if (room == 0) return fail(ErrorKind::disk, "the disk is full");
    there->insert("bug.txt.orig");
    return std::vector<std::string>{"bug.txt.orig"};
  }
  Result<std::vector<std::string>> keep_best(const Document& best) override {
    there->insert("bug.txt.best");
    kept_best = best.bytes(0);
    return std::vector<std::string>{"bug.txt.best"};
  }
  std::vector<std::string> places() const override { return {}; }
  Result<void> give_back(const Document& original) override {
    given_back = original.bytes(0);
    return {};
  }
  Result<Document> as_on_disk(const Document& document) override { return document; }
  const Document& loaded() const override { return document_; }
  bool exists(const std::string& path) const override { return there->contains(path); }
  void remove(const std::string& path) override { there->erase(path); }

  std::vector<std::string> saved;
  std::size_t room = 1000;  // saves until the disk is full
  Durability last_durability = Durability::renamed;
  std::string redirected_to, given_back, kept_best;
  /// Outlives the files of a run that cannot begin.
  const std::shared_ptr<std::set<std::string>> there = std::make_shared<std::set<std::string>>();

 private:
  Document document_;
};

/// Other hosts that answer by a function, and take back what they said when told to.
class FakeElsewhere final : public OracleElsewhere {
 public:
  explicit FakeElsewhere(Predicate test)
      : inner_([this, test](const Document& candidate, std::stop_token) {
          const bool lies = lies_about && candidate.bytes(0) == *lies_about;
          return test(candidate.bytes(0)) != lies;
        }) {}

  std::size_t slots() const override { return 3; }
  std::size_t free_slots() const override { return inner_.free_slots(); }
  std::chrono::microseconds limit() const override { return std::chrono::seconds(1); }
  Result<void> start(Ticket ticket, const Document& candidate) override {
    asked.push_back(candidate.hash());
    return inner_.start(ticket, candidate);
  }
  Result<Finished> wait() override {
    if (!revoked.empty()) return Finished{Finished::Kind::revoked, 0, {}};
    return inner_.wait();
  }
  void cancel(Ticket ticket) override { inner_.cancel(ticket); }
  std::vector<Hash> take_revoked() override {
    lies_about.reset();
    return std::exchange(revoked, {});
  }
  std::size_t from_other_runs() const override { return 7; }
  void doubt_other_runs() override { revoked = doubtful; }

  std::optional<std::string> lies_about;
  std::vector<Hash> revoked;   // now
  std::vector<Hash> doubtful;  // revoked once the result is doubted
  std::vector<Hash> asked;

 private:
  FunctionOracle inner_;
};

/// What observers are told.
class Heard final : public Observer {
 public:
  void started(const RunStart& event) override {
    ++starts;
    start = event;
  }
  void noticed(const Notice& event) override { notices.push_back(event.message); }
  void told(const Told&) override { ++told_count; }
  void improved(const BestFound& event) override { bests.push_back(event.document->bytes(0)); }

  std::size_t starts = 0, told_count = 0;
  RunStart start;
  std::vector<std::string> notices;
  std::vector<std::string> bests;
};

/// A run on three lines, of which the test needs one.
struct FakedRun {
  explicit FakedRun(Predicate test =
                        [](const std::string& text) { return contains_text(text, "crash"); })
      : predicate(std::move(test)) {
    request.files = {folder / "bug.txt"};
    request.search.plan = "lines";
    request.test.allow_empty = true;
    request.stop = &stop;
  }

  /// The run after its first step, in which the test and the files are faked.
  Ready ready() {
    std::string json = to_json(request, "/");
    StopReasons reasons(request.stop, request.max_time);
    auto fake_files = std::make_unique<FakeFiles>(original);
    files = fake_files.get();
    auto fake_oracle = std::make_unique<FunctionWitness>(predicate, reasons.fd());
    oracle = fake_oracle.get();
    SearchRecipe recipe{request.search, tools, {}};
    Prepared search = make_search(recipe, original).value();
    return {.request = std::move(request),
            .stop = std::move(reasons),
            .files = std::move(fake_files),
            .original = original,
            .recipe = std::move(recipe),
            .search = std::move(search),
            .test = {.spec = {}, .name = "test.sh", .sentence = ""},
            .identity = {.program = "whittle",
                         .options = std::move(json),
                         .test = {},
                         .original = original.hash()},
            .oracle = std::move(fake_oracle),
            .verdict_on_original = {.outcome = Outcome::interesting}};
  }
  Opened opened() { return open(ready(), notices).value(); }
  /// The same with other hosts.
  Opened opened_elsewhere() {
    Opened run = opened();
    auto hosts = std::make_unique<FakeElsewhere>(predicate);
    elsewhere = hosts.get();
    run.elsewhere = std::move(hosts);
    return run;
  }

  TemporaryFolder folder;
  StopSwitch stop;
  Request request;
  Document original = Document::single("bug.txt", "one\ncrash\nthree\n");
  Predicate predicate;
  std::shared_ptr<Tools> tools = std::make_shared<NoTools>();
  FakeFiles* files = nullptr;
  FunctionWitness* oracle = nullptr;
  FakeElsewhere* elsewhere = nullptr;
  Heard heard;
  RunLog log{heard};
  Notices notices{log};
};

}  // namespace whittle
