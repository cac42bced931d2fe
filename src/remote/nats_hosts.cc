#include "remote/nats_hosts.h"

#include <algorithm>
#include <mutex>
#include <thread>

namespace whittle {

Result<std::unique_ptr<Bus>> connected_bus(const BusAccess& access) {
  Result<std::unique_ptr<Bus>> bus = load_bus();
  if (!bus) return bus;
  if (Result<void> connected = (*bus)->connect(access); !connected)
    return std::unexpected(connected.error());
  return bus;
}

std::vector<WorkerState> workers_at(Bus& bus, std::chrono::milliseconds most) {
  std::mutex mutex;
  std::map<std::string, WorkerState> found;
  {
    auto heard = bus.subscribe("whittle.worker", [&](const BusMessage& message) {
      auto state = from_wire<WorkerState>(message.data);
      if (!state) return;
      const std::scoped_lock guard(mutex);
      if (state->slots == 0)
        found.erase(state->worker);
      else
        found[state->worker] = std::move(*state);
    });
    if (!heard) return {};
    (void)bus.publish("whittle.ping", "");
    // Nobody knows how many workers there are, so all answers within the time count.
    std::this_thread::sleep_for(most);
  }
  std::vector<WorkerState> workers;
  for (auto& [name, worker] : found) workers.push_back(std::move(worker));
  std::ranges::sort(workers, {}, &WorkerState::host);
  return workers;
}

Result<std::unique_ptr<NatsHosts>> NatsHosts::connect(const BusAccess& access,
                                                      RemoteOptions options) {
  Result<std::unique_ptr<Bus>> bus = connected_bus(access);
  if (!bus) return std::unexpected(bus.error());
  const Result<const Ed25519*> ed25519 = load_ed25519();
  if (!ed25519) return std::unexpected(ed25519.error());
  options.ed25519 = *ed25519;
  options.name = name_of(access);
  options.seed = access.seed;
  return std::unique_ptr<NatsHosts>(new NatsHosts(std::move(*bus), std::move(options)));
}

std::size_t NatsHosts::slots() {
  const Result<Seal> seal = Seal::of(*options_.ed25519, options_.seed);
  const std::string key = seal ? seal->key() : "";
  std::size_t slots = 0;
  for (const WorkerState& worker : workers_at(*bus_, std::chrono::milliseconds(300)))
    if (is_trusted(worker.trusts, key) && worker.slots <= most_slots) slots += worker.slots;
  return slots;
}

Result<std::unique_ptr<OracleElsewhere>> NatsHosts::open(Test test) {
  auto oracle = RemoteOracle::open(*bus_, options_, std::move(test));
  if (!oracle) return std::unexpected(oracle.error());
  return std::move(*oracle);
}

}  // namespace whittle
