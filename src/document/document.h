/// The input of a reduction: one file, several files or a folder; bytes, with names and modes.
///
/// A value; copies share the bytes of the files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"

namespace whittle {

struct File {
  enum class Kind : std::uint8_t { regular, symlink, folder };

  std::string path;           ///< relative to the folder the test runs in; '/' between parts
  std::uint32_t mode = 0644;  ///< permission bits
  SharedBytes bytes;          ///< content; for a symlink its target; for a folder empty
  Kind kind = Kind::regular;  ///< folders are listed only if they are empty

  friend bool operator==(const File& a, const File& b) {
    return a.path == b.path && a.mode == b.mode && a.kind == b.kind && *a.bytes == *b.bytes;
  }
};

class Document {
 public:
  Document() = default;
  explicit Document(std::vector<File> files) : files_(std::move(files)) {}
  /// One file.
  static Document single(std::string path, Bytes bytes, std::uint32_t mode = 0644) {
    return Document({File{std::move(path), mode, share(std::move(bytes)), File::Kind::regular}});
  }

  const std::vector<File>& files() const { return files_; }
  const Bytes& bytes(std::size_t file) const { return *files_[file].bytes; }

  /// Bytes of all files together.
  std::size_t size() const;
  /// Hashes names, kinds, modes and contents. Documents with equal hashes are assumed to be equal.
  Hash hash() const;

  friend bool operator==(const Document&, const Document&) = default;

 private:
  std::vector<File> files_;
};

}  // namespace whittle
