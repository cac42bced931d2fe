/// A POSIX extended regular expression, matched line by line as `grep -E` does.
///
/// From the C library: `std::regex` recurses once per character and overflows the stack on the long
/// lines compilers print, and a test script made of conditions uses `grep -E` itself.
#pragma once

#include <memory>
#include <string>

#include "base/bytes.h"
#include "base/result.h"

namespace whittle {

class Pattern {
 public:
  static Result<Pattern> compile(std::string text);

  /// Whether some line of `bytes` matches. NUL bytes are bytes like any other.
  bool found_in(BytesView bytes) const;
  const std::string& text() const { return text_; }

 private:
  struct Compiled;
  std::string text_;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace whittle
