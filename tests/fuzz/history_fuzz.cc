// The record of a run, damaged: the difference of two texts, and a file of bests. They are read or
// refused with words. A file that can be read can be continued, and then has one best more.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz/must.h"

#include "store/best_history.h"
#include "store/delta.h"

using namespace whittle;
namespace fs = std::filesystem;

namespace {

void read_delta(BytesView bytes) {
  const std::size_t size =
      std::min<std::size_t>(static_cast<unsigned char>(bytes[0]), bytes.size() - 1);
  const BytesView first = bytes.substr(1, size), second = bytes.substr(1 + size);
  if (const Result<Bytes> made = patched(first, second))
    must(patched(first, delta(first, *made)) == *made);
  must(patched(first, delta(first, second)) == Bytes(second));
}

void read_history(BytesView bytes) {
  static const std::string path = [] {
    std::string name = (fs::temp_directory_path() / "fuzz-history-XXXXXX").string();
    must(mkdtemp(name.data()) != nullptr);
    return name + "/bests";
  }();
  std::ofstream(path, std::ios::binary) << bytes;
  const Result<BestHistory> history = BestHistory::open(path);
  if (!history) {
    must(history.error().kind == ErrorKind::stale && !history.error().message.empty());
    return;
  }
  for (std::size_t number = 0; number <= history->size(); ++number)
    if (const Result<Document> best = history->at(number); !best) return;
  const Result<Document> original = history->at(0);
  const Document next = Document::single("a", "the next best");
  {
    Result<BestHistoryWriter> writer = BestHistoryWriter::open(path, *original);
    must(writer && writer->add(history->size() + 1, next) && writer->flush());
  }
  const Result<BestHistory> again = BestHistory::open(path);
  must(again && again->size() == history->size() + 1 && again->at(again->size()) == next);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const BytesView bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 0)
    read_delta(bytes);
  else
    read_history(bytes);
  return 0;
}
