/// Text that no pass may touch: what matches a regular expression, and what lies between markers.
#pragma once

#include <regex>
#include <string>
#include <vector>

#include "base/result.h"
#include "document/edit.h"

namespace whittle {

class Keep {
 public:
  Keep() = default;
  /// Fails if a pattern is not a regular expression (ECMAScript).
  static Result<Keep> make(const std::vector<std::string>& patterns);
  /// The file of this path stays as it is.
  void add_file(std::string path) { whole_files_.push_back(std::move(path)); }

  /// The ranges of one document.
  class Ranges {
   public:
    /// Whether applying the edit would change kept text.
    bool touches(const Edit& edit) const;

   private:
    friend class Keep;
    struct Range {
      std::uint64_t begin, end;
    };
    std::vector<std::vector<Range>> files_;  // for each file, sorted and disjoint
  };
  Ranges ranges(const Document& document) const;

 private:
  std::vector<std::regex> patterns_;
  std::vector<std::string> whole_files_;
};

}  // namespace whittle
