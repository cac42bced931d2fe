/// Edits that earlier refusals make hopeless, so that no list needs to have them.
///
/// Two rules, from 16,671 recorded tests:
/// - A: the edit contains a refused removal and adds a syntax error (1 in 4,400 was interesting).
/// - B: the edit contains a removal that was refused since the last success, removes tokens that
///   stand side by side, and inserts nothing (4 in 4,700).
///
/// - C: edits of its pass of which as much is known (`learn/chances.h`) were refused so often that
///   its chance is below 0.5 %, and it would not remove much.
///
/// An edit that was refused alone is not listed again, by any pass, until tokens were removed:
/// blanks and names may be others by then. That is no rule, since it was tested.
///
/// None of the rules holds always. So every twentieth edit that a rule calls hopeless is tested all
/// the same, by a counter; a single success switches the rule off for the rest of the run. (Of rule
/// C only for that kind of edit.)
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
#include "syntax/trees.h"

namespace whittle {

/// What `--without` switches off, by name: the three rules, and that algorithms are told chances.
namespace refusal_part {
inline constexpr std::string_view adds_error = "refusals-error", is_plain = "refusals-plain",
                                  is_unlikely = "refusals-unlikely", chances = "refusals-chances";
inline constexpr std::array all{adds_error, is_plain, is_unlikely, chances};
}  // namespace refusal_part

class Hopeless {
 public:
  /// One of so many hopeless edits is tested.
  static constexpr std::size_t one_in = 20;

  enum class Rule : std::uint8_t { none, adds_error, is_plain, is_unlikely };

  /// With so many passes; these parts are switched off. Other names are of no effect.
  Hopeless(std::size_t passes, const std::vector<std::string>& without);

  /// Takes in what the stage was told that has just ended, and the document as it is now. Without a
  /// stage the document may be any. `unlocks_nothing`: the stage changed only looks.
  void document_is(const StageEnd& end, bool unlocks_nothing = false);

  /// An edit of a list.
  struct Listed {
    Hash name;
    std::uint8_t cell;
    Rule hopeless;  ///< by which it is; tested all the same
  };

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
    Rule judge(const Cell& cell, const Removal& removal, Weight weight) const;
    bool adds_error(std::size_t number, const Hash& name);
    Hash name_of(const Removal& removal, const Edit& edit) const;
    std::uint32_t errors(const Document& document) const;

    const Hopeless& hopeless_;
    std::size_t pass_;
    bool every_token_;
    const Document& document_;
    Trees& trees_;
    std::shared_ptr<const RefusalIndex> index_;
    std::optional<Found> found_;  // for rule A; nothing if the document is too large to be parsed
    std::optional<EditList> edits_;
    std::optional<std::uint32_t> errors_;  // of the document
    std::size_t parsed_ = 0;               // bytes
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

  bool is_on(Rule rule) const { return on_[static_cast<std::size_t>(rule)]; }

 private:
  struct Running {
    std::size_t pass;
    bool complete;
    std::vector<Listed> listed;
  };
  void count(const StageEnd& end, const Running& running);
  void switch_off(const Listed& listed, std::size_t pass, bool first_success);

  std::optional<Tokens> tokens_;
  Refusals refusals_;
  std::shared_ptr<const RefusalIndex> index_;  // of both; nothing until a list needs it
  Chances chances_;
  std::array<bool, 4> on_{true, true, true, true};  // by rule
  bool tells_chances_ = true;
  PersistentSet refused_;       // edits, by name, that were refused alone since the last success
  PersistentSet likely_;        // pass and cell, where rule C was wrong
  PersistentSet counted_;       // hopeless edits, each of which counts once
  std::size_t counter_ = 0;     // how many
  PersistentSet parsed_edits_;  // edits, by name and by whether they add a syntax error
  std::shared_ptr<const Running> running_;  // the stage at hand
};

}  // namespace whittle
