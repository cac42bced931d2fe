/// The messages between a coordinator and workers, and how they are written as bytes.
///
/// Subjects of a run begin with its prefix, "whittle.NAME.RUN.GENERATION". NAME is the owner of the
/// run, RUN its run folder, and GENERATION one call of whittle: a resumed run has another one, and
/// nobody listens to the old one.
///
/// The coordinator signs each message to workers (seal.h).
///
///     PREFIX.announce     coordinator -> workers      Announcement, again and again
///     PREFIX.job          coordinator -> the queue    Job
///     PREFIX.at.WORKER    coordinator -> one worker   Job, to check another worker's answer
///     PREFIX.cancel       coordinator -> workers      Cancel
///     PREFIX.began        workers -> coordinator      Began: a test has begun
///     PREFIX.answer       workers -> coordinator      Answer
///     PREFIX.refused      workers -> coordinator      JobRefusal
///     PREFIX.ask          workers -> coordinator      a digest: put this on the shelf again
///     whittle.worker      workers -> all              WorkerState, again and again
///     whittle.ping        all -> workers              publish your WorkerState now
///
/// Every message but `ask` begins with the version of whittle that wrote it.
#pragma once

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "base/hash.h"
#include "base/verdict.h"
#include "remote/digest.h"
#include "remote/limits.h"
#include "store/leb128.h"

namespace whittle {

/// This host, as messages name it.
inline std::string host_name() {
  char name[256] = {};
  ::gethostname(name, sizeof(name) - 1);
  return name;
}

/// Writes the fields of a message one after another; `WireReader` reads them in the same order.
class WireWriter {
 public:
  static constexpr bool writes = true;
  template <typename... Fields>
  void operator()(const Fields&... fields) {
    (one(fields), ...);
  }
  Bytes take() { return std::move(out_); }

 private:
  void one(const std::string& text) { put_bytes(out_, text); }
  void one(std::uint64_t number) { put_number(out_, number); }
  void one(std::uint32_t number) { put_number(out_, number); }
  void one(std::int64_t number) { put_number(out_, static_cast<std::uint64_t>(number)); }
  void one(int number) { put_number(out_, static_cast<std::uint32_t>(number)); }
  void one(bool is) { put_number(out_, is ? 1 : 0); }
  void one(std::chrono::microseconds time) { one(std::int64_t{time.count()}); }
  void one(const Hash& hash) { (*this)(hash.high, hash.low); }
  void one(const Digest& digest) {
    for (const std::uint32_t word : digest.words) one(word);
  }
  template <typename T>
  void one(const std::optional<T>& value) {
    one(value.has_value());
    if (value) one(*value);
  }
  template <typename T>
  void one(const std::vector<T>& values) {
    put_number(out_, values.size());
    for (const T& value : values) one(value);
  }
  template <typename T>
  void one(const T& message) {
    fields(*this, message);
  }
  Bytes out_;
};

class WireReader {
 public:
  static constexpr bool writes = false;
  explicit WireReader(BytesView bytes) : reader_(bytes) {}
  template <typename... Fields>
  void operator()(Fields&... fields) {
    (one(fields), ...);
  }
  /// Marks the message as damaged, for a value that is present but makes no sense.
  void refuse() { is_good_ = false; }
  /// Whether everything was there, and nothing more.
  bool is_whole() const { return is_good_ && reader_.at_end(); }

 private:
  std::uint64_t number() {
    const std::optional<std::uint64_t> number = reader_.number();
    if (!number) is_good_ = false;
    return number.value_or(0);
  }
  void one(std::string& text) {
    const std::optional<BytesView> bytes = reader_.bytes();
    if (!bytes) is_good_ = false;
    text = bytes.value_or("");
  }
  void one(std::uint64_t& value) { value = number(); }
  void one(std::uint32_t& value) { value = static_cast<std::uint32_t>(number()); }
  void one(std::int64_t& value) { value = static_cast<std::int64_t>(number()); }
  void one(int& value) { value = static_cast<int>(number()); }
  void one(bool& is) { is = number() != 0; }
  void one(std::chrono::microseconds& time) {
    time = std::chrono::microseconds(static_cast<std::int64_t>(number()));
  }
  void one(Hash& hash) { (*this)(hash.high, hash.low); }
  void one(Digest& digest) {
    for (std::uint32_t& word : digest.words) one(word);
  }
  template <typename T>
  void one(std::optional<T>& value) {
    bool has = false;
    one(has);
    if (has && is_good_) one(value.emplace());
  }
  template <typename T>
  void one(std::vector<T>& values) {
    const std::uint64_t count = number();
    if (count > longest_list) is_good_ = false;
    // Each element takes at least a byte, so a false count soon ends the loop.
    for (std::uint64_t left = count; left > 0 && is_good_; --left) one(values.emplace_back());
  }
  template <typename T>
  void one(T& message) {
    fields(*this, message);
  }

  NumberReader reader_;
  bool is_good_ = true;
};

/// For every message: `fields(archive, message)` names its fields to a reader or a writer.
template <typename Message>
Bytes to_wire(const Message& message) {
  WireWriter writer;
  writer(message);
  return writer.take();
}
/// Nothing if the bytes are no such message.
template <typename Message>
std::optional<Message> from_wire(BytesView bytes) {
  Message message;
  WireReader reader(bytes);
  reader(message);
  if (!reader.is_whole()) return std::nullopt;
  return message;
}
/// The version that a message begins with, whatever comes after it.
inline std::string version_in(BytesView bytes) {
  return std::string(NumberReader(bytes).bytes().value_or(""));
}
/// The key that an announcement of any version has after it.
inline std::string key_in(BytesView announcement) {
  NumberReader reader(announcement);
  return reader.bytes() ? std::string(reader.bytes().value_or("")) : "";
}

struct Announcement {
  std::string version;
  std::string key;  ///< signs this and all other messages of the run
  std::string prefix;
  std::string name;         ///< the owner of the run
  std::string host;         ///< where the coordinator is
  std::string place;        ///< the run folder, for people
  Digest test, original;    ///< on the shelf
  std::uint64_t lease = 0;  ///< in milliseconds
};
void fields(auto& archive, auto& a) requires requires {
  a.original;
}
{ archive(a.version, a.key, a.prefix, a.name, a.host, a.place, a.test, a.original, a.lease); }

struct Job {
  std::uint64_t number = 0;
  Digest base;
  Bytes difference;  ///< from the base; empty: the candidate is the base
};
void fields(auto& archive, auto& a) requires requires {
  a.difference;
}
{ archive(a.number, a.base, a.difference); }

struct Cancel {
  std::vector<std::uint64_t> jobs;
  std::string excluded;  ///< a worker that must leave the run; empty: none
  bool over = false;     ///< the run has ended
};
void fields(auto& archive, auto& a) requires requires {
  a.excluded;
}
{ archive(a.jobs, a.excluded, a.over); }

struct Began {
  std::uint64_t begun = 0;  ///< the job
};
void fields(auto& archive, auto& a) requires requires {
  a.begun;
}
{ archive(a.begun); }

struct Answer {
  std::uint64_t job = 0;
  std::string worker;
  std::string receipt;  ///< empty for an answer to PREFIX.at.WORKER
  Verdict verdict;
};
void fields(auto& archive, auto& a) requires requires {
  a.receipt;
}
{ archive(a.job, a.worker, a.receipt, a.verdict); }

void fields(auto& archive, auto& verdict) requires requires {
  verdict.step_times;
}
{
  bool interesting = verdict.outcome == Outcome::interesting;
  std::uint64_t last_step = verdict.last_step;
  archive(interesting, verdict.exit_status, verdict.timed_out, verdict.duration, verdict.limit,
          verdict.other_failure, verdict.step_times, last_step, verdict.output);
  if constexpr (!std::remove_reference_t<decltype(archive)>::writes) {
    verdict.outcome = outcome_of(interesting);
    verdict.last_step = last_step;
  }
}

/// Whether a test can have had this verdict: a worker may report any numbers.
inline bool is_plausible(const Verdict& verdict) {
  const auto is_time = [](std::chrono::microseconds time) {
    return time >= std::chrono::microseconds(0) && time <= longest_test;
  };
  return is_time(verdict.duration) && is_time(verdict.limit) &&
         std::ranges::all_of(verdict.step_times, is_time);
}

struct JobRefusal {
  std::string version;
  std::string worker, host;
  std::string why;     ///< one line
  std::string output;  ///< further lines
};
void fields(auto& archive, auto& a) requires requires {
  a.why;
}
{ archive(a.version, a.worker, a.host, a.why, a.output); }

struct WorkerState {
  std::string version;
  std::string worker, host;
  std::uint64_t slots = 0;  ///< 0: it is about to leave
  std::uint64_t busy = 0;
  std::uint64_t tests = 0, failures = 0;  ///< since it was started
  std::uint64_t seconds = 0;              ///< since it was started
  std::vector<std::string> runs;          ///< prefixes of the runs that it works for
  std::vector<std::string> trusts;        ///< trusted keys, whose runs it takes; "*": all
};
/// Ids are parts of subjects and keys of maps, so none may contain a dot or a wildcard.
inline bool is_worker_id(std::string_view id) {
  return !id.empty() && id.size() <= 32 &&
         std::ranges::all_of(id, [](unsigned char c) { return std::isalnum(c) != 0; });
}
inline bool is_trusted(const std::vector<std::string>& trusts, const std::string& key) {
  return std::ranges::any_of(trusts,
                             [&](const std::string& one) { return one == "*" || one == key; });
}
void fields(auto& archive, auto& a) requires requires {
  a.busy;
}
{
  archive(a.version, a.worker, a.host, a.slots, a.busy, a.tests, a.failures, a.seconds, a.runs,
          a.trusts);
}

}  // namespace whittle
