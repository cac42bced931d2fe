/// The likelihood that an edit can be applied, estimated from the outcomes of similar edits.
///
/// Edits are classified by the facts that are known when a list is made: whether they contain a
/// refused removal, whether they add a syntax error, and whether the same edit was refused before.
/// Each such *cell* has counts, over all passes and for each pass. The rate of a pass is drawn
/// towards the rate of all passes, and that towards the rate in recorded runs. Only the last
/// hundred or so edits of a cell count: late in a run less can be removed than early.
///
/// A value of a few kilobytes that copies share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "learn/refusals.h"

namespace whittle {

/// The class of an edit.
struct Cell {
  Refused contains = Refused::never;
  bool adds_error = false;
  bool was_refused = false;  ///< the same edit, or one that looks the same

  static constexpr std::size_t count = 12;
  std::size_t number() const {
    return static_cast<std::size_t>(contains) * 4 + (adds_error ? 2 : 0) + (was_refused ? 1 : 0);
  }
};

class Chances {
 public:
  explicit Chances(std::size_t passes) : passes_(passes) {}

  /// The likelihood for an edit of this cell that the pass with this number has listed.
  double operator()(std::size_t pass, const Cell& cell) const;
  /// `removed` of these `edits` of that cell and pass could be applied.
  void saw(std::size_t pass, std::size_t cell, std::size_t removed, std::size_t edits);

 private:
  struct Count {
    double removed = 0, edits = 0;
    void add(double more_removed, double more_edits, double memory);
    double rate(double prior) const;
  };
  struct ChanceCounts {
    std::array<Count, Cell::count> all{};
    std::vector<std::array<Count, Cell::count>> by_pass;
  };
  std::size_t passes_;
  std::shared_ptr<const ChanceCounts> counts_;  // null until the first call of `saw`
};

}  // namespace whittle
