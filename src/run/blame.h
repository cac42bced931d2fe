/// Which optimisation of gcc or clang makes a test fail: `whittle blame`.
///
/// clang numbers the passes it runs, and can stop after any of them (-opt-bisect-limit): a binary
/// search finds the first number with which the test fails. gcc has an option for most
/// optimisations: a reduction of their list finds those without which the test does not fail, while
/// all others are switched off. Then its debug counters (-fdbg-cnt) are searched like passes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/event.h"
#include "run/prepare.h"

namespace whittle {

struct Blamed {
  std::string compiler = {};  ///< with its level: "gcc-12 -O2"
  /// gcc: "-ftree-pre"; the failure needs all of them, and none of the others.
  std::vector<std::string> needed = {};
  /// Options each of which alone makes the failure vanish: "-fno-tree-pre".
  std::vector<std::string> cures = {};
  /// gcc: the options that switch all other optimisations off; the failure stays.
  std::vector<std::string> others_off = {};
  std::string pass = {};     ///< clang: "GVNPass on main"
  std::size_t number = 0;    ///< of the pass, or of the use of the counter
  std::string counter = {};  ///< gcc: of -fdbg-cnt; empty if none decides

  /// In words, for people.
  std::string sentence() const;
};

/// Nothing if the user stops it. An error if the failure does not depend on the optimisations of a
/// compiler. Changes no file.
Result<std::optional<Blamed>> blame(Request request, Observer& observer);
/// The same for a run whose original is known to fail.
Result<std::optional<Blamed>> blame(Ready& ready);

}  // namespace whittle
