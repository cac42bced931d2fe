/// A bus on which a test is everybody else.
#pragma once

#include <functional>
#include <future>
#include <map>
#include <set>
#include <string>

#include "remote/bus.h"

namespace whittle {

/// Its queues take everything and give nothing; its shelves are in memory.
class FakeBus final : public Bus {
 public:
  std::function<void(const std::string& subject, Bytes data)> on_publish = [](auto&&...) {};
  std::map<std::string, Handler> handlers;  // by subject
  std::function<void(const Bytes*)> on_value = [](const Bytes*) {};
  std::map<std::string, Bytes> values;  // by shelf and key
  std::set<std::string> refused_shelves;
  std::promise<void> is_listening;  // to pings

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
  Result<void> make_queue(const Queue&) override { return {}; }
  void remove_queue(const std::string&) override {}
  void purge_queue(const std::string&) override {}
  std::vector<std::string> queues(const std::string&) override { return {}; }
  Result<Backlog> backlog(const std::string&) override { return none(); }
  Result<std::unique_ptr<Subscription>> on_given_up(const std::string&,
                                                    std::function<void(Bytes)>) override {
    return std::make_unique<Subscription>();
  }
  Result<std::unique_ptr<Puller>> puller(const std::string&, const std::string&) override {
    return none();
  }
  Result<void> make_shelf(const std::string& name, const ShelfLimits&) override {
    return refused_shelves.contains(name) ? Result<void>(none()) : Result<void>();
  }
  void remove_shelf(const std::string&) override {}
  Result<void> put(const std::string& shelf, const std::string& key, BytesView value) override {
    values[shelf + "/" + key] = value;
    return {};
  }
  void put_later(const std::string& shelf, const std::string& key, BytesView value) override {
    (void)put(shelf, key, value);
    const Bytes copy(value);
    on_value(&copy);
  }
  std::optional<Bytes> get(const std::string& shelf, const std::string& key) override {
    const auto found = values.find(shelf + "/" + key);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  }
  Result<std::unique_ptr<Subscription>> watch(const std::string&, const std::string& keys,
                                              std::function<void(const Bytes*)> handler) override {
    const std::string test = keys.substr(0, keys.find('.') + 1);
    for (const auto& [key, value] : values)
      if (key.substr(key.find('/') + 1).starts_with(test)) handler(&value);
    handler(nullptr);
    on_value = std::move(handler);
    return std::make_unique<Subscription>();
  }
  Traffic traffic() override { return {}; }

 private:
  static std::unexpected<Error> none() { return fail(ErrorKind::usage, "there is none"); }
};

}  // namespace whittle
