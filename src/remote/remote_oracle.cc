// How the coordinator stays correct when anything may fail.
//
// The oracle promises one verdict for each ticket, whatever happens to workers, messages and the
// server. So each job is in exactly one of three states: sent to the queue, tested on this host, or
// ended. Every way in which a job can get lost ends in one of the other two: the server gives a job
// up after three deliveries (`given_up`), all workers disappear (`look_around`), the server loses
// its memory (`look_for_lost_jobs`), publishing fails (`start`). Only silence is ever taken as a
// sign of loss, because a lost message cannot announce itself.
//
// Handlers of the bus run on its threads. They only add to the inbox and wake the thread of the
// scheduler, which alone changes jobs and workers. So nothing but the inbox and `bases_` needs a
// lock.
//
// Workers are not trusted more than necessary: answers are checked for plausibility, compared with
// others by sampling, and all remembered, so that the answers of a wrong worker can be taken back.
// A sample and not all, because comparing every answer would halve the speed.
#include "remote/remote_oracle.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <fmt/format.h>
#include <poll.h>
#include <random>
#include <unistd.h>

#include "remote/shelf.h"
#include "remote/shipped_test.h"
#include "store/packed.h"

namespace whittle {
namespace {

using std::chrono::milliseconds;

constexpr int most_deliveries = 3;
constexpr int most_times_sent = 3;
constexpr std::uint64_t check_every = 64;
/// The server takes messages of up to 1 MB. A candidate that differs more from its base goes to the
/// shelf.
constexpr std::size_t largest_job = 512 * 1024;
/// The bytes of differences after which a new base pays: a new base costs a few kilobytes and a
/// round trip.
constexpr std::size_t worth_a_base = 64 * 1024;
constexpr int longest_chain = 32;
constexpr std::size_t most_not_begun = 4096;
constexpr milliseconds round_trip{5};
/// Outcomes that other runs have stored count as the answers of a worker with this name; see
/// outcome_store.h. No worker can have it: ids consist of letters and digits.
const std::string other_runs = "*";

}  // namespace

RemoteOracle::RemoteOracle(Bus& bus, const RemoteOptions& options, Seal seal, Hosts::Test test)
    : bus_(bus), options_(options), seal_(std::move(seal)), test_(std::move(test)) {
  // Random, because a resumed run must not receive the messages of the run that was killed. It is
  // part of subjects only and changes no result.
  std::random_device device;
  const std::uint64_t generation = (std::uint64_t{device()} << 32) | device();
  prefix_ = fmt::format("whittle.{}.{}.{:016x}", options_.name,
                        hash_of(host_name() + ":" + test_.run_folder).hex(), generation);
  queue_ = shelf_ = shelf_name(prefix_);
}

Result<std::unique_ptr<RemoteOracle>> RemoteOracle::open(Bus& bus, const RemoteOptions& options,
                                                         Hosts::Test test) {
  Result<Seal> seal = Seal::of(*options.ed25519, options.seed);
  if (!seal) return std::unexpected(seal.error());
  std::unique_ptr<RemoteOracle> oracle(
      new RemoteOracle(bus, options, std::move(*seal), std::move(test)));
  if (Result<void> begun = oracle->begin(); !begun) return std::unexpected(begun.error());
  return oracle;
}

// The order matters: the files are on the shelf before the run is announced, and we listen before
// any worker can answer.
Result<void> RemoteOracle::begin() {
  Result<Bytes> shipped = ship_test(test_.spec, options_.with, test_.local.around);
  if (!shipped) return std::unexpected(shipped.error());
  shipped_test_ = std::move(*shipped);
  test_digest_ = digest_of(shipped_test_);
  Bytes original = frame(test_.original);
  const Digest original_digest = digest_of(original);
  first_base_ = base_ =
      std::make_shared<const Base>(original_digest, IndexedBase(std::move(original)));
  bases_[original_digest] = base_;
  remove_older_generations();
  if (Result<void> made =
          bus_.make_queue({queue_, subject("job"), options_.lease, most_deliveries});
      !made)
    return made;
  if (Result<void> made = bus_.make_shelf(shelf_); !made) return made;
  if (Result<void> put = put_file(bus_, shelf_, test_digest_, shipped_test_); !put) return put;
  if (Result<void> put = put_file(bus_, shelf_, original_digest, base_->index.bytes()); !put)
    return put;
  local_ = std::make_unique<LocalPool>(
      test_.spec, test_.local, test_.original, [this](std::uint64_t job, Result<Verdict> verdict) {
        receive([&](Inbox& inbox) { inbox.local.emplace_back(job, std::move(verdict)); });
      });
  if (Result<void> heard = listen(); !heard) return heard;
  if (options_.share_outcomes) share_outcomes();
  announcer_ = std::thread([this] { announce(); });
  wait_for_workers();
  if (workers_.empty() && !strangers_.empty())
    test_.warn("there are workers, but none of them trusts the key of this run",
               fmt::format("start them with: whittle worker --trust {}", seal_.key()));
  return {};
}

// The announcer ends first, or workers would hear of the run again after its end. Handlers use the
// other members, so the subscriptions end before these.
RemoteOracle::~RemoteOracle() {
  if (announcer_.joinable()) {
    over_.set();
    announcer_.join();
    publish_sealed("cancel", to_wire(Cancel{.jobs = {}, .excluded = {}, .over = true}));
    bus_.flush(milliseconds(500));
  }
  subscriptions_.clear();
  outcomes_.reset();
  local_.reset();
  bus_.remove_queue(queue_);
  bus_.remove_shelf(shelf_);
}

void RemoteOracle::share_outcomes() {
  const auto say_no = [&](const std::string& why) {
    test_.warn(fmt::format("outcomes are not shared: {}", why), "");
  };
  if (const std::string why = why_not_shared(test_.spec); !why.empty()) return say_no(why);
  auto store =
      OutcomeStore::open(bus_, options_.version, shipped_test_, [this](const Hash& candidate) {
        receive([&](Inbox& inbox) { inbox.taken_back.push_back(candidate); });
      });
  if (!store) return say_no(store.error().message);
  outcomes_ = std::move(*store);
}

std::string RemoteOracle::subject(std::string_view last) const {
  return fmt::format("{}.{}", prefix_, last);
}

/// Sends a signed message to workers, which accept no other messages from us.
void RemoteOracle::publish_sealed(const std::string& last, Bytes message) {
  const std::string to = subject(last);
  (void)bus_.publish(to, seal_.on(to, std::move(message)));
}

/// Removes the queues of earlier calls of whittle for this run: a coordinator that was killed
/// leaves its queue on the server.
void RemoteOracle::remove_older_generations() {
  const std::string run = queue_.substr(0, queue_.rfind('_') + 1);
  for (const std::string& name : bus_.queues(queue_.substr(0, queue_.find('/'))))
    if (name.starts_with(run) && name != queue_) {
      bus_.remove_queue(name);
      bus_.remove_shelf(name);
    }
}

/// Calls `add` with the inbox, on any thread.
void RemoteOracle::receive(auto add) {
  const std::scoped_lock guard(mutex_);
  add(inbox_);
  news_.set();
}

Result<void> RemoteOracle::listen() {
  const auto add = [&](Result<std::unique_ptr<Bus::Subscription>> subscription) -> Result<void> {
    if (!subscription) return std::unexpected(subscription.error());
    subscriptions_.push_back(std::move(*subscription));
    return {};
  };
  const auto to = [&]<typename Message>(std::vector<Message> Inbox::*list, std::string from) {
    return add(bus_.subscribe(from, [this, list](const BusMessage& message) {
      if (auto got = from_wire<Message>(message.data))
        receive([&](Inbox& inbox) {
          if ((inbox.*list).size() < most_waiting) (inbox.*list).push_back(std::move(*got));
        });
    }));
  };
  // Does not wake the scheduler: it matters only when a job is cancelled.
  const auto began = [this](const BusMessage& message) {
    const std::scoped_lock guard(mutex_);
    if (const auto got = from_wire<Began>(message.data); got && inbox_.begun.size() < most_waiting)
      inbox_.begun.push_back(got->begun);
  };
  for (Result<void> heard :
       {to(&Inbox::answers, subject("answer")), add(bus_.subscribe(subject("began"), began)),
        to(&Inbox::refusals, subject("refused")), to(&Inbox::states, "whittle.worker"),
        add(bus_.subscribe(subject("ask"),
                           [this](const BusMessage& message) {
                             const auto digest = from_wire<Digest>(message.data);
                             const bool is_there = digest && put_again(*digest);
                             (void)bus_.publish(message.reply, is_there ? "+" : "-");
                           })),
        add(bus_.on_given_up(queue_, [this](const Bytes& data) {
          if (const auto job = from_wire<Job>(without_seal(data)))
            receive([&](Inbox& inbox) { inbox.given_up.push_back(job->number); });
        }))})
    if (!heard) return heard;
  return {};
}

/// Announces the run, on its own thread: workers must hear from us even while the search thinks.
void RemoteOracle::announce() {
  const Bytes text =
      seal_.on(subject("announce"),
               to_wire(Announcement{.version = options_.version,
                                    .key = seal_.key(),
                                    .prefix = prefix_,
                                    .name = options_.name,
                                    .host = host_name(),
                                    .place = test_.run_folder,
                                    .test = test_digest_,
                                    .original = first_base_->digest,
                                    .lease = static_cast<std::uint64_t>(options_.lease.count())}));
  pollfd over{over_.fd(), POLLIN, 0};
  do {
    (void)bus_.publish(subject("announce"), text);
  } while (::poll(&over, 1, static_cast<int>(options_.lease.count() / 3)) == 0);
}

/// Gives the workers that are already connected some time to test the original, so that the run
/// begins with most of them. Others join later. If there is none, the run begins at once.
void RemoteOracle::wait_for_workers() {
  (void)bus_.publish("whittle.ping", "");
  const auto began = Clock::now();
  const auto some = std::max<Clock::duration>(milliseconds(500), options_.lease / 3);
  while (Clock::now() - began < std::chrono::seconds(10)) {
    pollfd fds[] = {{news_.fd(), POLLIN, 0}, {test_.local.interrupt_fd, POLLIN, 0}};
    ::poll(fds, 2, 50);
    if (fds[1].revents) return;
    (void)take_inbox();
    const bool all_decided = std::ranges::all_of(workers_, [&](const auto& entry) {
      return entry.second.state.slots == 0 || works_for_us(entry.first, entry.second) ||
             left_out_.contains(entry.first);
    });
    if (all_decided && (!workers_.empty() || Clock::now() - began > some)) return;
  }
}

bool RemoteOracle::works_for_us(const std::string& name, const Worker& worker) const {
  return worker.state.slots > 0 && !excluded_.contains(name) &&
         std::ranges::count(worker.state.runs, prefix_) > 0;
}

/// Must be called whenever a worker has changed.
void RemoteOracle::count_slots() {
  remote_slots_ = 0;
  for (const auto& [name, worker] : workers_)
    if (works_for_us(name, worker)) remote_slots_ += worker.state.slots;
}

std::size_t RemoteOracle::slots() const {
  // Running tests count as slots even if their workers have left meanwhile.
  return std::max({remote_slots_ > 0 ? remote_slots_ : local_->slots(),
                   running_.size() + ended_.size(), std::size_t{1}});
}

std::size_t RemoteOracle::free_slots() const {
  // Some jobs wait in the queue, so that a worker that has ended one need not wait for the next: a
  // quarter of the slots, and more if tests are so short that several end during a round trip.
  const auto during_round_trip = static_cast<std::size_t>(
      round_trip * remote_slots_ / std::max<std::chrono::microseconds>(test_time_, round_trip));
  const std::size_t waiting = std::max((remote_slots_ + 3) / 4, during_round_trip);
  const std::size_t most = remote_slots_ > 0 ? remote_slots_ + waiting : local_->slots();
  return most - std::min(most, running_.size() + ended_.size());
}

Result<void> RemoteOracle::start(Ticket ticket, const Document& candidate) {
  if (outcomes_ && !excluded_.contains(other_runs))
    if (std::optional<Verdict> known = outcomes_->find(candidate)) {
      ++never_run_;
      ++from_other_runs_;
      note_answer(other_runs, candidate, *known);
      known->limit = limit_;
      ended_.push_back({Finished::Kind::verdict, ticket, std::move(*known), false});
      return {};
    }
  const std::uint64_t number = ++last_number_;
  Running& job = running_[number] = {.ticket = ticket, .candidate = candidate, .base = {}};
  numbers_[ticket] = number;
  if (remote_slots_ == 0) {
    test_here(number, job);
    return {};
  }
  if (send(number, job))
    ++sent_;
  else
    test_here(number, job);
  return {};
}

void RemoteOracle::test_here(std::uint64_t number, Running& job) {
  if (job.is_local) return;
  job.is_local = true;
  job.base.reset();
  local_->submit(number, job.candidate);
}

/// False if the server cannot be reached and too much waits for it.
bool RemoteOracle::send(std::uint64_t number, Running& job) {
  const Result<Job> message = encoded(number, job);
  const std::string to = subject("job");
  return message && bus_.publish(to, seal_.on(to, to_wire(*message)));
}

// The job keeps its base alive: a worker may ask for it as long as the job runs.
Result<Job> RemoteOracle::encoded(std::uint64_t number, Running& job) {
  choose_base();
  const Bytes framed = frame(job.candidate);
  job.base = base_;
  Job message{
      .number = number, .base = base_->digest, .difference = base_->index.difference(framed)};
  sent_against_base_ += message.difference.size();
  if (message.difference.size() <= largest_job) return message;
  message.base = digest_of(framed);
  message.difference.clear();
  if (Result<void> put = put_file(bus_, shelf_, message.base, framed); !put)
    return std::unexpected(put.error());
  return message;
}

/// Makes the last interesting candidate the base once the differences from the old base have cost
/// more than a new base does. If the server does not take it, the old base stays.
void RemoteOracle::choose_base() {
  if (!next_base_ || sent_against_base_ < worth_a_base) return;
  Bytes framed = frame(*std::exchange(next_base_, std::nullopt));
  sent_against_base_ = 0;
  const Digest digest = digest_of(framed);
  const std::pair<Digest, const IndexedBase*> parent{base_->digest, &base_->index};
  const bool is_chained = base_->depth < longest_chain;
  if (!put_file(bus_, shelf_, digest, framed, is_chained ? &parent : nullptr)) return;
  base_ = std::make_shared<const Base>(digest, IndexedBase(std::move(framed)),
                                       is_chained ? base_->depth + 1 : 0);
  const std::scoped_lock guard(mutex_);
  std::erase_if(bases_, [](const auto& entry) { return entry.second.expired(); });
  bases_[digest] = base_;
}

/// Stores a file again, for a worker that does not find it on the shelf. Called on a thread of the
/// bus.
bool RemoteOracle::put_again(const Digest& digest) {
  if (!bus_.make_shelf(shelf_)) return false;
  if (digest == test_digest_) return put_file(bus_, shelf_, digest, shipped_test_).has_value();
  std::shared_ptr<const Base> base;
  {
    const std::scoped_lock guard(mutex_);
    if (const auto found = bases_.find(digest); found != bases_.end()) base = found->second.lock();
  }
  return base && put_file(bus_, shelf_, digest, base->index.bytes());
}

// The answer may be on its way already. It is ignored later, because its number is no longer in
// `running_`.
void RemoteOracle::cancel(Ticket ticket) {
  const auto found = numbers_.find(ticket);
  if (found == numbers_.end()) {
    // The verdict has already come, and `wait` must not return it.
    std::erase_if(ended_, [&](const Finished& one) { return one.ticket == ticket; });
    return;
  }
  const std::uint64_t number = found->second;
  if (running_[number].is_local) {
    if (!local_->cancel(number) && !running_[number].has_begun) ++never_run_;
  } else {
    // Read now, because the message that the test has begun may be in the inbox.
    take_begun([&] {
      const std::scoped_lock guard(mutex_);
      return std::exchange(inbox_.begun, {});
    }());
    if (!running_[number].has_begun) {
      ++never_run_;
      not_begun_.insert(number);
      if (not_begun_.size() > most_not_begun) not_begun_.erase(not_begun_.begin());
    }
    publish_sealed("cancel", to_wire(Cancel{.jobs = {number}, .excluded = {}, .over = false}));
    --sent_;
  }
  running_.erase(number);
  numbers_.erase(found);
}

void RemoteOracle::take_begun(const std::vector<std::uint64_t>& jobs) {
  for (const std::uint64_t number : jobs)
    if (const auto job = running_.find(number); job != running_.end())
      job->second.has_begun = true;
    else if (not_begun_.erase(number) > 0)  // we heard of it too late
      --never_run_;
}

Result<Oracle::Finished> RemoteOracle::wait() {
  while (true) {
    if (Result<void> taken = take_inbox(); !taken) return std::unexpected(taken.error());
    if (!revoked_.empty()) return Finished{Finished::Kind::revoked, 0, {}};
    if (ended_.empty() && running_.empty()) return Finished{};
    look_around();
    // Looks for interrupts even if there are answers: with many workers there are always some.
    pollfd fds[] = {{news_.fd(), POLLIN, 0}, {test_.local.interrupt_fd, POLLIN, 0}};
    ::poll(fds, 2, ended_.empty() ? static_cast<int>(options_.lease.count() / 3) : 0);
    if (fds[1].revents) return Finished{Finished::Kind::interrupted, 0, {}};
    if (ended_.empty()) continue;
    Finished finished = std::move(ended_.front());
    ended_.pop_front();
    limit_ = finished.verdict.limit;
    return finished;
  }
}

// Answers are handled before given-up jobs, because a job that was answered must not be tested
// again.
Result<void> RemoteOracle::take_inbox() {
  Inbox inbox;
  {
    const std::scoped_lock guard(mutex_);
    news_.clear();
    std::swap(inbox, inbox_);
  }
  for (WorkerState& state : inbox.states) take_state(std::move(state));
  if (!inbox.states.empty()) count_slots();
  for (const JobRefusal& refusal : inbox.refusals) take_refusal(refusal);
  take_begun(inbox.begun);
  for (const Answer& answer : inbox.answers) {
    take_answer(answer);
    if (checks_.contains(answer.job))
      if (Result<void> taken = take_check(answer.job, answer.worker, answer.verdict); !taken)
        return taken;
  }
  for (const std::uint64_t number : inbox.given_up)
    if (const auto job = running_.find(number); job != running_.end() && !job->second.is_local) {
      --sent_;
      test_here(number, job->second);
    }
  for (auto& [number, verdict] : inbox.local) {
    if (!verdict) return std::unexpected(verdict.error());
    if (checks_.contains(number)) {
      if (Result<void> taken = take_check(number, "", *verdict); !taken) return taken;
    } else {
      end_job(number, std::move(*verdict));
    }
  }
  if (const auto others = workers_.find(other_runs); others != workers_.end())
    for (const Hash& candidate : inbox.taken_back)
      if (std::ranges::count(others->second.answered, candidate) > 0) revoked_.push_back(candidate);
  return {};
}

void RemoteOracle::take_answer(const Answer& answer) {
  if (!is_worker_id(answer.worker)) return;
  const bool is_excluded = excluded_.contains(answer.worker);
  // The receipt comes from the worker, so it must not make us publish to any other kind of subject.
  if (answer.receipt.starts_with("$JS.ACK."))
    (void)bus_.publish(answer.receipt,
                       is_excluded || !is_plausible(answer.verdict) ? Bus::again : Bus::done);
  const auto job = running_.find(answer.job);
  if (is_excluded || job == running_.end() || !is_plausible(answer.verdict)) return;
  last_answer_ = Clock::now();
  // A mean over about the last sixteen tests decides how many jobs wait in the queue. It changes
  // the order of tests, never an outcome.
  test_time_ += (answer.verdict.duration - test_time_) / 16;
  note_answer(answer.worker, job->second.candidate, answer.verdict);
  end_job(answer.job, answer.verdict);
}

/// Records an answer so that it can be revoked, and has some answers compared with another
/// worker's: answers 1, 2, 4, 8, 16 and 32, and then every 64th. A host that is set up wrongly
/// shows it early.
void RemoteOracle::note_answer(const std::string& name, const Document& candidate,
                               const Verdict& verdict) {
  Worker& worker = workers_[name];
  worker.answered.push_back(candidate.hash());
  const std::uint64_t count = ++worker.answers;
  const bool is_due =
      count % check_every == 0 || (count < check_every && std::has_single_bit(count));
  if (is_due && !verdict.timed_out) start_check(name, candidate, verdict.outcome);
}

void RemoteOracle::end_job(std::uint64_t number, Verdict verdict) {
  const auto job = running_.find(number);
  if (job == running_.end()) return;
  if (job->second.is_local)
    local_->cancel(number);  // a worker has answered before our own test ended
  else
    --sent_;
  if (verdict.outcome == Outcome::interesting) next_base_ = job->second.candidate;
  if (outcomes_) outcomes_->add(job->second.candidate, verdict);
  ended_.push_back({Finished::Kind::verdict, job->second.ticket, std::move(verdict)});
  numbers_.erase(job->second.ticket);
  running_.erase(job);
}

// Anybody on the server can claim to be a worker, so the numbers of workers and slots are bounded.
void RemoteOracle::take_state(WorkerState state) {
  if (!is_worker_id(state.worker) || state.slots > most_slots) return;
  if (!is_trusted(state.trusts, seal_.key())) {
    if (strangers_.size() < most_workers) strangers_.insert(state.worker);
    return;
  }
  if (workers_.size() >= most_workers && !workers_.contains(state.worker)) return;
  if (state.slots == 0) {  // it is about to leave
    if (const auto known = workers_.find(state.worker); known != workers_.end())
      known->second.state.slots = 0;
    return;
  }
  Worker& worker = workers_[state.worker];
  worker.heard = Clock::now();
  worker.state = std::move(state);
}

void RemoteOracle::take_refusal(const JobRefusal& refusal) {
  if (!is_worker_id(refusal.worker) || left_out_.size() >= most_workers ||
      !left_out_.insert(refusal.worker).second)
    return;
  test_.warn(fmt::format("{} is excluded: {}", refusal.host, refusal.why), refusal.output);
}

/// Has another worker test a candidate that `worker` has answered. Without another worker, this
/// host tests it.
void RemoteOracle::start_check(const std::string& worker, const Document& candidate,
                               Outcome given) {
  const std::uint64_t number = ++last_number_;
  Check check{.candidate = candidate, .given = given, .worker = worker, .other = {}};
  std::vector<std::string> others;
  for (const auto& [name, other] : workers_)
    if (name != worker && works_for_us(name, other)) others.push_back(name);
  if (others.empty()) {
    // If there is only one worker, this host may be too slow to compare all that it should. The
    // number of open checks is bounded: without a bound, a million jobs took 89.7 MB
    // (docs/rejected.md).
    if (checks_.size() < check_every) decide(std::move(check));
    return;
  }
  check.other = others[number % others.size()];
  // A check goes to one worker directly and not through the queue: the worker that gave the answer
  // could take it.
  Running as_job{.candidate = candidate, .base = {}};
  const Result<Job> message = encoded(number, as_job);
  if (!message) return;
  publish_sealed("at." + check.other, to_wire(*message));
  // A worker that never answers costs only this entry.
  if (checks_.size() > check_every) checks_.erase(checks_.begin());
  checks_.emplace(number, std::move(check));
}

void RemoteOracle::decide(Check check) {
  const std::uint64_t number = ++last_number_;
  check.is_deciding = true;
  local_->submit(number, check.candidate);
  checks_.emplace(number, std::move(check));
}

/// Handles the second answer for a candidate, or the deciding one of this host.
Result<void> RemoteOracle::take_check(std::uint64_t number, const std::string& from,
                                      const Verdict& verdict) {
  const auto found = checks_.find(number);
  if (found->second.is_deciding != from.empty()) return {};
  Check check = std::move(found->second);
  checks_.erase(found);
  // A timeout says more about the load of a host than about the candidate.
  if (verdict.timed_out) return {};
  if (!check.is_deciding) {
    if (from == check.other && verdict.outcome != check.given) decide(std::move(check));
    return {};
  }
  if (check.other.empty() && verdict.outcome == check.given) return {};
  // This host tests twice: only if it agrees with itself can it decide who is wrong.
  if (!check.here) {
    check.here = verdict.outcome;
    decide(std::move(check));
    return {};
  }
  if (outcomes_ && (verdict.outcome != *check.here || verdict.outcome != check.given))
    outcomes_->revoke(check.candidate.hash());
  if (verdict.outcome != *check.here)
    return fail(ErrorKind::unreliable, "the test answered the same candidate differently",
                "find out why; --flaky works without --workers");
  const std::string& wrong = verdict.outcome != check.given ? check.worker : check.other;
  if (!wrong.empty() && !excluded_.contains(wrong)) exclude(wrong);
  return {};
}

// All answers of the worker are revoked, not only those after the wrong one: it is not known since
// when it was wrong.
void RemoteOracle::exclude(const std::string& name) {
  excluded_.insert(name);
  left_out_.insert(name);
  count_slots();
  Worker& worker = workers_[name];
  test_.warn(fmt::format("{} is excluded: it answered a candidate differently from other hosts",
                         name == other_runs ? "what other runs have stored" : worker.state.host),
             fmt::format("{} of its answers are tested again", worker.answered.size()));
  revoked_.insert(revoked_.end(), worker.answered.begin(), worker.answered.end());
  if (outcomes_ && name == other_runs)
    outcomes_->revoke_all();
  else if (outcomes_)
    for (const Hash& candidate : worker.answered) outcomes_->revoke(candidate);
  worker.answered.clear();
  publish_sealed("cancel", to_wire(Cancel{.jobs = {}, .excluded = name, .over = false}));
}

std::vector<Hash> RemoteOracle::take_revoked() {
  // A run that finds most of its outcomes in the store may be over before any of them was compared.
  // So the last checks are waited for.
  const auto is_pending = [](const auto& entry) { return entry.second.worker == other_runs; };
  const auto deadline = Clock::now() + options_.lease;
  while (revoked_.empty() && std::ranges::any_of(checks_, is_pending) && Clock::now() < deadline) {
    pollfd fds[] = {{news_.fd(), POLLIN, 0}, {test_.local.interrupt_fd, POLLIN, 0}};
    ::poll(fds, 2, 100);
    if (fds[1].revents || !take_inbox()) break;
  }
  return std::exchange(revoked_, {});
}

// The result did not pass its last test. If outcomes of other runs were used, they are the first
// suspects.
void RemoteOracle::doubt_other_runs() {
  if (from_other_runs_ == 0 || excluded_.contains(other_runs)) return;
  exclude(other_runs);
}

/// Called regularly: counts the workers that are still heard from, and takes back all jobs if there
/// are none.
void RemoteOracle::look_around() {
  const auto now = Clock::now();
  if (now - last_look_ < options_.lease / 3) return;
  last_look_ = now;
  for (auto& [name, worker] : workers_) {
    if (now - worker.heard <= options_.lease + std::chrono::seconds(1)) continue;
    // A worker that ends says so before, and has no slots then.
    if (worker.state.slots > 0)
      test_.warn(fmt::format("the worker on {} is lost: it gave no sign of life for {} s",
                             worker.state.host,
                             std::chrono::ceil<std::chrono::seconds>(now - worker.heard).count()),
                 "others get its tests");
    worker.state.slots = 0;
  }
  count_slots();
  if (remote_slots_ > 0) {
    said_alone_ = false;
    return look_for_lost_jobs();
  }
  if (!std::exchange(said_alone_, true))
    test_.warn("there is no worker; tests run on this host until one connects", "");
  if (sent_ == 0) return;
  bus_.purge_queue(queue_);
  sent_ = 0;
  for (auto& [number, job] : running_) test_here(number, job);
}

/// If the queue is empty and no worker is busy, the jobs that we still wait for were lost with the
/// server's data. They are sent again, and tested here if they get lost repeatedly. Two looks in a
/// row: a single one may fall between the delivery of a job and the count of the server.
void RemoteOracle::look_for_lost_jobs() {
  if (sent_ == 0 || Clock::now() - last_answer_ < options_.lease) {
    looks_without_jobs_ = 0;
    return;
  }
  const Result<Bus::Backlog> backlog = bus_.backlog(queue_);
  const bool is_at_work = backlog && backlog->waiting + backlog->leased > 0;
  looks_without_jobs_ = is_at_work ? 0 : looks_without_jobs_ + 1;
  if (looks_without_jobs_ < 2) return;
  looks_without_jobs_ = 0;
  if (!bus_.make_queue({queue_, subject("job"), options_.lease, most_deliveries})) return;
  for (auto& [number, job] : running_) {
    if (job.is_local) continue;
    if (++job.times_sent <= most_times_sent && send(number, job)) continue;
    --sent_;
    test_here(number, job);
  }
}

}  // namespace whittle
