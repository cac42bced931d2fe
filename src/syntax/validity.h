/// Whether versions of a file are as valid as the file is.
///
///     const Validity validity(language, text);
///     if (!validity.accepts(candidate)) ...     // not worth a test
///
/// Syntax errors are counted by the grammar, each kind for itself, and `Strict` in the row of a
/// language says what else must hold: a JSON file is one value, a TOML table has no key twice, a
/// CSV file keeps its header, a hunk of a patch is a part of one in the original. Such a rule
/// counts only if the original follows it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "syntax/errors.h"
#include "syntax/patch.h"
#include "syntax/table.h"

namespace whittle {

class Validity {
 public:
  Validity(const Language& language, const SharedBytes& original);

  /// False if neither a grammar nor a rule says what is valid: then all versions are accepted.
  bool judges() const { return errors_ || has_rule_; }
  /// Whether the original has no error.
  bool was_valid() const { return judges() && (!errors_ || errors_->errors() == 0); }
  bool accepts(const SharedBytes& version) const;

 private:
  bool follows_rule(const SharedBytes& version) const;
  bool is_part_of_table(BytesView version) const;

  Language language_;
  std::optional<ErrorCounter> errors_;    // nothing without a grammar
  bool has_rule_ = false;                 // the original follows the rule of its row
  char separator_ = 0;                    // of a table
  std::vector<std::string> header_ = {};  // its first record
  std::optional<PatchParts> patch_;
};

}  // namespace whittle
