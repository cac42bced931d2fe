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
};

}  // namespace whittle
