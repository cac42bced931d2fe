// Bests are stored as differences from the best before (delta.h): a run has many bests, and most
// of them remove a few lines. Reading best N puts together the chain up to N, so readers go forward
// or continue from an earlier state (`continue_from`).
//
// A killed process may leave half an entry at the end. Each entry has its size and hash, so the
// incomplete entry is found and dropped, and the file continues from the last complete one.
#include "store/best_history.h"

#include <cassert>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "document/disk.h"
#include "store/delta.h"
#include "store/leb128.h"
#include "store/packed.h"

namespace whittle {
namespace {

// A record: the length of the delta, the delta, the hash of the document, and a hash of all that.
/// Bests that wait to be written take at most so much memory.
constexpr std::size_t most_pending = 64 << 20;

void put_hash(Bytes& out, const Hash& hash) {
  out.append(reinterpret_cast<const char*>(&hash.high), 8);
  out.append(reinterpret_cast<const char*>(&hash.low), 8);
}
Hash get_hash(BytesView bytes) {
  Hash hash;
  std::memcpy(&hash.high, bytes.data(), 8);
  std::memcpy(&hash.low, bytes.data() + 8, 8);
  return hash;
}

std::unexpected<Error> cannot_write(const std::string& path) {
  return fail(ErrorKind::disk,
              fmt::format("cannot write {}: {}", shown(path), std::strerror(errno)));
}

Result<void> write_all(int file, const std::string& path, BytesView bytes) {
  while (!bytes.empty()) {
    const ssize_t size = ::write(file, bytes.data(), bytes.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return cannot_write(path);
    bytes.remove_prefix(static_cast<std::size_t>(size));
  }
  return {};
}

}  // namespace

Result<BestHistoryWriter> BestHistoryWriter::open(const std::string& path,
                                                  const Document& original) {
  BestHistoryWriter writer(
      path,
      UniqueFd(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600)));
  if (!writer.file_) return cannot_write(path);
  if (const Result<BestHistory> there = BestHistory::open(path);
      there && there->hash(0) == original.hash())
    for (std::size_t i = 0; i <= there->size(); ++i)
      writer.records_.push_back({there->hash(i), there->end(i)});
  // Drops the bytes after the last complete entry.
  if (Result<void> cut = writer.cut_to(writer.records_.size()); !cut)
    return std::unexpected(cut.error());
  if (writer.records_.empty()) {
    if (Result<void> written = writer.write(original); !written)
      return std::unexpected(written.error());
  }
  writer.last_ = original;
  return writer;
}

Result<void> BestHistoryWriter::cut_to(std::size_t records) {
  records_.resize(records);
  const std::uint64_t end = records_.empty() ? 0 : records_.back().end;
  if (::ftruncate(file_.get(), static_cast<off_t>(end)) != 0) return cannot_write(path_);
  return {};
}

Result<void> BestHistoryWriter::add(std::size_t number, const Document& best) {
  if (pending_.empty() && number < records_.size()) {
    if (records_[number].hash == best.hash()) {
      last_ = best;
      return {};
    }
    if (Result<void> cut = cut_to(number); !cut) return cut;
  }
  assert(number == records_.size() + pending_.size());
  pending_.push_back(best);
  pending_bytes_ += best.size();
  return flush_if_due();
}

Result<void> BestHistoryWriter::flush_if_due() {
  if (pending_.empty()) return {};
  if (share_.is_due(std::chrono::seconds(10)) || pending_bytes_ > most_pending) return flush();
  return {};
}

Result<void> BestHistoryWriter::flush() {
  const Share::Clock::time_point begin = Share::Clock::now();
  for (; !pending_.empty(); pending_.pop_front())
    if (Result<void> written = write(pending_.front()); !written) return written;
  pending_bytes_ = 0;
  share_.add(begin);
  return {};
}

Result<void> BestHistoryWriter::write(const Document& best) {
  Bytes record;
  put_bytes(record, delta(records_.empty() ? Bytes() : frame(last_), frame(best)));
  const Hash hash = best.hash();
  put_hash(record, hash);
  put_hash(record, hash_of(record));
  if (Result<void> written = write_all(file_.get(), path_, record); !written) return written;
  records_.push_back({hash, (records_.empty() ? 0 : records_.back().end) + record.size()});
  last_ = best;
  return {};
}

Result<BestHistory> BestHistory::open(const std::string& path) {
  Result<Bytes> bytes = read_file(path, Links::refused);
  if (!bytes) return std::unexpected(bytes.error());
  BestHistory history;
  history.file_ = share(std::move(*bytes));
  const BytesView all = *history.file_;
  for (NumberReader reader(all);;) {
    const BytesView before = reader.rest();
    const std::optional<BytesView> delta = reader.bytes();
    if (!delta || reader.rest().size() < 2 * Hash::size) break;
    const auto hashed = static_cast<std::size_t>(reader.rest().data() - before.data()) + Hash::size;
    if (hash_of(before.substr(0, hashed)) != get_hash(before.substr(hashed))) break;
    const Hash hash = get_hash(reader.rest());
    reader = NumberReader(before.substr(hashed + Hash::size));
    history.records_.push_back({hash, *delta, all.size() - reader.rest().size()});
  }
  if (history.records_.empty())
    return fail(ErrorKind::stale, fmt::format("{} has no bests that can be read", shown(path)));
  return history;
}

void BestHistory::continue_from(const BestHistory& earlier) {
  if (earlier.last_.empty() || earlier.last_number_ >= records_.size() ||
      earlier.hash(earlier.last_number_) != hash(earlier.last_number_))
    return;
  last_ = earlier.last_;
  last_number_ = earlier.last_number_;
}

Result<Document> BestHistory::at(std::size_t number) const {
  assert(number < records_.size());
  std::size_t next = last_.empty() || number < last_number_ ? 0 : last_number_ + 1;
  if (next == 0) last_.clear();
  for (; next <= number; ++next) {
    Result<Bytes> framed = patched(last_, records_[next].delta);
    if (!framed) return std::unexpected(framed.error());
    last_ = std::move(*framed);
    last_number_ = next;
  }
  return unframe(last_);
}

}  // namespace whittle
