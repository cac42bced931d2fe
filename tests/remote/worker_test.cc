#include "remote/worker.h"

#include <future>
#include <gtest/gtest.h>
#include <sys/eventfd.h>

namespace whittle {
namespace {

/// A bus on which a test is everybody else. It has no queues and no shelves.
class FakeBus final : public Bus {
 public:
  std::function<void(const std::string& subject, Bytes data)> on_publish = [](auto&&...) {};
  std::map<std::string, Handler> handlers;
  std::promise<void> is_listening;

  Result<void> connect(const BusAccess&) override { return {}; }
  void flush(std::chrono::milliseconds) override {}
  Result<void> publish(const std::string& subject, BytesView data, const std::string&) override {
    on_publish(subject, Bytes(data));
    return {};
  }
  std::optional<Bytes> request(const std::string&, BytesView, std::chrono::milliseconds) override {
    return {};
  }
  Result<std::unique_ptr<Subscription>> subscribe(const std::string& subject,
                                                  Handler handler) override {
    handlers[subject] = std::move(handler);
    if (subject == "whittle.ping") is_listening.set_value();
    return std::make_unique<Subscription>();
  }
  Result<void> make_queue(const Queue&) override { return none(); }
  void remove_queue(const std::string&) override {}
  void purge_queue(const std::string&) override {}
  std::vector<std::string> queues() override { return {}; }
  Result<Backlog> backlog(const std::string&) override { return none(); }
  Result<std::unique_ptr<Subscription>> on_given_up(const std::string&,
                                                    std::function<void(Bytes)>) override {
    return none();
  }
  Result<std::unique_ptr<Puller>> puller(const std::string&, const std::string&) override {
    return none();
  }
  Result<void> make_shelf(const std::string&) override { return none(); }
  void remove_shelf(const std::string&) override {}
  Result<void> put(const std::string&, const std::string&, BytesView) override { return none(); }
  std::optional<Bytes> get(const std::string&, const std::string&) override { return {}; }
  Traffic traffic() override { return {}; }

 private:
  static std::unexpected<Error> none() { return fail(ErrorKind::usage, "there is none"); }
};

TEST(Worker, a_run_of_another_version_is_refused_with_both_numbers) {
  FakeBus bus;
  std::promise<Refused> refused;
  bus.on_publish = [&](const std::string& subject, const Bytes& data) {
    if (subject == "whittle.me.run.1.refused") refused.set_value(*from_wire<Refused>(data));
  };
  const UniqueFd stop(eventfd(0, EFD_CLOEXEC));
  Worker worker(bus, {.slots = 1, .trusts = {"me"}, .version = "0.9.1", .stop_fd = stop.get()});
  std::thread thread([&] { EXPECT_TRUE(worker.run()); });
  bus.is_listening.get_future().wait();
  Announcement announcement{};
  announcement.version = "0.9.2";
  announcement.prefix = "whittle.me.run.1";
  // A later version may have fields that this one does not know.
  bus.handlers["whittle.me.*.*.announce"](
      {"whittle.me.run.1.announce", "", to_wire(announcement) + "more"});
  EXPECT_EQ(refused.get_future().get().why, "it has whittle 0.9.1, and the run has 0.9.2");
  eventfd_write(stop.get(), 1);
  thread.join();
}

}  // namespace
}  // namespace whittle
