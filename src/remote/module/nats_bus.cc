// Implements `Bus` with libnats 3.4. Two of its defaults are easy to get wrong:
//
// - libnats collects published messages for a while before it sends them.
//   `SetSendAsap` turns that off: a round trip takes 0.3 ms instead of 1 ms.
// - A consumer silently stops delivering when MaxAckPending messages are leased, and accepts at
//   most MaxWaiting waiting pulls. Both are set far above what a run keeps outstanding.
//
// It also has a defect: it treats a signature that begins with a zero byte as an empty string and
// connects without it. The server then refuses the connection, one in 256 if a key is used. See
// `sign`.
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <nats/nats.h>
#include <thread>
#include <utility>

#include "remote/bus.h"

namespace whittle {
namespace {

/// The data of a killed run is removed after this time, unless the run is resumed before.
constexpr std::chrono::hours kept_for{7 * 24};
constexpr std::int64_t most_leased = 65536;

std::string what(natsStatus status) {
  const std::string text = natsStatus_GetText(status);
  const char* last = nats_GetLastError(nullptr);
  std::string detail = last ? last : "";
  // The detail begins with a place in the source of libnats, "(conn.c:2088): ".
  if (const std::size_t place = detail.find("): "); detail.starts_with('(') && place != detail.npos)
    detail.erase(0, place + 3);
  return detail.empty() || detail == text ? text : fmt::format("{} ({})", text, detail);
}

std::unexpected<Error> failed(std::string_view doing, natsStatus status) {
  return fail(ErrorKind::usage, fmt::format("{}: {}", doing, what(status)));
}

/// While this object lives, threads that libnats makes start with all signals blocked: Ctrl-C is
/// for whittle's own threads.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_;
};

/// "USER/RUN" is a consumer for the run in a stream of the user, and keys that begin with the run
/// in a bucket of the user.
struct NatsName {
  std::string user, run;
  explicit NatsName(const std::string& name)
      : user(name.substr(0, name.find('/'))),
        run(name.contains('/') ? name.substr(name.find('/') + 1) : "") {}
  std::string key(const std::string& last) const { return run.empty() ? last : run + "." + last; }
};

Bytes data_of(const natsMsg* message) {
  const int size = natsMsg_GetDataLength(message);
  return size > 0 ? Bytes(natsMsg_GetData(message), static_cast<std::size_t>(size)) : Bytes();
}

class NatsSubscription final : public Bus::Subscription {
 public:
  explicit NatsSubscription(Bus::Handler handler) : handler_(std::move(handler)) {}
  // libnats may still be calling the handler when a subscription ends. The callback for the end is
  // the only sign that it is not, so the destructor waits for it.
  ~NatsSubscription() override {
    if (!subscription_) return;
    natsSubscription_SetOnCompleteCB(subscription_, on_end, this);
    if (natsSubscription_Unsubscribe(subscription_) == NATS_OK) ended_.wait(false);
    natsSubscription_Destroy(subscription_);
  }
  natsStatus start(natsConnection* connection, const std::string& subject) {
    const NoSignals here;
    return natsConnection_Subscribe(&subscription_, connection, subject.c_str(), on_message, this);
  }

 private:
  static void on_message(natsConnection*, natsSubscription*, natsMsg* message, void* closure) {
    const char* reply = natsMsg_GetReply(message);
    const BusMessage got{natsMsg_GetSubject(message), reply ? reply : "", data_of(message)};
    natsMsg_Destroy(message);
    static_cast<NatsSubscription*>(closure)->handler_(got);
  }
  static void on_end(void* closure) {
    auto& ended = static_cast<NatsSubscription*>(closure)->ended_;
    ended = true;
    ended.notify_all();
  }

  Bus::Handler handler_;
  natsSubscription* subscription_ = nullptr;
  std::atomic<bool> ended_ = false;
};

// A lease is a message of the consumer that was not acknowledged yet. libnats needs the message
// itself to extend it.
class NatsLease final : public Bus::Lease {
 public:
  explicit NatsLease(natsMsg* message) : message_(message), data_(data_of(message)) {}
  ~NatsLease() override { natsMsg_Destroy(message_); }
  const Bytes& data() const override { return data_; }
  std::string receipt() const override {
    const char* reply = natsMsg_GetReply(message_);
    return reply ? reply : "";
  }
  void extend() override { natsMsg_InProgress(message_, nullptr); }

 private:
  natsMsg* message_;
  Bytes data_;
};

class NatsPuller final : public Bus::Puller {
 public:
  explicit NatsPuller(natsSubscription* subscription) : subscription_(subscription) {}
  ~NatsPuller() override { natsSubscription_Destroy(subscription_); }
  Result<std::unique_ptr<Bus::Lease>> pull(std::chrono::milliseconds most) override {
    natsMsgList list{};
    jsErrCode code{};
    const natsStatus status = natsSubscription_Fetch(&list, subscription_, 1, most.count(), &code);
    // A lost connection is no error here: libnats connects again, and the queue is on the server's
    // disk.
    if (status == NATS_TIMEOUT || status == NATS_CONNECTION_DISCONNECTED) return nullptr;
    if (status != NATS_OK) return failed("cannot take a job", status);
    std::unique_ptr<Bus::Lease> lease = std::make_unique<NatsLease>(list.Msgs[0]);
    list.Msgs[0] = nullptr;
    natsMsgList_Destroy(&list);
    return lease;
  }

 private:
  natsSubscription* subscription_;
};

/// libnats has no handler for this, so a thread reads the values.
class NatsWatch final : public Bus::Subscription {
 public:
  NatsWatch(kvWatcher* watcher, std::function<void(const Bytes*)> handler)
      : watcher_(watcher), handler_(std::move(handler)), thread_([this] { work(); }) {}
  ~NatsWatch() override {
    is_over_ = true;
    kvWatcher_Stop(watcher_);
    thread_.join();
    kvWatcher_Destroy(watcher_);
  }

 private:
  // The wait is bounded, so that the destructor does not wait for a value that never comes.
  void work() {
    while (!is_over_) {
      kvEntry* entry = nullptr;
      const natsStatus status = kvWatcher_Next(&entry, watcher_, 1000);
      if (status == NATS_TIMEOUT) continue;
      if (status != NATS_OK) return;
      if (!entry) {
        handler_(nullptr);
        continue;
      }
      const Bytes value(static_cast<const char*>(kvEntry_Value(entry)),
                        static_cast<std::size_t>(kvEntry_ValueLen(entry)));
      kvEntry_Destroy(entry);
      handler_(&value);
    }
  }

  kvWatcher* watcher_;
  std::function<void(const Bytes*)> handler_;
  std::atomic<bool> is_over_ = false;
  std::thread thread_;
};

class NatsBus final : public Bus {
 public:
  ~NatsBus() override {
    for (auto& [name, shelf] : shelves_) kvStore_Destroy(shelf);
    jsCtx_Destroy(jetstream_);
    if (connection_) natsConnection_Close(connection_);
    natsConnection_Destroy(connection_);
  }

  Result<void> connect(const BusAccess& access) override {
    const NoSignals here;
    access_ = access;
    natsOptions* options = nullptr;
    natsStatus status = natsOptions_Create(&options);
    const auto set = [&](auto change) {
      if (status == NATS_OK) status = change();
    };
    set([&] { return natsOptions_SetURL(options, access_.url.c_str()); });
    set([&] { return natsOptions_SetSendAsap(options, true); });
    set([&] { return natsOptions_SetName(options, "whittle"); });
    // Never gives up: a run of days must survive a server that is down for an hour.
    set([&] { return natsOptions_SetMaxReconnect(options, -1); });
    set([&] { return natsOptions_SetReconnectWait(options, 200); });
    set([&] { return natsOptions_SetReconnectJitter(options, 100, 100); });
    set([&] { return natsOptions_SetTimeout(options, 5000); });
    // Only the server that the user named: another one could be on another machine, and without
    // TLS.
    set([&] { return natsOptions_SetIgnoreDiscoveredServers(options, true); });
    // Answers go to inboxes that the server lets nobody else read.
    set([&] { return natsOptions_SetCustomInboxPrefix(options, access_.inbox.c_str()); });
    // Pings also detect a connection that is cut silently, after three of them.
    set([&] { return natsOptions_SetPingInterval(options, 2000); });
    if (!access_.user.empty())
      set([&] {
        return natsOptions_SetUserInfo(options, access_.user.c_str(), access_.password.c_str());
      });
    else if (!access_.nkey.empty())
      set([&] { return natsOptions_SetNKey(options, access_.nkey.c_str(), sign, this); });
    if (access_.url.starts_with("tls://"))
      set([&] { return natsOptions_SetSecure(options, true); });
    if (!access_.ca_file.empty())
      set([&] { return natsOptions_LoadCATrustedCertificates(options, access_.ca_file.c_str()); });
    set([&] {
      natsStatus connected;
      do {
        has_bad_signature_ = false;
        connected = natsConnection_Connect(&connection_, options);
      } while (connected != NATS_OK && has_bad_signature_);
      return connected;
    });
    natsOptions_Destroy(options);
    if (status == NATS_OK) status = natsConnection_JetStream(&jetstream_, connection_, nullptr);
    if (status != NATS_OK)
      return fail(ErrorKind::usage,
                  fmt::format("cannot connect to {}: {}", access_.url, what(status)),
                  "is the server running? start one with: nats-server -js\n"
                  "or try it on this machine alone: whittle cluster up --local 2");
    return {};
  }

  // Publishing only writes to a buffer of libnats. A process that ends right afterwards would take
  // the message with it.
  void flush(std::chrono::milliseconds most) override {
    natsConnection_FlushTimeout(connection_, most.count());
  }

  Result<void> publish(const std::string& subject, BytesView data,
                       const std::string& reply) override {
    const int size = static_cast<int>(data.size());
    const natsStatus status =
        reply.empty() ? natsConnection_Publish(connection_, subject.c_str(), data.data(), size)
                      : natsConnection_PublishRequest(connection_, subject.c_str(), reply.c_str(),
                                                      data.data(), size);
    if (status != NATS_OK) return failed("cannot publish to " + subject, status);
    return {};
  }

  std::optional<Bytes> request(const std::string& subject, BytesView data,
                               std::chrono::milliseconds most) override {
    natsMsg* answer = nullptr;
    if (natsConnection_Request(&answer, connection_, subject.c_str(), data.data(),
                               static_cast<int>(data.size()), most.count()) != NATS_OK)
      return std::nullopt;
    Bytes bytes = data_of(answer);
    natsMsg_Destroy(answer);
    return bytes;
  }

  // The object exists before the subscription starts, because the first message may come before the
  // call returns.
  Result<std::unique_ptr<Subscription>> subscribe(const std::string& subject,
                                                  Handler handler) override {
    auto subscription = std::make_unique<NatsSubscription>(std::move(handler));
    if (const natsStatus status = subscription->start(connection_, subject); status != NATS_OK)
      return failed("cannot listen to " + subject, status);
    return subscription;
  }

  // One stream for each user, with a consumer for each run: rights on the server name streams, and
  // a stream for each run would need rights by pattern, which the server does not have.
  Result<void> make_queue(const Queue& queue) override {
    const NatsName name(queue.name);
    // The subjects of all runs of the user: "whittle.USER.RUN.GENERATION.job".
    const std::string all = fmt::format(
        "{}.*.*.job", queue.subject.substr(0, queue.subject.find('.', sizeof "whittle")));
    const char* subjects[] = {all.c_str()};
    jsStreamConfig stream;
    jsStreamConfig_Init(&stream);
    stream.Name = name.user.c_str();
    stream.Subjects = subjects;
    stream.SubjectsLen = 1;
    // A work queue removes a message once it is acknowledged, and gives each message to one
    // consumer.
    stream.Retention = js_WorkQueuePolicy;
    stream.Storage = js_FileStorage;
    stream.MaxAge = std::chrono::nanoseconds(kept_for).count();
    jsErrCode code{};
    natsStatus status = js_AddStream(nullptr, jetstream_, &stream, nullptr, &code);
    if (status != NATS_OK && code != JSStreamNameExistErr)
      return fail(ErrorKind::usage, fmt::format("cannot create a queue: {}", what(status)),
                  "the server must have JetStream: nats-server -js");
    jsConsumerConfig consumer;
    jsConsumerConfig_Init(&consumer);
    consumer.Durable = name.run.c_str();
    consumer.FilterSubject = queue.subject.c_str();
    consumer.AckPolicy = js_AckExplicit;
    consumer.AckWait = std::chrono::nanoseconds(queue.lease).count();
    consumer.MaxDeliver = queue.deliveries;
    consumer.MaxAckPending = most_leased;
    consumer.MaxWaiting = most_leased;
    status = js_AddConsumer(nullptr, jetstream_, stream.Name, &consumer, nullptr, &code);
    if (status != NATS_OK) return failed("cannot create a queue", status);
    return {};
  }

  void remove_queue(const std::string& queue) override {
    const NatsName name(queue);
    const std::string jobs = subject_of(name);
    if (jobs.empty()) return;
    js_DeleteConsumer(jetstream_, name.user.c_str(), name.run.c_str(), nullptr, nullptr);
    // The server stores messages and obeys requests on different threads, so a purge can overtake
    // a job that was sent before it. The job would stay for `kept_for`. The server acknowledges
    // this last message when it has stored it and all messages before it; nobody reads it, because
    // the consumer is deleted.
    jsPubAck* stored = nullptr;
    if (js_Publish(&stored, jetstream_, jobs.c_str(), nullptr, 0, nullptr, nullptr) == NATS_OK)
      jsPubAck_Destroy(stored);
    purge(name.user, jobs);
  }
  void purge_queue(const std::string& queue) override {
    const NatsName name(queue);
    if (const std::string jobs = subject_of(name); !jobs.empty()) purge(name.user, jobs);
  }

  std::vector<std::string> queues(const std::string& user) override {
    jsConsumerNamesList* list = nullptr;
    std::vector<std::string> names;
    if (js_ConsumerNames(&list, jetstream_, user.c_str(), nullptr, nullptr) != NATS_OK)
      return names;
    for (int i = 0; i < list->Count; ++i) names.push_back(user + "/" + list->List[i]);
    jsConsumerNamesList_Destroy(list);
    return names;
  }

  // Asks the server each time: only the server knows which jobs other clients have taken.
  Result<Backlog> backlog(const std::string& queue) override {
    const NatsName name(queue);
    jsConsumerInfo* info = nullptr;
    const natsStatus status = js_GetConsumerInfo(&info, jetstream_, name.user.c_str(),
                                                 name.run.c_str(), nullptr, nullptr);
    if (status != NATS_OK) return failed("cannot inspect the queue", status);
    const Backlog backlog{info->NumPending, static_cast<std::uint64_t>(info->NumAckPending)};
    jsConsumerInfo_Destroy(info);
    return backlog;
  }

  // The server announces a message that was delivered too often by its number only, so the message
  // is read by that number and deleted.
  Result<std::unique_ptr<Subscription>> on_given_up(const std::string& queue,
                                                    std::function<void(Bytes)> handler) override {
    const NatsName name(queue);
    return subscribe(
        fmt::format("$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.{}.{}", name.user, name.run),
        [this, stream = name.user, handler = std::move(handler)](const BusMessage& advisory) {
          constexpr std::string_view key = "\"stream_seq\":";
          const std::size_t at = advisory.data.find(key);
          if (at == std::string::npos) return;
          const std::uint64_t number =
              std::strtoull(advisory.data.c_str() + at + key.size(), nullptr, 10);
          natsMsg* message = nullptr;
          if (js_GetMsg(&message, jetstream_, stream.c_str(), number, nullptr, nullptr) != NATS_OK)
            return;
          handler(data_of(message));
          natsMsg_Destroy(message);
          js_DeleteMsg(jetstream_, stream.c_str(), number, nullptr, nullptr);
        });
  }

  // The consumer exists already: the coordinator has made it, and a worker may have no right to
  // make one.
  Result<std::unique_ptr<Puller>> puller(const std::string& queue,
                                         const std::string& subject) override {
    const NatsName name(queue);
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Stream = name.user.c_str();
    options.Consumer = name.run.c_str();
    natsSubscription* subscription = nullptr;
    const natsStatus status = js_PullSubscribe(&subscription, jetstream_, subject.c_str(), nullptr,
                                               nullptr, &options, nullptr);
    if (status != NATS_OK) return failed("cannot take jobs", status);
    return std::make_unique<NatsPuller>(subscription);
  }

  Result<void> make_shelf(const std::string& shelf, const ShelfLimits& limits) override {
    const NatsName name(shelf);
    kvConfig config;
    kvConfig_Init(&config);
    config.Bucket = name.user.c_str();
    config.StorageType = js_FileStorage;
    if (limits.bytes > 0) config.MaxBytes = limits.bytes;
    config.TTL = std::chrono::nanoseconds(name.run.empty() ? limits.age : kept_for).count();
    kvStore* store = nullptr;
    if (const natsStatus status = js_CreateKeyValue(&store, jetstream_, &config);
        status != NATS_OK && js_KeyValue(&store, jetstream_, name.user.c_str()) != NATS_OK)
      return failed("cannot create a bucket for files", status);
    const std::scoped_lock guard(mutex_);
    if (kvStore*& known = shelves_[name.user]; !known)
      known = store;
    else
      kvStore_Destroy(store);
    return {};
  }
  // A bucket is a stream with a subject for each key, so the keys of one run are removed by their
  // common prefix.
  void remove_shelf(const std::string& shelf) override {
    const NatsName name(shelf);
    purge("KV_" + name.user, fmt::format("$KV.{}.{}", name.user, name.key(">")));
  }

  Result<void> put(const std::string& shelf, const std::string& key, BytesView value) override {
    const NatsName name(shelf);
    kvStore* store = find_shelf(name.user);
    natsStatus status = NATS_NOT_FOUND;
    // A bucket that another run of this user creates right now exists before it answers.
    for (int tries = 0; store && tries < 50; ++tries) {
      status = kvStore_Put(nullptr, store, name.key(key).c_str(), value.data(),
                           static_cast<int>(value.size()));
      if (status != NATS_NO_RESPONDERS) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    if (status != NATS_OK) return failed("cannot store a file on the server", status);
    return {};
  }

  void put_later(const std::string& shelf, const std::string& key, BytesView value) override {
    // The same as kvStore_Put, without waiting for the server.
    const NatsName name(shelf);
    (void)publish(fmt::format("$KV.{}.{}", name.user, name.key(key)), value, {});
  }

  std::optional<Bytes> get(const std::string& shelf, const std::string& key) override {
    const NatsName name(shelf);
    kvStore* store = find_shelf(name.user);
    kvEntry* entry = nullptr;
    if (!store || kvStore_Get(&entry, store, name.key(key).c_str()) != NATS_OK) return std::nullopt;
    Bytes value(static_cast<const char*>(kvEntry_Value(entry)),
                static_cast<std::size_t>(kvEntry_ValueLen(entry)));
    kvEntry_Destroy(entry);
    return value;
  }

  Result<std::unique_ptr<Subscription>> watch(
      const std::string& shelf, const std::string& keys,
      std::function<void(const Bytes* value)> handler) override {
    const NoSignals here;
    const NatsName name(shelf);
    kvStore* store = find_shelf(name.user);
    kvWatcher* watcher = nullptr;
    const natsStatus status =
        store ? kvStore_Watch(&watcher, store, name.key(keys).c_str(), nullptr) : NATS_NOT_FOUND;
    if (status != NATS_OK) return failed("cannot read what is stored", status);
    return std::make_unique<NatsWatch>(watcher, std::move(handler));
  }

  // For `bench/cluster`, which reports the bytes of a job.
  Traffic traffic() override {
    natsStatistics* statistics = nullptr;
    Traffic traffic;
    if (natsStatistics_Create(&statistics) != NATS_OK) return traffic;
    if (natsConnection_GetStats(connection_, statistics) == NATS_OK)
      natsStatistics_GetCounts(statistics, &traffic.messages_in, &traffic.bytes_in,
                               &traffic.messages_out, &traffic.bytes_out, &traffic.reconnects);
    natsStatistics_Destroy(statistics);
    return traffic;
  }

 private:
  /// The subject of a queue's jobs, or nothing if there is no such queue.
  std::string subject_of(const NatsName& name) {
    jsConsumerInfo* info = nullptr;
    if (js_GetConsumerInfo(&info, jetstream_, name.user.c_str(), name.run.c_str(), nullptr,
                           nullptr) != NATS_OK)
      return {};
    const char* const subject = info->Config->FilterSubject;
    std::string jobs = subject ? subject : "";
    jsConsumerInfo_Destroy(info);
    return jobs;
  }

  // Only the messages of one subject: the stream holds the jobs of all runs of the user.
  void purge(const std::string& stream, const std::string& subject) {
    jsOptions options;
    jsOptions_Init(&options);
    options.Stream.Purge.Subject = subject.c_str();
    js_PurgeStream(jetstream_, stream.c_str(), &options, nullptr);
  }

  /// Signs the nonce of the server. Fails if libnats would not send the signature: `connect` then
  /// connects again, as libnats itself does once it was connected, and the server sends another
  /// nonce.
  static natsStatus sign(char** error, unsigned char** signature, int* length, const char* nonce,
                         void* closure) {
    auto& bus = *static_cast<NatsBus*>(closure);
    // A server without keys sends no nonce and looks at no signature; libnats wants one.
    const char* const text = nonce && *nonce ? nonce : "no nonce";
    natsStatus status = nats_Sign(bus.access_.seed.c_str(), text, signature, length);
    if (status == NATS_OK && **signature == 0) {
      bus.has_bad_signature_ = true;
      std::free(std::exchange(*signature, nullptr));
      status = NATS_ERR;
    }
    if (status != NATS_OK && error) *error = nullptr;
    return status;
  }

  // Opened once for each name and kept, because opening is a round trip.
  kvStore* find_shelf(const std::string& name) {
    const std::scoped_lock guard(mutex_);
    kvStore*& shelf = shelves_[name];
    if (!shelf && js_KeyValue(&shelf, jetstream_, name.c_str()) != NATS_OK) shelf = nullptr;
    return shelf;
  }

  BusAccess access_;
  std::atomic<bool> has_bad_signature_ = false;
  natsConnection* connection_ = nullptr;
  jsCtx* jetstream_ = nullptr;
  std::mutex mutex_;
  std::map<std::string, kvStore*> shelves_;
};

}  // namespace
}  // namespace whittle

extern "C" whittle::Bus* whittle_make_bus() {
  return new whittle::NatsBus();
}
