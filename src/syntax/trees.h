/// Trees on demand. The last few are kept, because passes ask for the same file again.
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string_view>

#include "base/hash.h"
#include "syntax/tree.h"

namespace whittle {

class Trees {
 public:
  /// If a language is given, every file is read as that language; otherwise the file's name and
  /// first line decide.
  explicit Trees(std::optional<Language> language = std::nullopt, std::size_t kept = 16)
      : language_(std::move(language)), kept_(kept) {}

  /// From now on, headers (`.h`) are C++: other files of the project are.
  void take_headers_for_cxx() { headers_are_cxx_ = true; }

  const Language& language(std::string_view path, BytesView bytes) const {
    if (language_) return *language_;
    return headers_are_cxx_ && path.ends_with(".h") ? *find_language("cpp")
                                                    : language_of(path, bytes);
  }
  /// The tree of a file. If its grammar cannot be loaded, the tree of its brackets; call `parse` to
  /// learn why. Null only if the file is too large (2 GB).
  std::shared_ptr<const Tree> tree(std::string_view path, const SharedBytes& bytes);
  std::shared_ptr<const Tree> tree(const Language& language, const SharedBytes& bytes);

 private:
  struct Entry {
    std::string language;
    Hash content;
    std::shared_ptr<const Tree> tree;
  };
  std::optional<Language> language_;
  std::size_t kept_;
  bool headers_are_cxx_ = false;
  std::list<Entry> entries_;  // the last used first
};

}  // namespace whittle
