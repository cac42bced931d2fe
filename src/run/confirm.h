/// The fourth step of a run: tests the result once more from a clean folder, outside of every memo.
/// If it fails, goes back to an earlier best. Formats the result in the end.
#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "run/open.h"
#include "run/search.h"

namespace whittle {

/// The result of a run, and the outcome of its last test.
struct Confirmed {
  Searched searched;
  Document result;
  std::size_t best_number = 0;  ///< of the result; 0: the original
  std::size_t unconfirmed = 0;  ///< bests that did not pass the last test
  bool passed = false;          ///< false if the run was stopped before
  std::string output = {};      ///< of the last test; its first lines
  Failure drifted_to = {};  ///< the result's failure, if the test did not notice that it changed
};

using Confirmation = std::variant<Confirmed, Revoked>;

/// `opened` must outlive the returned value. `Revoked` if outcomes of other runs led to a result
/// that does not pass its last test.
Result<Confirmation> confirm(Opened& opened, Searched searched);

}  // namespace whittle
