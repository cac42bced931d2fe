/// Edits that earlier refusals make hopeless, so that no list needs to have them.
///
/// Two rules, from 16,671 recorded tests:
/// - A: the edit contains a refused removal and adds a syntax error (1 in 4,400 was interesting).
/// - B: the edit contains a removal that was refused since the last success, removes tokens that
///   stand side by side, and inserts nothing (4 in 4,700).
///
/// Neither holds always. So every twentieth edit that a rule calls hopeless is tested all the same,
/// by a counter; a single success switches the rule off for the rest of the run.
///
///     hopeless.document_is(end);                        // what the last stage was told
///     Hopeless::List list = hopeless.list(...);         // for each list
///     ... list.leave_out(edit) ...
///     hopeless.began(list, stage);
///
/// A value: what it knows comes from the outcomes alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "learn/refusals.h"
#include "learn/tokens.h"
#include "passes/found.h"
#include "plan/strategy.h"
#include "syntax/trees.h"

namespace whittle {

class Hopeless {
 public:
  /// One of so many hopeless edits is tested.
  static constexpr std::size_t one_in = 20;

  struct Rules {
    bool adds_error = true;  ///< A
    bool is_plain = true;    ///< B
    friend bool operator==(const Rules&, const Rules&) = default;
  };

  /// Takes in what the stage was told that has just ended, and the document as it is now. Without a
  /// stage the document may be any. `unlocks_nothing`: the stage changed only looks.
  void document_is(const StageEnd& end, bool unlocks_nothing = false);

  /// Judges the edits of one list.
  class List {
   public:
    /// Whether the edit is to be left out. To be asked about each edit once, in the order of the
    /// list, and only about edits that the list would have otherwise. `number`: among those found.
    bool leave_out(std::size_t number, const Edit& edit);
    std::size_t left_out() const { return left_out_; }

   private:
    friend class Hopeless;
    List(const Hopeless& hopeless, const Document& document, Trees& trees, const Found& found);
    Rules judge(std::size_t number, const Edit& edit);
    bool adds_error(std::size_t number);
    std::uint32_t errors(const Document& document) const;

    struct Sample {
      std::size_t element;
      Rules rules;
    };
    const Hopeless& hopeless_;
    const Document& document_;
    Trees& trees_;
    RefusalIndex index_;
    std::optional<Found> found_;  // for rule A; nothing if the document is too large to be parsed
    std::optional<EditList> edits_;
    std::optional<std::uint32_t> errors_;  // of the document
    std::size_t parsed_ = 0;               // bytes
    std::size_t counter_;
    std::size_t listed_ = 0;
    std::size_t left_out_ = 0;
    std::vector<Sample> samples_;
  };
  List list(const Document& document, Trees& trees, const Found& found) const {
    return {*this, document, trees, found};
  }
  /// A stage begins with that list, or nothing was left of it.
  void began(List list, const Stage* stage);

  const Rules& rules() const { return rules_; }

 private:
  std::optional<Tokens> tokens_;
  Refusals refusals_;
  Rules rules_;
  std::size_t counter_ = 0;                                   // hopeless edits so far
  std::shared_ptr<const std::vector<List::Sample>> samples_;  // of the stage at hand
};

}  // namespace whittle
