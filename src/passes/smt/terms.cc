// Replaces terms with smaller terms of the same sort: one of their parts, or the smallest value of
// the sort. A solver refuses a script with a term of another sort before it does anything else, so
// such a candidate would cost a test and never be interesting.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "passes/names/name_passes.h"
#include "passes/smt/smt.h"

namespace whittle::smt {
namespace {

/// The smallest value of a sort; empty if none is known.
std::string least_of(const Script& script, std::string_view sort) {
  if (sort == "Bool") return "true";
  if (sort == "Int") return "0";
  if (sort == "Real") return "0.0";
  if (sort == "String") return "\"\"";
  constexpr std::string_view vector = "(_ BitVec ";
  if (sort.starts_with(vector)) {
    std::size_t width = 0;
    std::from_chars(sort.data() + vector.size(), sort.data() + sort.size(), width);
    if (width > 0 && width <= 64 && width % 4 == 0) return "#x" + std::string(width / 4, '0');
    if (width > 0 && width <= 32) return "#b" + std::string(width, '0');
    return fmt::format("(_ bv0 {})", width);
  }
  const auto& constants = script.constants(sort);
  return constants.empty() ? std::string() : std::string(constants.front());
}

/// Replaces each term with one of its parts that have the same sort; `choose` says which.
Found child_for_parent(const Subject& subject,
                       NodeId (*choose)(const std::vector<NodeId>& fitting)) {
  const auto offer = [&](EditMaker& edits, const Script& script, NodeId term,
                         const std::vector<NodeId>& fitting) {
    const NodeId chosen = choose(fitting);
    if (chosen == no_node) return;
    edits.replace(script.at(term), std::string(script.text(chosen)));
    edits.finish();
  };
  const auto by_sort = [&](EditMaker& edits, const Script& script) {
    for (NodeId term : script.terms()) {
      const std::string_view head = script.head(term);
      if (!script.is_group(term) || head == "let" || head == "forall" || head == "exists" ||
          head == "_")
        continue;
      std::vector<NodeId> fitting = script.parts(term);
      if (fitting.empty()) continue;
      fitting.erase(fitting.begin());  // the operator
      std::erase_if(fitting, [&](NodeId part) { return script.sort(part) != script.sort(term); });
      offer(edits, script, term, fitting);
    }
  };
  // Lisp has no sorts: any form inside another one will do.
  const auto by_form = [&](EditMaker& edits, const Script& script) {
    for (NodeId node = 1; node < script.tree().size(); ++node) {
      if (!script.is_group(node)) continue;
      std::vector<NodeId> fitting = script.parts(node);
      std::erase_if(fitting, [&](NodeId part) { return !script.is_group(part); });
      offer(edits, script, node, fitting);
    }
  };
  return in_scripts(
      subject,
      [&](EditMaker& edits, const Script& script) {
        if (script.tree().language().is_any(Dialect::smtlib))
          by_sort(edits, script);
        else
          by_form(edits, script);
      },
      true);
}

}  // namespace

/// (assert (and (> x 0) (< x 9)))   ->   (assert (> x 0))
Found first_child_for_parent(const Subject& subject) {
  return child_for_parent(subject, [](const std::vector<NodeId>& fitting) {
    return fitting.empty() ? no_node : fitting.front();
  });
}

/// (assert (and (> x 0) (< x 9)))   ->   (assert (< x 9))
Found last_child_for_parent(const Subject& subject) {
  return child_for_parent(subject, [](const std::vector<NodeId>& fitting) {
    return fitting.size() < 2 ? no_node : fitting.back();
  });
}

/// (ite a b c)   ->   b
Found middle_child_for_parent(const Subject& subject) {
  return child_for_parent(subject, [](const std::vector<NodeId>& fitting) {
    return fitting.size() < 3 ? no_node : fitting[fitting.size() / 2];
  });
}

/// (assert (> (str.len s) 3))   ->   (assert (> 0 3))
Found constants_by_sort(const Subject& subject) {
  return in_scripts(subject, [](EditMaker& edits, const Script& script) {
    for (NodeId term : script.terms())
      if (const std::string least = least_of(script, script.sort(term)); !least.empty()) {
        edits.replace(script.at(term), least);
        edits.finish();
      }
  });
}

// `true` alone is not enough: in a disjunction `false` is the value that removes a formula, in a
// conjunction `true` is.
/// (assert (or (> x 0) (< x 9)))   ->   (assert (or false (< x 9)))
Found formula_to_false(const Subject& subject) {
  return in_scripts(subject, [](EditMaker& edits, const Script& script) {
    for (NodeId term : script.terms())
      if (script.sort(term) == "Bool") {
        edits.replace(script.at(term), "false");
        edits.finish();
      }
  });
}

/// (and a b c)   ->   (and a c)
Found arguments(const Subject& subject) {
  static constexpr std::string_view any_number[] = {
      "*",      "+",        "-",  "and",   "bvadd",    "bvand",  "bvor",
      "concat", "distinct", "or", "re.++", "re.union", "str.++", "xor"};
  return in_scripts(subject, [](EditMaker& edits, const Script& script) {
    for (NodeId term : script.terms()) {
      if (std::ranges::find(any_number, script.head(term)) == std::end(any_number)) continue;
      const std::vector<NodeId> parts = script.parts(term);
      // One of two arguments must stay: `smt-first-child` and `smt-last-child` do that.
      for (std::size_t i = 1; i < parts.size() && parts.size() > 3; ++i) {
        edits.cut(script.at(parts[i]));
        edits.finish();
      }
    }
  });
}

}  // namespace whittle::smt
