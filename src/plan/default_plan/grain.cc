#include "plan/default_plan/grain.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "plan/nesting.h"

namespace whittle {
namespace {

constexpr std::uint32_t nobody = Found::no_parent;
/// The same share as in `with-orphans`: an edit nearly as heavy as the one around it would repeat
/// its test.
constexpr double clearly_lighter = 0.7;

enum class Role : std::uint8_t { left_out, heavy, light };

/// The edits of a list and what becomes of them.
struct Choice {
  std::vector<Role> roles;
  std::vector<std::uint32_t> parents;  ///< of each edit the innermost heavy or light one around it
};

/// A light edit stands for all that lies inside it. `is_lighter`: the pass lists only edits that
/// are clearly lighter than their parents.
Choice choose(const std::vector<Edit>& edits, const EditForest& forest, double least,
              bool is_lighter) {
  Choice choice{std::vector<Role>(edits.size(), Role::left_out),
                std::vector<std::uint32_t>(edits.size(), nobody)};
  for (const std::uint32_t i : forest.order) {
    std::uint32_t around = forest.parents[i];
    if (around != nobody && choice.roles[around] == Role::left_out) around = choice.parents[around];
    choice.parents[i] = around;
    if (around != nobody && choice.roles[around] == Role::light) continue;
    const auto weight = static_cast<double>(edits[i].weight);
    const bool is_clear = is_lighter || around == nobody ||
                          weight <= clearly_lighter * static_cast<double>(edits[around].weight);
    if (weight < least)
      choice.roles[i] = Role::light;
    else if (is_clear)
      choice.roles[i] = Role::heavy;
  }
  return choice;
}

/// For each edit its number in the grain. Light edits between two heavy ones are cut into runs of
/// `least` each.
std::vector<std::uint32_t> numbers_of(const std::vector<Edit>& edits, const EditForest& forest,
                                      const Choice& choice, double least) {
  struct Siblings {
    bool has_heavy = false;
    std::uint32_t run = nobody;  // the first edit of the run that is still open
    double weight = 0;           // of that run
  };
  std::vector<Siblings> below(edits.size() + 1);  // the last one: edits without a parent
  const auto siblings_of = [&](std::uint32_t i) -> Siblings& {
    return below[std::min<std::size_t>(choice.parents[i], edits.size())];
  };
  for (std::uint32_t i = 0; i < edits.size(); ++i)
    if (choice.roles[i] == Role::heavy) siblings_of(i).has_heavy = true;

  std::vector<std::uint32_t> first_of(edits.size(), nobody);  // the first edit of its run
  for (const std::uint32_t i : forest.order) {
    Siblings& siblings = siblings_of(i);
    if (choice.roles[i] == Role::heavy) {
      first_of[i] = i;
      siblings.run = nobody;
    } else if (choice.roles[i] == Role::light && siblings.has_heavy) {
      const bool is_open =
          siblings.run != nobody && siblings.weight < least &&
          edits[siblings.run].changes.front().file == edits[i].changes.front().file;
      if (!is_open) {
        siblings.run = i;
        siblings.weight = 0;
      }
      siblings.weight += static_cast<double>(edits[i].weight);
      first_of[i] = siblings.run;
    }
  }
  std::vector<std::uint32_t> numbers(edits.size(), Separated::no_edit);
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < edits.size(); ++i) {
    if (first_of[i] == nobody) continue;
    std::uint32_t& number = numbers[first_of[i]];
    if (number == Separated::no_edit) number = next++;
    numbers[i] = number;
  }
  return numbers;
}

}  // namespace

Found grain_of(Found found, double least, bool with_siblings) {
  if (least <= 0) return found;
  found.filter([](std::size_t, const Edit& edit) { return !edit.changes.empty(); });
  const bool is_lighter = !found.parents.empty();
  EditForest forest = forest_of(found.edits);
  bool says_siblings = true;
  if (is_lighter) {
    forest.parents = found.parents;
    std::iota(forest.order.begin(), forest.order.end(), 0);
  } else {
    // Only a list of single changes, the outer before the inner, says by its ranges what lies
    // beside what.
    for (std::uint32_t i = 0; i < found.edits.size(); ++i)
      says_siblings = says_siblings && found.edits[i].changes.size() == 1 &&
                      (forest.parents[i] == nobody || forest.parents[i] < i);
  }
  Choice choice = choose(found.edits, forest, least, is_lighter);
  if (!with_siblings) {
    found.filter([&](std::size_t i, const Edit&) { return choice.roles[i] == Role::heavy; });
    return found;
  }
  if (!says_siblings) return {};
  const std::vector<std::uint32_t> numbers = numbers_of(found.edits, forest, choice, least);
  bool has_light = false;
  for (std::uint32_t i = 0; i < found.edits.size(); ++i)
    has_light = has_light || (choice.roles[i] == Role::light && numbers[i] != Separated::no_edit);
  if (!has_light) return {};
  found.parents = std::move(choice.parents);
  found.join(numbers);
  return found;
}

}  // namespace whittle
