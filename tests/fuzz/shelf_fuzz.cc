// What a server may give for files on a shelf, for a test and for a candidate. The first byte
// chooses: values of a shelf that refer to each other, a difference to a base, or a shipped test.
// Whatever the bytes are, they are read or refused, below the folder that they are for, and within
// the limits.
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "fuzz/must.h"

#include "remote/difference.h"
#include "remote/fake_bus.h"
#include "remote/shelf.h"
#include "remote/shipped_test.h"

using namespace whittle;
namespace fs = std::filesystem;

namespace {

/// Each value begins with its length. They belong to files 0 to 3 and to the parts of file 0.
void read_shelf(BytesView bytes) {
  FakeBus bus;
  std::vector<Digest> files;
  for (const char* name : {"a", "b", "c", "d"}) files.push_back(digest_of(name));
  for (std::size_t number = 0; !bytes.empty(); ++number) {
    const std::size_t size =
        std::min<std::size_t>(static_cast<unsigned char>(bytes[0]) * 4, bytes.size() - 1);
    const std::string key = number < files.size()
                                ? files[number].hex()
                                : files[0].hex() + "." + std::to_string(number - files.size());
    must(bus.put("s", key, bytes.substr(1, size)).has_value());
    bytes.remove_prefix(1 + size);
  }
  ShelfReader reader(bus, "s", [](const Digest&) { return false; });
  for (const Digest& file : files)
    if (const Result<SharedBytes> read = reader.file(file)) must(digest_of(**read) == file);
}

void read_difference(BytesView bytes) {
  const std::size_t size =
      std::min<std::size_t>(static_cast<unsigned char>(bytes[0]), bytes.size() - 1);
  const BytesView first = bytes.substr(1, size), second = bytes.substr(1 + size);
  if (const Result<Bytes> made = applied(first, second)) {
    const IndexedBase base{Bytes(first)};
    must(applied(first, base.difference(*made)) == *made);
  }
  const IndexedBase base{Bytes(first)};
  must(applied(first, base.difference(second)) == Bytes(second));
}

void read_test(BytesView bytes) {
  static const fs::path top = [] {
    std::string name = (fs::temp_directory_path() / "fuzz-shelf-XXXXXX").string();
    must(mkdtemp(name.data()) != nullptr);
    return fs::path(name);
  }();
  const fs::path folder = top / "in/here";
  fs::remove_all(top / "in");
  fs::create_directories(folder);
  (void)receive_test(bytes, folder);
  std::size_t outside = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(top)) ++outside;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(top / "in")) ++outside;
  must(outside == 2);
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    must((entry.symlink_status().permissions() & (fs::perms::set_uid | fs::perms::set_gid)) ==
         fs::perms::none);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const BytesView bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 3) {
    case 0:
      read_shelf(bytes);
      break;
    case 1:
      read_difference(bytes);
      break;
    default:
      read_test(bytes);
  }
  return 0;
}
