/// Edits that earlier refusals make hopeless, and that lists therefore leave out.
///
/// Two rules, from 16,671 recorded tests:
/// - A: the edit contains a refused removal and adds a syntax error (1 in 4,400 was interesting).
/// - B: the edit contains a removal that was refused since the last success, removes tokens that
///   stand side by side, and inserts nothing (4 in 4,700).
///
/// An edit that was refused alone is listed again, by any pass, when half of the tokens that the
/// document had are gone, and in the last sweep if tokens were removed since. Of 24,856 tests of 72
/// small files, 8,149 asked about such an edit once more: 3 % of them were interesting, and 15 % of
/// those about new edits. That is no rule, because the edit was tested.
///
/// Neither rule always holds. So every twentieth edit that a rule calls hopeless is tested all the
/// same, by a counter; every fifth as soon as one of them could be applied. If more than one in
/// fifty of the tested edits of a pass could be applied, the rule is switched off for this pass:
/// its edits are all tested, until enough of them were refused again.
///
///     hopeless.document_is(end);                        // the outcomes of the last stage
///     Hopeless::List list = hopeless.list(...);         // for each list
///     ... list.leave_out(edit) ...                      // and list.chances()
///     hopeless.began(list, stage);
///
/// A value: it depends on the outcomes alone.
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

  /// `passes`: the number of passes. `without` may name parts of this class (`plan_parts.h`) to
  /// switch off; other names have no effect.
  Hopeless(std::size_t passes, const std::vector<std::string>& without);

  /// Learns from the outcomes of the stage that has just ended, and from the document as it is now.
  /// If no stage has ended, the document may be any. `unlocks_nothing`: the stage only changed
  /// names, numbers or blanks.
  void document_is(const StageEnd& end, bool unlocks_nothing = false);

  /// An edit of a list.
  struct Listed {
    Hash name;
    std::uint8_t cell;
    Rule hopeless;  ///< the rule that calls it hopeless, although it is tested
  };

  /// The number of syntax errors of each file of the document; counted when it is first needed.
  using ErrorsOfFiles = std::vector<std::optional<ErrorCounter>>;

  /// Judges the edits of one list.
  class List {
   public:
    /// Whether to leave out the edit. Must be called once for each edit, in the order of the list,
    /// and only for edits that the list would have otherwise. `number`: its number among the edits
    /// found; `was_refused`: the same edit was refused on another text.
    bool leave_out(std::size_t number, const Edit& edit, bool was_refused);
    std::size_t left_out() const { return left_out_; }
    /// The likelihoods of the edits that were not left out.
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
  /// `pass`: its number. `every_token`, for the last sweep: a removal of one token is left out only
  /// if it was tested on exactly this text, and other edits do not wait until the text has halved.
  List list(std::size_t pass, bool every_token, const Document& document, Trees& trees,
            const Found& found);
  /// A stage begins with this list; no stage if the list has no edit left. If the list is not
  /// `complete`, the stage may not ask about all of its edits.
  void began(List list, const Stage* stage, bool complete);

  /// Whether a rule is in use for a pass.
  bool is_on(Rule rule, std::size_t pass) const;

 private:
  struct Running {
    std::size_t pass;
    bool complete;
    std::vector<Listed> listed;
  };
  /// Counts of the edits that a rule calls hopeless.
  struct Seen {
    std::size_t tested = 0, applied = 0;
  };
  using SeenByRule = std::array<Seen, 3>;
  std::size_t tests_one_in(Rule rule) const {
    return was_wrong_[static_cast<std::size_t>(rule)] ? one_in_if_wrong : one_in;
  }
  bool is_wanted(Rule rule) const { return wanted_[static_cast<std::size_t>(rule)]; }
  void count(const StageEnd& end, const Running& running, SeenByRule seen, bool is_complete);
  void begin_half(std::size_t tokens);

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
  PersistentSet refused_long_;  // the same, since the document had twice `halved_at_` tokens
  std::size_t halved_at_ = 0;   // tokens
  bool asks_again_early_ = false;
  PersistentSet counted_;                   // hopeless edits, each of which counts once
  std::size_t counter_ = 0;                 // how many
  PersistentSet parsed_edits_;              // edits, by name and by whether they add a syntax error
  std::shared_ptr<const Running> running_;  // the stage at hand
};

}  // namespace whittle
