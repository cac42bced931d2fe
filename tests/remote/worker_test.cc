#include "remote/worker.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fake_bus.h"
#include "fake_ed25519.h"

namespace whittle {
namespace {

/// A worker, and a coordinator that the test plays.
class WorkerTest : public testing::Test {
 protected:
  void start(std::vector<std::string> trusts) {
    bus_.on_publish = [this](const std::string& subject, const Bytes& data) {
      if (subject.ends_with(".refused") && !was_refused_.exchange(true))
        refused_.set_value(*from_wire<JobRefusal>(data));
    };
    worker_ = std::make_unique<Worker>(bus_, WorkerOptions{.slots = 1,
                                                           .trusts = std::move(trusts),
                                                           .ed25519 = &ed25519_,
                                                           .version = "0.9.1",
                                                           .stop_fd = stop_.fd()});
    thread_ = std::thread([this] { EXPECT_TRUE(worker_->run()); });
    bus_.is_listening.get_future().wait();
  }
  ~WorkerTest() override {
    stop_.set();
    if (thread_.joinable()) thread_.join();
  }
  Announcement announcement() const {
    Announcement announcement{};
    announcement.version = "0.9.1";
    announcement.key = seal_.key();
    announcement.prefix = prefix_;
    announcement.lease = 1000;
    return announcement;
  }
  void hear(const Bytes& message, const std::string& subject) {
    bus_.handlers["whittle.*.*.*.announce"]({subject, "", message});
  }
  /// A run that was heard of is listened to, for its cancellations.
  bool is_known() const { return bus_.handlers.contains(prefix_ + ".cancel"); }

  const std::string prefix_ = "whittle.me.run.1", subject_ = prefix_ + ".announce";
  const FakeEd25519 ed25519_;
  const Seal seal_ = *Seal::of(ed25519_, ""), other_seal_ = *Seal::of(ed25519_, "");
  const PollFlag stop_;
  FakeBus bus_;
  std::promise<JobRefusal> refused_;  // the first
  std::atomic<bool> was_refused_ = false;
  std::unique_ptr<Worker> worker_;
  std::thread thread_;
};

TEST_F(WorkerTest, a_run_of_another_version_is_refused_with_both_numbers) {
  start({seal_.key()});
  Announcement other = announcement();
  other.version = "0.9.2";
  // A later version may have fields that this one does not know.
  hear(seal_.on(subject_, to_wire(other) + "more"), subject_);
  EXPECT_EQ(refused_.get_future().get().why, "it has whittle 0.9.1, and the run has 0.9.2");
}

TEST_F(WorkerTest, only_runs_that_a_trusted_key_has_signed_are_heard) {
  start({seal_.key()});
  // Another key, which says so, and one that claims to be ours.
  Announcement theirs = announcement();
  theirs.key = other_seal_.key();
  hear(other_seal_.on(subject_, to_wire(theirs)), subject_);
  hear(other_seal_.on(subject_, to_wire(announcement())), subject_);
  EXPECT_FALSE(is_known());
  // No signature, a changed message, and a signature for another subject.
  hear(to_wire(announcement()), subject_);
  Bytes changed = seal_.on(subject_, to_wire(announcement()));
  changed[changed.size() - Ed25519::signature_size - 1] ^= 1;
  hear(changed, subject_);
  hear(seal_.on("whittle.me.run.2.announce", to_wire(announcement())), subject_);
  hear("", subject_);
  EXPECT_FALSE(is_known());
  hear(seal_.on(subject_, to_wire(announcement())), subject_);
  EXPECT_TRUE(is_known());
}

TEST_F(WorkerTest, a_worker_that_trusts_everybody_still_wants_each_run_to_be_its_own) {
  start({"*"});
  hear(other_seal_.on(subject_, to_wire(announcement())), subject_);
  EXPECT_FALSE(is_known());
  hear(seal_.on(subject_, to_wire(announcement())), subject_);
  EXPECT_TRUE(is_known());
}

TEST_F(WorkerTest, a_lease_that_would_keep_it_busy_or_waiting_for_ever_is_refused) {
  start({"*"});
  for (const std::uint64_t lease : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    Announcement strange = announcement();
    strange.lease = lease;
    hear(seal_.on(subject_, to_wire(strange)), subject_);
  }
  EXPECT_FALSE(is_known());
}

TEST_F(WorkerTest, no_more_than_some_hundred_runs_are_known_at_a_time) {
  start({"*"});
  for (int i = 0; i < 1000; ++i) {
    Announcement one = announcement();
    one.prefix = fmt::format("whittle.me.run{}.1", i);
    hear(seal_.on(one.prefix + ".announce", to_wire(one)), one.prefix + ".announce");
  }
  EXPECT_LE(bus_.handlers.size(), 3 * most_runs);
}

}  // namespace
}  // namespace whittle
