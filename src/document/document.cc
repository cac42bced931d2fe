// The hash covers everything that a test can see: paths, kinds, modes and contents. Each part is
// hashed alone and then combined, so bytes cannot move from one part to another without changing
// the hash.
#include "document/document.h"

namespace whittle {

std::size_t Document::size() const {
  std::size_t total = 0;
  for (const File& file : files_) total += file.bytes->size();
  return total;
}

Hash Document::hash() const {
  Hash hash{files_.size(), 0};
  for (const File& file : files_) {
    hash = combine(hash, hash_of(file.path));
    hash = combine(hash, Hash{file.mode, static_cast<std::uint64_t>(file.kind)});
    hash = combine(hash, hash_of(*file.bytes));
  }
  return hash;
}

}  // namespace whittle
