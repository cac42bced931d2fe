/// The number of syntax errors of versions of a text, without making a tree of each.
///
///     const ErrorCounter counter(language, text);
///     counter.errors_in(candidate) > counter.errors()
///
/// The common beginning and end of a version and the text are not parsed again.
#pragma once

#include <cstdint>
#include <memory>

#include "base/bytes.h"
#include "syntax/languages.h"

namespace whittle {

class ErrorCounter {
 public:
  /// If the grammar cannot be loaded, nothing has errors.
  ErrorCounter(const Language& language, const SharedBytes& text);
  ErrorCounter(ErrorCounter&&) noexcept;
  ErrorCounter& operator=(ErrorCounter&&) noexcept;
  ~ErrorCounter();

  std::uint32_t errors() const { return errors_; }
  /// The number of errors of a version in the same language.
  std::uint32_t errors_in(const SharedBytes& version) const;
  /// Whether the version has more errors than the text of some kind, or errors of a kind that the
  /// text has not. The kind is that of the node around the error, with the token that is missing or
  /// not expected. So a correct text on which the grammar fails in a hundred places leaves no room
  /// for a hundred errors of other kinds.
  bool adds_errors(const SharedBytes& version) const;

 private:
  struct Parsed;

  Language language_;
  std::unique_ptr<Parsed> parsed_;  // nothing if there is no grammar
  std::uint32_t errors_ = 0;
};

}  // namespace whittle
