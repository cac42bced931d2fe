// One thread keeps the promises of the worker (`keep_leases`): it extends leases, announces the
// state of the worker and forgets silent runs. Each slot has a thread that pulls and tests.
// Handlers of the bus only change the shared state under the lock.
//
// The worker never decides that a run is over because the server cannot be reached. It goes on as
// if the coordinator were silent, and after four leases of silence it stops: by then the
// coordinator has given its jobs to others.
//
// A host can be wrong without knowing it: a missing compiler or a full disk makes a test refuse
// every candidate, and refusals are the normal case. So the worker tests the original before its
// first job, and again when a refusal looks like a fault of the host (`is_in_order`).
#include "remote/worker.h"

#include <algorithm>
#include <fmt/format.h>
#include <poll.h>
#include <random>
#include <unistd.h>

#include "document/disk_room.h"
#include "store/packed.h"

namespace whittle {
namespace {

using std::chrono::milliseconds;

/// A run is forgotten if it was not announced for this many leases; there are three announcements
/// per lease.
constexpr int patience = 4;
constexpr std::size_t most_cancelled = 4096;

std::string new_id() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}", device(), device());
}

bool is_nearly_full(const std::string& folder) {
  constexpr std::uint64_t too_little = 1u << 20;
  const std::optional<DiskRoom> disk = disk_room(folder);
  return disk && disk->free < too_little;
}

}  // namespace

Worker::Worker(Bus& bus, WorkerOptions options)
    : bus_(bus), options_(std::move(options)), id_(new_id()), host_(host_name()) {}

Worker::~Worker() = default;

// The end has an order: no new messages, no new jobs, tests stopped, and the good-bye when all jobs
// were given back.
Result<void> Worker::run() {
  auto heard = bus_.subscribe("whittle.*.*.*.announce",
                              [this](const BusMessage& message) { hear(message); });
  if (!heard) return std::unexpected(heard.error());
  subscriptions_.push_back(std::move(*heard));
  auto pinged = bus_.subscribe("whittle.ping", [this](const BusMessage&) { say_state(); });
  if (!pinged) return std::unexpected(pinged.error());
  subscriptions_.push_back(std::move(*pinged));
  slots_.resize(options_.slots);
  for (Slot& slot : slots_) slot.thread = std::thread([this, &slot] { work(slot); });
  keep_leases();
  options_.stopping();
  is_over_ = true;
  changed_.notify_all();
  subscriptions_.clear();
  {
    const std::scoped_lock guard(mutex_);
    for (Slot& slot : slots_) slot.stop.set();
  }
  for (Slot& slot : slots_) slot.thread.join();
  say_state(true);
  bus_.flush(milliseconds(500));
  std::map<std::string, SharedRun> runs;
  std::swap(runs, runs_);  // a subscription waits for its handler, which may wait for our lock
  return {};
}

/// Extends the leases, announces our state and forgets silent runs, until the worker must end.
void Worker::keep_leases() {
  while (true) {
    milliseconds pause{1000};
    std::vector<SharedRun> silent;
    {
      const std::scoped_lock guard(mutex_);
      for (const auto& [prefix, run] : runs_) {
        const milliseconds lease(run->announcement.lease);
        pause = std::min(pause, lease / 3);
        if (Clock::now() - run->heard > patience * lease) silent.push_back(run);
      }
      for (Slot& slot : slots_) {
        if (slot.job == 0) continue;
        // A hung file system stops the thread of a slot but not this one. Without this check, the
        // lease would be extended forever and no other worker would get the job.
        if (Clock::now() > slot.until) {
          if (!std::exchange(slot.hangs, true))
            options_.log(fmt::format("a slot hangs; its test for {} is left to other workers",
                                     slot.run->announcement.place));
        } else if (slot.lease) {
          slot.lease->extend();
        }
      }
    }
    for (const SharedRun& run : silent) {
      options_.log(fmt::format("{} {}", run->announcement.place,
                               run->is_over ? "has ended" : "is no longer announced"));
      forget(run);
    }
    say_state();
    pollfd stop{options_.stop_fd, POLLIN, 0};
    if (::poll(&stop, 1, static_cast<int>(std::max(pause, milliseconds(10)).count())) > 0) return;
  }
}

// A slot that hangs does not count, so that the coordinator does not wait for it.
void Worker::say_state(bool leaving) {
  WorkerState state{
      .version = options_.version,
      .worker = id_,
      .host = host_,
      .slots = leaving ? 0 : options_.slots,
      .busy = 0,
      .tests = tests_,
      .failures = failures_,
      .seconds = static_cast<std::uint64_t>(
          std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - began_).count()),
      .runs = {},
      .trusts = options_.trusts};
  {
    const std::scoped_lock guard(mutex_);
    for (const Slot& slot : slots_) {
      state.busy += slot.run && !slot.hangs ? 1 : 0;
      if (slot.hangs && state.slots > 0) --state.slots;
    }
    for (const auto& [prefix, run] : runs_)
      if (run->state == HeardRun::State::ready) state.runs.push_back(prefix);
  }
  (void)bus_.publish("whittle.worker", to_wire(state));
}

/// Handles an announcement. Nothing in it is used before its key is known to be trusted and its
/// signature is checked.
void Worker::hear(const BusMessage& message) {
  const std::string key = key_in(message.data);
  if (!is_trusted(options_.trusts, key)) return;
  const std::optional<BytesView> text =
      opened(*options_.ed25519, key, message.subject, message.data);
  if (!text) return;
  const auto announcement = from_wire<Announcement>(*text);
  if (!announcement || announcement->version != options_.version) {
    const std::string prefix = message.subject.substr(0, message.subject.rfind('.'));
    (void)bus_.publish(
        prefix + ".refused",
        to_wire(JobRefusal{.version = options_.version,
                           .worker = id_,
                           .host = host_,
                           .why = fmt::format("it has whittle {}, and the run has {}",
                                              options_.version, version_in(*text)),
                           .output = {}}));
    return;
  }
  if (message.subject != announcement->prefix + ".announce") return;
  const auto shortest = static_cast<std::uint64_t>(shortest_lease.count());
  const auto longest = static_cast<std::uint64_t>(longest_lease.count());
  if (announcement->lease < shortest || announcement->lease > longest) return;
  meet(*announcement);
}

/// Records a run that was announced. A slot joins it when it has time.
void Worker::meet(const Announcement& announcement) {
  const std::string& prefix = announcement.prefix;
  std::vector<SharedRun> older;
  {
    const std::scoped_lock guard(mutex_);
    if (const auto known = runs_.find(prefix); known != runs_.end()) {
      known->second->heard = Clock::now();
      return;
    }
    if (runs_.size() >= most_runs) return;
    const std::string run = prefix.substr(0, prefix.rfind('.') + 1);
    for (const auto& [other, known] : runs_)
      if (other.starts_with(run)) older.push_back(known);
  }
  // The run was resumed, so older calls of whittle are dead.
  for (const SharedRun& known : older) forget(known);

  auto run = std::make_shared<HeardRun>();
  run->announcement = announcement;
  run->heard = Clock::now();
  run->files =
      std::make_unique<ShelfReader>(bus_, shelf_name(prefix), [this, prefix](const Digest& digest) {
        return bus_.request(prefix + ".ask", to_wire(digest), milliseconds(5000)) == "+";
      });
  // The run holds its subscriptions, so their handlers must not hold the run.
  const std::weak_ptr<HeardRun> weak = run;
  const auto on = [&](const std::string& subject, auto handler) {
    auto heard = bus_.subscribe(subject, [this, weak, handler](const BusMessage& got) {
      const SharedRun known = weak.lock();
      if (!known) return;
      const auto text = opened(*options_.ed25519, known->announcement.key, got.subject, got.data);
      if (text) handler(known, *text);
    });
    if (heard) run->subscriptions.push_back(std::move(*heard));
  };
  on(prefix + ".cancel", [this](const SharedRun& known, BytesView text) { obey(known, text); });
  on(fmt::format("{}.at.{}", prefix, id_), [this](const SharedRun& known, BytesView text) {
    auto job = from_wire<Job>(text);
    const std::scoped_lock guard(mutex_);
    if (!job || known->direct.size() >= most_waiting) return;
    known->direct.push_back(std::move(*job));
    changed_.notify_one();
  });
  const std::scoped_lock guard(mutex_);
  runs_.emplace(prefix, std::move(run));
  changed_.notify_all();
}

/// Handles a cancellation: the coordinator no longer needs some of its jobs, this worker, or any
/// worker.
void Worker::obey(const SharedRun& run, BytesView text) {
  const auto order = from_wire<Cancel>(text);
  if (!order) return;
  if (order->excluded == id_)
    return leave(run, {ErrorKind::unreliable, "the coordinator excluded us", {}});
  const std::scoped_lock guard(mutex_);
  if (order->over) {
    // The run is not forgotten here, because that would wait for the handler in which we are.
    // `keep_leases` does it: the run now counts as silent.
    run->is_over = true;
    run->heard = {};
    stop_tests_of(*run);
    return;
  }
  for (const std::uint64_t job : order->jobs) {
    run->cancelled.insert(job);
    if (run->cancelled.size() > most_cancelled) run->cancelled.erase(run->cancelled.begin());
    for (Slot& slot : slots_)
      if (slot.run == run && slot.job == job) slot.stop.set();
  }
}

/// Requires: the caller holds the lock.
void Worker::stop_tests_of(const HeardRun& run) {
  for (Slot& slot : slots_)
    if (slot.run.get() == &run) slot.stop.set();
}

/// Stops working for a run, and tells the coordinator why.
void Worker::leave(const SharedRun& run, const Error& why) {
  {
    const std::scoped_lock guard(mutex_);
    if (run->state == HeardRun::State::refused) return;
    run->state = HeardRun::State::refused;
    run->is_over = true;
    stop_tests_of(*run);
  }
  ++failures_;
  options_.log(fmt::format("does not work for {}: {}", run->announcement.place, why.message));
  (void)bus_.publish(run->announcement.prefix + ".refused",
                     to_wire(JobRefusal{.version = options_.version,
                                        .worker = id_,
                                        .host = host_,
                                        .why = why.message,
                                        .output = why.way_out}));
  say_state();
}

// `subscriptions` is declared before the guard, so that the subscriptions end after the lock is
// released: a subscription waits for its handler, which may wait for the lock.
void Worker::forget(const SharedRun& run) {
  std::vector<std::unique_ptr<Bus::Subscription>> subscriptions;
  const std::scoped_lock guard(mutex_);
  run->is_over = true;
  stop_tests_of(*run);
  runs_.erase(run->announcement.prefix);
  std::swap(subscriptions, run->subscriptions);
}

void Worker::work(Slot& slot) {
  while (!is_over_) {
    std::erase_if(slot.parts, [](const auto& part) { return part.second.run->is_over.load(); });
    const SharedRun run = next_run(slot);
    if (!run) continue;
    if (run->state == HeardRun::State::joining)
      join(slot, run);
    else
      serve(slot, run);
  }
  slot.parts.clear();
}

/// The next run in turn; null if there is none. A run in state `joining` must be joined by the
/// caller, so that only one slot does it.
Worker::SharedRun Worker::next_run(Slot& slot) {
  std::unique_lock lock(mutex_);
  std::vector<SharedRun> ready;
  for (const auto& [prefix, run] : runs_) {
    if (run->state == HeardRun::State::fresh && !run->is_over) {
      run->state = HeardRun::State::joining;
      return run;
    }
    if (run->state == HeardRun::State::ready && !run->is_over) ready.push_back(run);
  }
  if (!ready.empty()) return ready[slot.turn++ % ready.size()];
  changed_.wait_for(lock, milliseconds(200));
  return nullptr;
}

/// Fetches the test and tests the original, before any job is taken.
void Worker::join(Slot& slot, const SharedRun& run) {
  const Announcement& announcement = run->announcement;
  const auto prepared = [&]() -> Result<void> {
    const Result<SharedBytes> test = run->files->file(announcement.test);
    if (!test) return std::unexpected(test.error());
    const Result<SharedBytes> original = run->files->file(announcement.original);
    if (!original) return std::unexpected(original.error());
    Result<Scratch> place = Scratch::make("", (*test)->size());
    if (!place) return std::unexpected(place.error());
    run->place.emplace(std::move(*place));
    Result<ReceivedTest> received = receive_test(**test, run->place->root());
    if (!received) return std::unexpected(received.error());
    run->test = std::move(*received);
    run->test.spec.sandbox |= options_.sandbox;
    Result<Document> document = unframe(**original);
    if (!document) return std::unexpected(document.error());
    run->original = std::move(*document);
    const Result<Part*> part = part_of(slot, run);
    if (!part) return std::unexpected(part.error());
    return *part ? Result<void>() : fail(ErrorKind::stale, "stopped");
  };
  if (Result<void> done = prepared(); !done) {
    if (!is_over_ && !run->is_over) leave(run, done.error());
    return;
  }
  {
    const std::scoped_lock guard(mutex_);
    if (run->state == HeardRun::State::joining) run->state = HeardRun::State::ready;
  }
  options_.log(fmt::format("works for {} of {} at {}", announcement.place, announcement.name,
                           announcement.host));
  say_state();
  changed_.notify_all();
}

// Each slot has its own oracle for each run, made when the slot first serves the run: an oracle
// tests the original first, which sets its time limit.
Result<Worker::Part*> Worker::part_of(Slot& slot, const SharedRun& run) {
  const std::string& prefix = run->announcement.prefix;
  if (const auto known = slot.parts.find(prefix); known != slot.parts.end()) return &known->second;
  LocalOracle::Options options;
  options.around = run->test.around;
  options.outputs = true;
  {
    const std::scoped_lock guard(mutex_);
    slot.stop.clear();
    slot.run = run;
  }
  auto one = OneSlot::make(run->test.spec, options, run->original, slot.stop.fd());
  {
    const std::scoped_lock guard(mutex_);
    slot.run.reset();
  }
  if (!one) return std::unexpected(one.error());
  if (!*one) return nullptr;
  auto puller = bus_.puller(shelf_name(prefix), prefix + ".job");
  if (!puller) return std::unexpected(puller.error());
  return &slot.parts
              .emplace(prefix,
                       Part{.run = run, .puller = std::move(*puller), .slot = std::move(*one)})
              .first->second;
}

void Worker::serve(Slot& slot, const SharedRun& run) {
  const Result<Part*> part = part_of(slot, run);
  if (!part) {
    if (!is_over_ && !run->is_over) leave(run, part.error());
    return;
  }
  if (!*part) return;
  std::optional<Job> direct;
  std::size_t runs = 0;
  {
    const std::scoped_lock guard(mutex_);
    runs = runs_.size();
    if (!run->direct.empty()) {
      direct = std::move(run->direct.front());
      run->direct.pop_front();
    }
  }
  if (direct) return do_job(slot, **part, *direct, nullptr);
  // With several runs, no empty queue may keep us from the others.
  Result<std::unique_ptr<Bus::Lease>> lease =
      (*part)->puller->pull(milliseconds(runs > 1 ? 10 : 200));
  if (!lease) {
    // The server or its queue cannot be reached, for a while or for ever. If it is for ever, the
    // silence of the run will tell.
    std::this_thread::sleep_for(milliseconds(100));
    return;
  }
  if (!*lease) return;
  const std::optional<BytesView> text = opened(*options_.ed25519, run->announcement.key,
                                               run->announcement.prefix + ".job", (*lease)->data());
  const std::optional<Job> job = text ? from_wire<Job>(*text) : std::nullopt;
  if (job)
    do_job(slot, **part, *job, lease->get());
  else
    (void)bus_.publish((*lease)->receipt(), Bus::done);
}

// The checks and the entry of the job happen under one lock: a cancellation that comes later finds
// the job in its slot and stops it.
void Worker::do_job(Slot& slot, Part& part, const Job& job, Bus::Lease* lease) {
  const SharedRun run = part.run;
  const auto end_lease = [&](BytesView how) {
    if (lease) (void)bus_.publish(lease->receipt(), how);
  };
  {
    const std::scoped_lock guard(mutex_);
    if (run->cancelled.contains(job.number)) return end_lease(Bus::done);
    slot.stop.clear();
    if (is_over_ || run->is_over) return end_lease(Bus::again);
    slot.run = run;
    slot.job = job.number;
    slot.lease = lease;
    slot.until = Clock::now() + part.slot->longest() + milliseconds(run->announcement.lease);
  }
  const Result<std::optional<Verdict>> verdict = tested(part, job);
  bool is_cancelled = false;
  {
    const std::scoped_lock guard(mutex_);
    slot.run.reset();
    slot.job = 0;
    slot.lease = nullptr;
    slot.hangs = false;
    is_cancelled = run->cancelled.contains(job.number);
  }
  if (!verdict) {
    end_lease(Bus::again);
    // If the coordinator has dropped the base, this host is not to blame.
    if (verdict.error().kind != ErrorKind::stale && !is_over_ && !run->is_over)
      leave(run, verdict.error());
    return;
  }
  if (!*verdict) return end_lease(is_cancelled ? Bus::done : Bus::again);
  ++tests_;
  // The coordinator ends the lease, not we: if this answer gets lost, the job is given to a worker
  // again.
  (void)bus_.publish(run->announcement.prefix + ".answer",
                     to_wire(Answer{.job = job.number,
                                    .worker = id_,
                                    .receipt = lease ? lease->receipt() : "",
                                    .verdict = **verdict}));
}

// The message that the test has begun is sent after the candidate was put together, because a job
// that fails before that has not been run.
Result<std::optional<Verdict>> Worker::tested(Part& part, const Job& job) {
  const Result<SharedBytes> base = part.run->files->file(job.base);
  if (!base) return std::unexpected(base.error());
  const Result<Bytes> framed = job.difference.empty() ? **base : applied(**base, job.difference);
  if (!framed) return std::unexpected(framed.error());
  const Result<Document> candidate = unframe(*framed);
  if (!candidate) return std::unexpected(candidate.error());
  (void)bus_.publish(part.run->announcement.prefix + ".began", to_wire(Began{job.number}));
  Result<std::optional<Verdict>> verdict = part.slot->test(*candidate);
  ++part.tests;
  if (!verdict || !*verdict) return verdict;
  const Result<bool> is_fine = is_in_order(part, **verdict);
  if (!is_fine) return std::unexpected(is_fine.error());
  if (!*is_fine) return std::nullopt;
  return verdict;
}

/// Whether this host works properly. A refusal because of a fault of the host must not be believed.
/// It cannot be told from another refusal, but there are signs: the exit statuses 126 and 127, and
/// a full disk. After such a sign the original is tested again. False if that was stopped.
Result<bool> Worker::is_in_order(Part& part, const Verdict& verdict) {
  constexpr int not_executable = 126, not_found = 127;
  constexpr std::uint64_t believed_for = 64;
  if (verdict.outcome == Outcome::interesting) return true;
  const bool is_full = is_nearly_full(part.slot->scratch());
  const bool is_missing = verdict.exit_status == not_executable || verdict.exit_status == not_found;
  // If such exits are common, the original is not tested again each time.
  if (!is_full && (!is_missing || (part.doubts_at && part.tests - part.doubts_at < believed_for)))
    return true;
  part.doubts_at = part.tests;
  return part.slot->check_original();
}

}  // namespace whittle
