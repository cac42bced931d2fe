/// The workers of a server, as `Hosts` for a run; and their current state, for people.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "oracle/hosts.h"
#include "remote/access.h"
#include "remote/remote_oracle.h"
#include "remote/wire.h"

namespace whittle {

class NatsHosts final : public Hosts {
 public:
  /// Connects. `options.name` is set.
  static Result<std::unique_ptr<NatsHosts>> connect(const BusAccess& access, RemoteOptions options);

  std::size_t slots() override;
  Result<std::unique_ptr<OracleElsewhere>> open(Test test) override;

 private:
  NatsHosts(std::unique_ptr<Bus> bus, RemoteOptions options)
      : bus_(std::move(bus)), options_(std::move(options)) {}
  std::unique_ptr<Bus> bus_;
  RemoteOptions options_;
};

/// Loads the module and connects.
Result<std::unique_ptr<Bus>> connected_bus(const BusAccess& access);

/// The workers that answer a ping within `most`, by host.
std::vector<WorkerState> workers_at(Bus& bus, std::chrono::milliseconds most);

}  // namespace whittle
