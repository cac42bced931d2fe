#include "remote/remote_oracle.h"

#include <gtest/gtest.h>

#include "fake_bus.h"
#include "fake_ed25519.h"

namespace whittle {
namespace {

/// A coordinator, and a worker of two slots that the test plays.
class RemoteOracleTest : public testing::Test {
 protected:
  std::unique_ptr<RemoteOracle> open(bool share_outcomes = false) {
    bus_.on_publish = [this](const std::string& subject, const Bytes& data) {
      if (subject.ends_with(".announce")) {
        prefix_ = subject.substr(0, subject.rfind('.'));
        bus_.handlers["whittle.worker"]({"whittle.worker", "",
                                         to_wire(WorkerState{.version = "1",
                                                             .worker = "w",
                                                             .host = "there",
                                                             .slots = 2,
                                                             .runs = {prefix_},
                                                             .trusts = {"*"}})});
      }
      if (subject.ends_with(".job")) jobs_.push_back(from_wire<Job>(without_seal(data))->number);
    };
    auto oracle =
        RemoteOracle::open(bus_,
                           {.name = "me",
                            .ed25519 = &ed25519_,
                            .with = {},
                            .lease = std::chrono::seconds(60),
                            .version = "1",
                            .share_outcomes = share_outcomes},
                           {.spec = script_test("/bin/true"),
                            .original = document("original"),
                            .local = {},
                            .run_folder = "/run",
                            .warn = [this](const std::string& message, const std::string&) {
                              warnings_.push_back(message);
                            }});
    EXPECT_TRUE(oracle) << oracle.error().message;
    return std::move(*oracle);
  }
  static Document document(const std::string& text) { return Document::single("a.txt", text); }
  void say_began(std::uint64_t job) {
    bus_.handlers[prefix_ + ".began"]({"", "", to_wire(Began{job})});
  }
  void answer(std::uint64_t job, Outcome outcome) {
    Answer answer{.job = job, .worker = "w", .receipt = "$JS.ACK.receipt", .verdict = {}};
    answer.verdict.outcome = outcome;
    bus_.handlers[prefix_ + ".answer"]({"", "", to_wire(answer)});
  }

  const FakeEd25519 ed25519_;
  FakeBus bus_;
  std::string prefix_;
  std::vector<std::uint64_t> jobs_;
  std::vector<std::string> warnings_;
};

TEST_F(RemoteOracleTest, a_job_that_no_worker_had_begun_when_it_was_cancelled_was_never_run) {
  const auto oracle = open();
  for (const Ticket ticket : {1, 2, 3})
    ASSERT_TRUE(oracle->start(ticket, document(std::to_string(ticket))));
  ASSERT_EQ(jobs_.size(), 3);
  say_began(jobs_[0]);
  oracle->cancel(1);
  EXPECT_EQ(oracle->never_run(), 0);
  oracle->cancel(2);
  EXPECT_EQ(oracle->never_run(), 1);
  say_began(jobs_[1]);  // it was on its way when we cancelled it
  oracle->cancel(3);
  EXPECT_EQ(oracle->never_run(), 1);
}

TEST_F(RemoteOracleTest, what_has_ended_takes_its_slot_until_it_was_waited_for) {
  const auto oracle = open();
  for (const Ticket ticket : {1, 2, 3})
    ASSERT_TRUE(oracle->start(ticket, document(std::to_string(ticket))));
  EXPECT_EQ(oracle->free_slots(), 0);  // two, and one that waits in the queue
  for (const std::uint64_t job : jobs_) answer(job, Outcome::interesting);
  EXPECT_EQ(oracle->wait()->ticket, 1);
  // Two have ended that nobody knows of yet.
  EXPECT_EQ(oracle->slots(), 2);
  EXPECT_EQ(oracle->free_slots(), 1);
  EXPECT_EQ(oracle->wait()->ticket, 2);
  EXPECT_EQ(oracle->wait()->ticket, 3);
  EXPECT_EQ(oracle->free_slots(), 3);
}

TEST_F(RemoteOracleTest, outcomes_are_shared_by_runs_that_are_told_to) {
  {
    const auto first = open(true);
    ASSERT_TRUE(first->start(1, document("one")));
    ASSERT_TRUE(first->start(2, document("two")));
    answer(jobs_[0], Outcome::interesting);
    EXPECT_EQ(first->wait()->verdict.outcome, Outcome::interesting);
    EXPECT_EQ(first->from_other_runs(), 0);
  }
  jobs_.clear();
  {
    const auto second = open(true);
    ASSERT_TRUE(second->start(1, document("one")));
    ASSERT_TRUE(second->start(2, document("two")));
    EXPECT_EQ(jobs_.size(), 1);  // nobody has answered the other one
    const Result<Oracle::Finished> finished = second->wait();
    EXPECT_EQ(finished->ticket, 1);
    EXPECT_EQ(finished->verdict.outcome, Outcome::interesting);
    EXPECT_FALSE(finished->was_run);
    EXPECT_EQ(second->from_other_runs(), 1);
    EXPECT_EQ(second->never_run(), 1);
  }
  jobs_.clear();
  const auto third = open();
  ASSERT_TRUE(third->start(1, document("one")));
  EXPECT_EQ(jobs_.size(), 1);
}

TEST_F(RemoteOracleTest, an_outcome_that_another_run_takes_back_is_revoked) {
  const auto first = open(true);
  ASSERT_TRUE(first->start(1, document("one")));
  answer(jobs_[0], Outcome::interesting);
  ASSERT_TRUE(first->wait());
  const auto second = open(true);
  ASSERT_TRUE(second->start(1, document("one")));
  ASSERT_TRUE(second->wait());
  // As `OutcomeStore::revoke` of the first run would.
  const Bytes revoked = [&] {
    FakeBus elsewhere;
    const auto store = *OutcomeStore::open(elsewhere, "1", "", [](const Hash&) {});
    store->add(document("one"), {});
    store->revoke(document("one").hash());
    return elsewhere.values.begin()->second;
  }();
  bus_.on_value(&revoked);
  EXPECT_EQ(second->wait()->kind, Oracle::Finished::Kind::revoked);
  EXPECT_EQ(second->take_revoked(), std::vector<Hash>{document("one").hash()});
}

TEST_F(RemoteOracleTest, a_worker_that_claims_too_much_is_not_believed) {
  const auto oracle = open();
  const auto claim = [&](const std::string& worker, std::uint64_t slots) {
    bus_.handlers["whittle.worker"]({"whittle.worker", "",
                                     to_wire(WorkerState{.version = "1",
                                                         .worker = worker,
                                                         .host = "there",
                                                         .slots = slots,
                                                         .runs = {prefix_},
                                                         .trusts = {"*"}})});
  };
  claim("greedy", ~std::uint64_t{0});
  claim("*", 2);  // the name that outcomes of other runs are noted under
  claim("a.b", 2);
  for (int i = 0; i < 10'000; ++i) claim("x" + std::to_string(i), 0);
  ASSERT_TRUE(oracle->start(1, document("1")));
  answer(jobs_[0], Outcome::interesting);
  ASSERT_TRUE(oracle->wait());
  EXPECT_EQ(oracle->slots(), 2);
}

TEST_F(RemoteOracleTest, an_answer_makes_us_publish_nothing_but_its_receipt) {
  const auto oracle = open();
  std::vector<std::string> published;
  bus_.on_publish = [&](const std::string& subject, const Bytes& data) {
    if (data == Bus::done || data == Bus::again) published.push_back(subject);
  };
  ASSERT_TRUE(oracle->start(1, document("1")));
  Answer answer{.job = 1, .worker = "w", .receipt = "whittle.you.run.1.cancel", .verdict = {}};
  bus_.handlers[prefix_ + ".answer"]({"", "", to_wire(answer)});
  ASSERT_TRUE(oracle->wait());
  EXPECT_TRUE(published.empty());
}

TEST_F(RemoteOracleTest, an_answer_with_impossible_times_is_given_back) {
  const auto oracle = open();
  ASSERT_TRUE(oracle->start(1, document("1")));
  std::vector<Bytes> receipts;
  bus_.on_publish = [&](const std::string& subject, const Bytes& data) {
    if (subject.starts_with("$JS.ACK")) receipts.push_back(data);
  };
  Answer wrong{.job = 1, .worker = "w", .receipt = "$JS.ACK.1", .verdict = {}};
  wrong.verdict.duration = std::chrono::microseconds::max();
  bus_.handlers[prefix_ + ".answer"]({"", "", to_wire(wrong)});
  answer(1, Outcome::interesting);
  EXPECT_EQ(oracle->wait()->verdict.outcome, Outcome::interesting);
  EXPECT_EQ(receipts, (std::vector<Bytes>{Bytes(Bus::again), Bytes(Bus::done)}));
}

TEST_F(RemoteOracleTest, a_server_that_stores_no_outcomes_is_no_error) {
  bus_.refused_shelves.insert("whittle_outcomes");
  const auto oracle = open(true);
  EXPECT_EQ(warnings_, std::vector<std::string>{"outcomes are not shared: there is none"});
  ASSERT_TRUE(oracle->start(1, document("one")));
  EXPECT_EQ(jobs_.size(), 1);
}

TEST_F(RemoteOracleTest, timeouts_are_not_shared) {
  const auto store = *OutcomeStore::open(bus_, "1", "test", [](const Hash&) {});
  store->add(document("slow"), {.outcome = Outcome::uninteresting, .timed_out = true});
  EXPECT_TRUE(bus_.values.empty());
  store->add(document("quick"), {.outcome = Outcome::uninteresting});
  EXPECT_TRUE(store->find(document("quick")));
  const auto other_test = *OutcomeStore::open(bus_, "1", "another test", [](const Hash&) {});
  EXPECT_FALSE(other_test->find(document("quick")));
}

TEST_F(RemoteOracleTest, what_is_revoked_is_unknown_to_all) {
  std::vector<Hash> taken_back;
  const auto mine = *OutcomeStore::open(bus_, "1", "test", [](const Hash&) {});
  mine->add(document("one"), {.outcome = Outcome::interesting});
  mine->revoke(document("one").hash());
  EXPECT_FALSE(mine->find(document("one")));
  const auto theirs = *OutcomeStore::open(
      bus_, "1", "test", [&](const Hash& candidate) { taken_back.push_back(candidate); });
  EXPECT_FALSE(theirs->find(document("one")));
  theirs->add(document("two"), {.outcome = Outcome::interesting});
  EXPECT_TRUE(theirs->find(document("two")));
  for (const auto& [key, value] : bus_.values) bus_.on_value(&value);  // as if others had put them
  EXPECT_FALSE(taken_back.empty());
}

}  // namespace
}  // namespace whittle
