/// Which stage comes next: what HDD, Perses and the default plan differ in.
///
/// A stage is a list of edits and the reduction that chooses from them. A strategy is a value that
/// is told how the last stage ended and gives the next one, until nothing is left to do. Everything
/// else (asking, testing ahead, remembering, counting) is the same for all: see `StagedSearch`.
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
  /// Of the document as it is; or of one that it was before, which is how a strategy goes back.
  std::shared_ptr<const EditList> edits;
  AnyReduction reduction;
  /// The document may end larger than it was (see `pump.h`). The best of a search is the smallest
  /// document ever found interesting, wherever the strategy is now.
  bool may_grow = false;
  /// The strategy wants `StageEnd::log`.
  bool is_logged = false;
  /// Why a query was refused, whose candidate has this hash: needs between edits, sorted. Gives
  /// nothing if the user wants to stop. Takes time. Empty: nobody can say.
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

/// How a stage ended; also what the first one starts from.
struct StageEnd {
  const Document& document;         ///< as it is now
  bool changed = false;             ///< whether the stage changed it
  const EditList* edits = nullptr;  ///< what was chosen from; nothing before the first stage
  const Subset* kept = nullptr;     ///< which edits were not applied
  std::size_t queries = 0;          ///< asked in this stage
  const StageLog* log = nullptr;    ///< what it was told; empty unless the stage is logged
};

/// `next` is called once at the start and then whenever a stage has ended. Once it has given
/// nothing, a strategy can be started anew, with a `StageEnd` that has only a document.
template <typename T>
concept Strategy = requires(T& strategy, const StageEnd& end) {
  { strategy.next(end) } -> std::same_as<std::optional<Stage>>;
}
&&std::copyable<T>;

/// A strategy that leaves out edits because it takes them to be hopeless also says how many.
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
