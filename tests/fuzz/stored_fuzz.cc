// What a run left behind, damaged: documents are read or refused, and a journal is resumed or
// refused with words, whatever the bytes are.
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>

#include "fuzz/must.h"

#include "base/hash.h"
#include "schedule/memo.h"
#include "store/packed.h"
#include "store/run_folder.h"

using namespace whittle;
namespace fs = std::filesystem;

namespace {

/// A folder that goes with the process.
struct Folder {
  fs::path path;
  Bytes journal;      // of a run with some outcomes, as it is when nothing is damaged
  Bytes killed, log;  // the same as a kill leaves it: the outcomes are in the log

  Folder() {
    std::string name = (fs::temp_directory_path() / "fuzz-stored-XXXXXX").string();
    must(mkdtemp(name.data()) != nullptr);
    path = name;
    const Document original = Document::single("a.c", "int main() {}");
    Result<RunFolder> folder = RunFolder::create(
        path / "run", {"whittle", "--plan auto", {1, 2}, original.hash()}, original);
    must(folder.has_value());
    Batch batch;
    for (std::uint64_t i = 0; i < 20; ++i)
      batch.outcomes.push_back({Hash{i, i}, Verdict{.outcome = Outcome::interesting}});
    batch.best = Best{{7, 7}, 3, 9};
    batch.document = Document::single("a.c", "int");
    must(folder->append(batch).has_value());
    must(RunFolder::resume(path / "run").has_value() == false);  // held: by this very process
    killed = content("run/journal.db");
    log = content("run/journal.db-wal");
    folder = std::unexpected(Error{});  // closed: all is in one file
    journal = content("run/journal.db");
    must(!journal.empty() && !killed.empty() && !log.empty());
  }
  Bytes content(const char* name) const {
    std::ifstream file(path / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

/// That it is there, or that what is said against it names the damage.
template <typename Read>
void check(const Result<Read>& read) {
  if (!read) must(read.error().kind == ErrorKind::stale && !read.error().message.empty());
}

void damage_documents(BytesView bytes) {
  check(unpack(bytes));
  check(unframe(bytes));
  // With the hash made right, so that what it guards is reached.
  Bytes packed = '\1' + Bytes(bytes);
  const Hash hash = hash_of(packed);
  for (const std::uint64_t word : {hash.high, hash.low})
    for (int shift = 56; shift >= 0; shift -= 8) packed += static_cast<char>(word >> shift);
  check(unpack(packed));
  if (const Result<Document> document = unframe(bytes)) {
    const Result<Document> again = unpack(pack(*document));
    must(again.has_value() && again->hash() == document->hash());
  }
}

/// Three bytes each: where, and what is written there. One byte more: how much of it is left.
Bytes damaged(Bytes file, BytesView bytes) {
  for (std::size_t i = 0; i + 3 <= bytes.size(); i += 3) {
    const std::size_t place =
        static_cast<unsigned char>(bytes[i]) << 8 | static_cast<unsigned char>(bytes[i + 1]);
    file[place % file.size()] = bytes[i + 2];
  }
  if (bytes.size() % 3 == 1)
    file.resize(file.size() * static_cast<unsigned char>(bytes.back()) / 256);
  return file;
}

/// Damages the journal of a run that was closed, or the log of one that was killed.
void damage_journal(BytesView bytes, bool is_log) {
  static Folder folder;
  const auto put = [&](const char* name, const Bytes& content) {
    std::ofstream(folder.path / name, std::ios::binary) << content;
  };
  for (const char* rest : {"run/journal.db-wal", "run/journal.db-shm"})
    fs::remove(folder.path / rest);
  put("run/journal.db", is_log ? folder.killed : damaged(folder.journal, bytes));
  if (is_log) put("run/journal.db-wal", damaged(folder.log, bytes));
  const Result<RunFolder> resumed = RunFolder::resume(folder.path / "run");
  check(resumed);
  if (!resumed) return;
  Memo memo;
  check(resumed->recall(memo));
  check(resumed->best());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const BytesView bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 4 == 0)
    damage_journal(bytes, data[0] % 8 == 4);
  else
    damage_documents(bytes);
  return 0;
}
