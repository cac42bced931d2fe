/// A pass looks at a document and lists edits, and does nothing else: which of them are applied, in
/// what order and on how many cores they are tested, is decided elsewhere.
///
/// Everything known about a pass is in its row of `registry.cc`. `--list passes`, the tables of
/// `docs/passes.md`, `--delete-only` and the default plan are made from the rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/edit.h"
#include "document/goal.h"
#include "passes/found.h"

namespace whittle {

class Tools;  // process/tools.h: finds and runs other programs
class Trees;  // syntax/trees.h: parses a file on demand and remembers

/// The input of a pass. Its edits depend on nothing else.
struct Subject {
  const Document& document;
  Trees& trees;
  Tools& tools;
  /// Defines "smaller": a pass lists only edits that make the document smaller.
  Goal goal = Goal::tokens;
  /// Paths of the files that were binary when the run began. The passes on bytes still apply to
  /// them when the rest of such a file looks like text.
  std::span<const std::string> binary_files = {};

  bool is_binary(const File& file) const;
};

/// A function that lists edits. Passes that differ only in a number share one function: windows of
/// three tokens and of four, the heaviest descendant of a node and the second heaviest.
class FindEdits {
 public:
  constexpr FindEdits(Found (*find)(const Subject&) = nullptr) : find_(find) {}
  constexpr FindEdits(Found (*find)(const Subject&, std::size_t), std::size_t number)
      : find_with_number_(find), number_(number) {}

  explicit operator bool() const { return find_ || find_with_number_; }
  Found operator()(const Subject& subject) const {
    return find_ ? find_(subject) : find_with_number_(subject, number_);
  }
  /// The same function with another number.
  FindEdits with(std::size_t number) const { return {find_with_number_, number}; }

  friend bool operator==(const FindEdits&, const FindEdits&) = default;

 private:
  Found (*find_)(const Subject&) = nullptr;
  Found (*find_with_number_)(const Subject&, std::size_t) = nullptr;
  std::size_t number_ = 0;
};

/// Each family is a folder, and a section of `docs/passes.md`.
enum class Family : std::uint8_t { text, tree, names, files, smt, llvm, clang };
std::string_view name_of(Family family);

/// The changes that the edits of a pass make.
enum class Effect : std::uint8_t {
  deletes,   ///< whole tokens or white space; numbers that count deleted parts are lowered
  replaces,  ///< they may also write something else, move it, or shorten a value
  renames,   ///< the same, and a name may be spelled in another way
};

/// The kind of input that a pass applies to. On any other input the pass finds nothing, and plans
/// do not run it.
struct InputKind {
  std::string_view name;  ///< for `--list passes`: "any text", "C++"
  bool (*matches)(const Subject& subject);
};

/// When the default plan (`plan/default_plan/auto_plan.h`) runs a pass.
enum class When : std::uint8_t {
  in_mass,         ///< early on, all edits as one list, for as long as that pays
  often_pays,      ///< in every sweep
  sometimes_pays,  ///< when nothing that often pays is left
  looks_only,      ///< the same; a success unlocks nothing if it removed no token
};

/// Which edits the default plan offers at a time.
enum class Grains : std::uint8_t { all_at_once, heavy_first };

/// Whether the default plan applies all edits of a pass at once to a large document, before
/// anything else.
enum class FirstInOne : std::uint8_t {
  no,
  if_heavy,  ///< if they are a good part of the document
  always,    ///< other passes do better without them
};

/// How early the default plan runs a pass, and how. A pass may have several tiers.
struct Tier {
  double worth;  ///< the share of the document that a test removes: a guess, corrected by each run
  When when;
  Grains grains;
};

/// An edit of the pass, applied alone, turns `before` into `after`. `tests/passes` runs every
/// example.
struct Example {
  std::string_view file;  ///< its name, from which the language is known
  std::string_view before;
  std::string_view after;
  /// A second file, which the edit drops. An empty name: there is no second file.
  std::string_view dropped_file = {};
  std::string_view dropped_text = {};
};

struct Pass {
  std::string_view name;  ///< as `--only` and `--without` take it
  Family family;
  Effect effect;             ///< `--delete-only` allows only those that delete
  std::string_view summary;  ///< one line
  /// The reason why the pass exists: a measurement, "bench: ID" with an id of
  /// `bench/results/*.csv`, or a paper.
  std::string_view evidence;
  InputKind input;
  FindEdits find;
  std::vector<Tier> tiers;        ///< at least one
  std::vector<Example> examples;  ///< at least one, unless another program finds the edits
  /// Only for a pass that renames: `--without renames` replaces `find` by this, or turns the pass
  /// off.
  FindEdits find_keeping_names = nullptr;
  /// Another program finds the edits: that is slow, and edits may make the document larger.
  bool external = false;
  FirstInOne first_in_one = FirstInOne::no;

  bool applies_to(const Subject& subject) const { return input.matches(subject); }
  /// The function that finds its edits; none if names must stay and all its edits rename.
  FindEdits finder(bool keep_names) const {
    return keep_names && effect == Effect::renames ? find_keeping_names : find;
  }
};

/// All passes, coarse before fine: the order in which `--list passes` prints them, and in which the
/// default plan runs passes that promise the same.
std::span<const Pass> passes();
/// Nothing if there is no such pass.
const Pass* find_pass(std::string_view name);
/// The row of a pass, for a plan that runs this one. Requires: the function has a row.
const Pass& pass_of(FindEdits find);

}  // namespace whittle
