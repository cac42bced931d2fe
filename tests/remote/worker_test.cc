#include "remote/worker.h"

#include <gtest/gtest.h>

#include "fake_bus.h"

namespace whittle {
namespace {

TEST(Worker, a_run_of_another_version_is_refused_with_both_numbers) {
  FakeBus bus;
  std::promise<Refused> refused;
  bus.on_publish = [&](const std::string& subject, const Bytes& data) {
    if (subject == "whittle.me.run.1.refused") refused.set_value(*from_wire<Refused>(data));
  };
  const PollFlag stop;
  Worker worker(bus, {.slots = 1, .trusts = {"me"}, .version = "0.9.1", .stop_fd = stop.fd()});
  std::thread thread([&] { EXPECT_TRUE(worker.run()); });
  bus.is_listening.get_future().wait();
  Announcement announcement{};
  announcement.version = "0.9.2";
  announcement.prefix = "whittle.me.run.1";
  // A later version may have fields that this one does not know.
  bus.handlers["whittle.me.*.*.announce"](
      {"whittle.me.run.1.announce", "", to_wire(announcement) + "more"});
  EXPECT_EQ(refused.get_future().get().why, "it has whittle 0.9.1, and the run has 0.9.2");
  stop.set();
  thread.join();
}

}  // namespace
}  // namespace whittle
