/// The ledger of merges: which removals were accepted, and which subset is proven by a test.
///
/// With a width, several removals are asked about at once, each on the same subset. Two that each
/// succeed nearly always succeed together, so the ledger merges them without a test. The merged
/// subset is the basis of later questions, and a success of one of these proves it. Until then each
/// merge is a step that can be taken back:
///
///     merged() is the proven subset without the groups of all later steps.
///
///     ledger.accept(question, nesting);     // interesting: merges its group
///     if (ledger.is_doubtful()) ask_about(ledger.merged());
///     auto refuted = ledger.refute(stamp);  // not interesting: back to the proven subset
///
/// Cost: `accept` O(n / 64 + removed elements); the rest O(steps). Copies share the subsets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "algorithms/gallop/nesting.h"
#include "algorithms/gallop/open_questions.h"

namespace whittle {

class MergeLedger {
 public:
  /// The result of taking back a merge.
  struct RefutedMerge {
    MergeStamp proven;                    ///< every stamp above it was on the refuted merge
    std::vector<std::uint32_t> to_blame;  ///< elements; at least one of them is needed
    std::vector<ElementGroup> undecided;  ///< removed after the question: nothing is known
  };

  /// Starts from all elements. Without a width, every question is on the proven subset.
  MergeLedger(std::size_t elements, bool has_width);

  /// The smallest subset that was tested and interesting.
  const Subset& best() const { return *best_; }
  /// The subset that the next question is built on.
  const std::shared_ptr<const Subset>& merged() const { return merged_; }
  bool is_proven() const { return merged_ == proven_; }
  MergeStamp stamp() const { return stamp_; }
  /// True if a question with this stamp was built on merges that are not proven.
  bool is_unproven(MergeStamp stamp) const { return stamp > proven_stamp_; }

  /// The question was interesting.
  void accept(const OpenQuestion& question, const Nesting& nesting);
  /// A question on an unproven merge was not interesting. The merge may be the cause.
  void doubt() { ++doubts_; }
  /// True if so many questions in a row failed on an unproven merge that it should be tested.
  bool is_doubtful() const;
  /// The subset merged at `stamp` was not interesting.
  RefutedMerge refute(MergeStamp stamp);
  /// True if refutations were so frequent that merging does not pay.
  bool is_refuted_often() const;

 private:
  struct MergeStep {
    MergeStamp stamp;
    ElementGroup group;
  };

  bool has_width_;
  std::shared_ptr<const Subset> best_;
  std::shared_ptr<const Subset> proven_;
  std::shared_ptr<const Subset> merged_;
  MergeStamp stamp_ = 0;
  MergeStamp proven_stamp_ = 0;
  std::vector<MergeStep> steps_;
  std::size_t doubts_ = 0;  // failures in a row on an unproven merge
  std::size_t refutations_ = 0;
};

}  // namespace whittle
