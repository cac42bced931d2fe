/// The part of NATS that coordinator and workers use: messages, queues with leases, and stored
/// values.
///
/// NATS with JetStream offers all of it. `module/nats_bus.cc` is the only file that knows libnats,
/// and it is a module of its own, `nats.so`, for the reason that http/http.h gives: libnats loads
/// OpenSSL, and a start without workers must not wait for that.
///
/// All functions may be called from any thread. Handlers run on threads of the bus.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace whittle {

/// The address of the server, and our credentials.
struct BusAccess {
  std::string url;  ///< "nats://HOST[:PORT]", or "tls://HOST[:PORT]"
  std::string user = {}, password = {};
  std::string nkey = {}, seed = {};  ///< a public key and its seed
  /// Verifies the server's certificate; empty: the certificates that the system trusts.
  std::string ca_file = {};
  std::string inbox = "_INBOX_whittle";  ///< the subject of answers to us
};

struct BusMessage {
  std::string subject, reply;
  Bytes data;
};

/// The limits of a shelf; see `Bus::make_shelf`.
struct ShelfLimits {
  std::int64_t bytes = 0;         ///< a value that does not fit is not stored; 0: no limit
  std::chrono::seconds age = {};  ///< an older value is removed; 0: none is
};

class Bus {
 public:
  virtual ~Bus() = default;

  /// Connects, and connects again by itself whenever the connection is lost.
  virtual Result<void> connect(const BusAccess& access) = 0;
  /// Waits until the server has received all published messages, but at most `most`.
  virtual void flush(std::chrono::milliseconds most) = 0;

  virtual Result<void> publish(const std::string& subject, BytesView data,
                               const std::string& reply = {}) = 0;
  /// The first answer; nothing if there is none in time.
  virtual std::optional<Bytes> request(const std::string& subject, BytesView data,
                                       std::chrono::milliseconds most) = 0;

  using Handler = std::function<void(const BusMessage&)>;
  /// The subscription ends with the object: when the destructor returns, the handler is not
  /// running.
  class Subscription {
   public:
    virtual ~Subscription() = default;
  };
  virtual Result<std::unique_ptr<Subscription>> subscribe(const std::string& subject,
                                                          Handler handler) = 0;

  /// Queues and shelves have names like "USER/RUN". The data of a run is a part of the data of its
  /// user, so that the server can grant rights by user: its patterns cannot match parts of a word.
  ///
  /// Each message published to `subject` is given to one client that pulls. If that client neither
  /// extends the lease nor reports that it is done, the message is given to another, at most
  /// `deliveries` times.
  struct Queue {
    std::string name, subject;
    std::chrono::milliseconds lease;
    int deliveries;
  };
  /// Makes a queue on the server's disk. It may exist already.
  virtual Result<void> make_queue(const Queue& queue) = 0;
  virtual void remove_queue(const std::string& name) = 0;
  virtual void purge_queue(const std::string& name) = 0;
  /// The queues of all runs of this user.
  virtual std::vector<std::string> queues(const std::string& user) = 0;
  struct Backlog {
    std::uint64_t waiting = 0, leased = 0;
  };
  /// An error if there is no such queue, or no server.
  virtual Result<Backlog> backlog(const std::string& name) = 0;
  /// Calls `handler` with each message that was delivered too often, and removes it from the queue.
  virtual Result<std::unique_ptr<Subscription>> on_given_up(const std::string& name,
                                                            std::function<void(Bytes)> handler) = 0;

  class Lease {
   public:
    virtual ~Lease() = default;
    virtual const Bytes& data() const = 0;
    /// Publishing `done` or `again` to this subject ends the lease.
    virtual std::string receipt() const = 0;
    virtual void extend() = 0;
  };
  static constexpr BytesView done = "+ACK";
  static constexpr BytesView again = "-NAK";

  class Puller {
   public:
    virtual ~Puller() = default;
    /// Null if no message came in time. An error if the queue does not exist any more.
    virtual Result<std::unique_ptr<Lease>> pull(std::chrono::milliseconds most) = 0;
  };
  virtual Result<std::unique_ptr<Puller>> puller(const std::string& queue,
                                                 const std::string& subject) = 0;

  /// A shelf holds values by their keys, which are letters, digits and dots. A name without a slash
  /// is a shelf for all users. It may exist already, with any limits.
  virtual Result<void> make_shelf(const std::string& name, const ShelfLimits& limits = {}) = 0;
  virtual void remove_shelf(const std::string& name) = 0;
  virtual Result<void> put(const std::string& shelf, const std::string& key, BytesView value) = 0;
  /// Does not wait for the server: the value is lost if the server cannot be reached.
  virtual void put_later(const std::string& shelf, const std::string& key, BytesView value) = 0;
  virtual std::optional<Bytes> get(const std::string& shelf, const std::string& key) = 0;
  /// Calls `handler` with every value whose key matches `keys`, as in "ab.*": first with the stored
  /// values, then once with null, then with each new value.
  virtual Result<std::unique_ptr<Subscription>> watch(
      const std::string& shelf, const std::string& keys,
      std::function<void(const Bytes* value)> handler) = 0;

  struct Traffic {
    std::uint64_t messages_in = 0, bytes_in = 0, messages_out = 0, bytes_out = 0, reconnects = 0;
  };
  virtual Traffic traffic() = 0;
};

/// `ErrorKind::usage` if whittle was built without libnats, or if the module is not found.
Result<std::unique_ptr<Bus>> load_bus();

/// How the module makes a bus.
using MakeBus = Bus*();
inline constexpr const char* make_bus_name = "whittle_make_bus";

}  // namespace whittle
