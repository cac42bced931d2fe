/// Edits that earlier refusals make hopeless, so that no list needs to have them.
///
/// Two rules, from 16,671 recorded tests:
/// - A: the edit contains a refused removal and adds a syntax error (1 in 4,400 was interesting).
/// - B: the edit contains a removal that was refused since the last success, removes tokens that
///   stand side by side, and inserts nothing (4 in 4,700).
///
/// An edit that was refused alone is not listed again, by any pass, until tokens were removed:
/// blanks and names may be others by then. That is no rule, since it was tested.
///
/// Neither rule holds always. So every twentieth edit that a rule calls hopeless is tested all the
/// same, by a counter; every fifth as soon as one of them could be applied. If more than one in
/// fifty of those of a pass could be applied, the rule is switched off for this pass: its edits are
/// all tested, until enough of them were refused again.
///
///     hopeless.document_is(end);                        // what the last stage was told
///     Hopeless::List list = hopeless.list(...);         // for each list
///     ... list.leave_out(edit) ...                      // and list.chances()
///     hopeless.began(list, stage);
///
/// A value: what it knows comes from the outcomes alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "learn/chances.h"
#include "learn/refusals.h"
#include "learn/tokens.h"
#include "passes/found.h"
#include "plan/persistent_set.h"
#include "plan/strategy.h"
#include "syntax/errors.h"
#include "syntax/trees.h"

namespace whittle {

class Hopeless {
 public:
  /// One in this many hopeless edits is tested.
  static constexpr std::size_t one_in = 20;
  static constexpr std::size_t one_in_if_wrong = 5;  ///< if the rule was wrong before
  /// A rule holds for a pass if at most one in this many tested edits could be applied.
  static constexpr std::size_t one_applied_in = 50;

  enum class Rule : std::uint8_t { none, adds_error, is_plain };

  /// With so many passes. `without` may name parts of it (`plan_parts.h`) that are switched off;
  /// other names have no effect.
  Hopeless(std::size_t passes, const std::vector<std::string>& without);

  /// Takes in what the stage was told that has just ended, and the document as it is now. Without a
  /// stage the document may be any. `unlocks_nothing`: the stage changed only looks.
  void document_is(const StageEnd& end, bool unlocks_nothing = false);

  /// An edit of a list.
  struct Listed {
    Hash name;
    std::uint8_t cell;
    Rule hopeless;  ///< by which it would be, if the rule holds; tested all the same
  };

  /// How many syntax errors each file of the document has, as soon as anybody asks.
  using ErrorsOfFiles = std::vector<std::optional<ErrorCounter>>;

  /// Judges the edits of one list.
  class List {
   public:
    /// Whether the edit is to be left out. To be asked about each edit once, in the order of the
    /// list, and only about edits that the list would have otherwise. `number`: among those found;
    /// `was_refused`: on another text.
    bool leave_out(std::size_t number, const Edit& edit, bool was_refused);
    std::size_t left_out() const { return left_out_; }
    /// Of the edits that were not left out.
    const std::vector<float>* chances() const {
      return hopeless_.tells_chances_ ? &chances_ : nullptr;
    }

   private:
    friend class Hopeless;
    List(const Hopeless& hopeless, std::size_t pass, bool every_token, const Document& document,
         Trees& trees, const Found& found);
    bool is_on(Rule rule) const { return hopeless_.is_on(rule, pass_); }
    bool adds_error(std::size_t number, const Hash& name);
    bool more_errors_in(const Document& candidate) const;
    Hash name_of(const Removal& removal, const Edit& edit) const;

    const Hopeless& hopeless_;
    std::size_t pass_;
    bool every_token_;
    const Document& document_;
    Trees& trees_;
    std::shared_ptr<const RefusalIndex> index_;
    std::optional<Found> found_;  // for rule A; nothing if the document is too large to be parsed
    std::optional<EditList> edits_;
    std::shared_ptr<ErrorsOfFiles> errors_;
    std::size_t parsed_ = 0;  // bytes
    std::size_t counter_;
    PersistentSet counted_, parsed_edits_;
    std::size_t left_out_ = 0;
    std::vector<Listed> listed_;
    std::vector<float> chances_;
  };
  /// `pass`: its number. `every_token`: a removal of one token is not left out unless it was tested
  /// on this very text.
  List list(std::size_t pass, bool every_token, const Document& document, Trees& trees,
            const Found& found);
  /// A stage begins with that list, or nothing was left of it. Unless it is `complete`, some of its
  /// edits may not be asked about.
  void began(List list, const Stage* stage, bool complete);

  /// For the pass of that number.
  bool is_on(Rule rule, std::size_t pass) const;

 private:
  struct Running {
    std::size_t pass;
    bool complete;
    std::vector<Listed> listed;
  };
  /// Of the edits that a rule calls hopeless.
  struct Seen {
    std::size_t tested = 0, applied = 0;
  };
  using SeenByRule = std::array<Seen, 3>;
  std::size_t tests_one_in(Rule rule) const {
    return was_wrong_[static_cast<std::size_t>(rule)] ? one_in_if_wrong : one_in;
  }
  bool is_wanted(Rule rule) const { return wanted_[static_cast<std::size_t>(rule)]; }
  void count(const StageEnd& end, const Running& running, SeenByRule seen);

  std::optional<Tokens> tokens_;
  Refusals refusals_;
  std::shared_ptr<const RefusalIndex> index_;  // of both; nothing until a list needs it
  std::shared_ptr<ErrorsOfFiles> errors_;      // of the same document
  Chances chances_;
  std::array<bool, 3> wanted_{true, true, true};         // by rule
  std::array<bool, 3> was_wrong_{};                      // by rule, for any pass
  std::shared_ptr<const std::vector<SeenByRule>> seen_;  // by pass
  bool tells_chances_ = true;
  PersistentSet refused_;       // edits, by name, that were refused alone since the last success
  PersistentSet counted_;       // hopeless edits, each of which counts once
  std::size_t counter_ = 0;     // how many
  PersistentSet parsed_edits_;  // edits, by name and by whether they add a syntax error
  std::shared_ptr<const Running> running_;  // the stage at hand
};

}  // namespace whittle
