/// A strategy says which stage comes next. HDD, Perses and the default plan are strategies.
///
/// A stage is a list of edits and the reduction that chooses from them. A strategy is a value that
/// is told how the last stage ended and gives the next one, until nothing is left to do. Everything
/// else (asking, testing ahead, remembering, counting) is the same for all strategies: see
/// `StagedSearch`.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/reduction.h"
#include "base/any_value.h"
#include "base/intern.h"
#include "document/edit.h"
#include "plan/stage_log.h"

namespace whittle {

struct Stage {
  std::string_view name;  ///< for reports, as "lines/gallop"; see `intern`
  /// Edits of the current document, or of an earlier one if the strategy goes back to that.
  std::shared_ptr<const EditList> edits;
  AnyReduction reduction;
  /// The document may end larger than it was (see `pump.h`). The best of a search is the smallest
  /// document ever found interesting, wherever the strategy is now.
  bool may_grow = false;
  /// The strategy wants `StageEnd::log`.
  bool is_logged = false;
  /// Finds out why the candidate with this hash was refused: needs between edits, sorted. Returns
  /// nothing if the user wants to stop. May take long. An empty function: no reason can be found.
  ///
  /// Requires: one search calls it, once for each refusal that it was told, in their order. Copies
  /// that test ahead never do. The answers depend on the calls before, which all copies of the
  /// stage share: after many refusals without a reason, no compiler is asked any more. A run that
  /// is repeated or resumed is told the same refusals in the same order, and so gets the same
  /// answers.
  using Why =
      std::function<std::optional<std::vector<Lack>>(const Query& query, const Hash& candidate)>;
  Why why = {};
};

/// The end of a stage; also the start of the first one.
struct StageEnd {
  const Document& document;         ///< as it is now
  bool changed = false;             ///< whether the stage changed it
  const EditList* edits = nullptr;  ///< the list of the stage; null before the first stage
  const Subset* kept = nullptr;     ///< the edits that were not applied
  std::size_t queries = 0;          ///< the number of queries of this stage
  bool gave_up = false;             ///< whether the reduction had more to ask
  const StageLog* log = nullptr;    ///< its outcomes; empty unless the stage is logged
};

/// `next` is called once at the start and then whenever a stage has ended. After it has returned
/// nothing, the strategy can be started again, with a `StageEnd` that has only a document.
template <typename T>
concept Strategy = requires(T& strategy, const StageEnd& end) {
  { strategy.next(end) } -> std::same_as<std::optional<Stage>>;
}
&&std::copyable<T>;

/// A strategy that leaves out edits because it judges them hopeless also says how many.
template <typename T>
concept LeavesOut = requires(const T& strategy) {
  /// Edits of the document as it is now that were left out of the last sweep.
  { strategy.left_out() } -> std::same_as<std::size_t>;
};

/// Holds a strategy of any kind, as a value.
class AnyStrategy {
 public:
  template <typename T>
  requires(!std::same_as<T, AnyStrategy> && Strategy<T>)
      AnyStrategy(T strategy)  // NOLINT(google-explicit-constructor): any strategy is one
      : held_(Model<T>(std::move(strategy))) {}

  std::optional<Stage> next(const StageEnd& end) { return held_->next(end); }
  /// 0 for a strategy that leaves nothing out.
  std::size_t left_out() const { return held_->left_out(); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual std::optional<Stage> next(const StageEnd& end) = 0;
    virtual std::size_t left_out() const = 0;
  };
  template <typename T>
  struct Model final : Interface {
    explicit Model(T strategy) : value(std::move(strategy)) {}
    std::optional<Stage> next(const StageEnd& end) override { return value.next(end); }
    std::size_t left_out() const override {
      if constexpr (LeavesOut<T>) return value.left_out();
      return 0;
    }
    T value;
  };
  AnyValue<Interface> held_;
};

}  // namespace whittle
