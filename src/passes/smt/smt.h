/// An SMT-LIB script, as far as the passes need it: commands, terms, the declared sorts of names,
/// and the sorts of terms where they are easy to find. A term of unknown sort has an empty one, and
/// the passes that need a sort leave it alone.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "passes/edit_maker.h"

namespace whittle::smt {

class Script {
 public:
  /// Requires: the file's language is one of S-expressions.
  Script(const Source& source, std::uint32_t file);

  const Tree& tree() const { return source_->tree(); }
  Place at(NodeId node) const { return {file_, node}; }
  std::string_view text(NodeId node) const { return source_->text(node); }
  bool is_group(NodeId node) const { return tree()[node].kind == group_; }
  /// The parts of a group, without its brackets and comments.
  std::vector<NodeId> parts(NodeId group) const;
  /// The text of the first part of a group; empty for anything else.
  std::string_view head(NodeId node) const;

  /// The outermost groups.
  const std::vector<NodeId>& commands() const { return commands_; }
  NodeId command_of(NodeId node) const;
  /// Terms that can be replaced by others, outer before inner.
  const std::vector<NodeId>& terms() const { return terms_; }
  /// The sort of a term; empty if it is not known.
  std::string_view sort(NodeId term) const { return sorts_[term]; }
  /// All places of a symbol, in order.
  const std::vector<NodeId>& places(std::string_view symbol) const;
  /// Names that have this sort and no arguments, in the order of their declarations.
  const std::vector<std::string_view>& constants(std::string_view sort) const;
  /// The text of a node with some symbols in it replaced by other texts.
  std::string substituted(NodeId node,
                          const std::unordered_map<std::string_view, std::string>&) const;

 private:
  void find_terms();
  void find_sorts();
  std::string_view sort_of(NodeId term) const;

  const Source* source_;
  std::uint32_t file_;
  KindId group_, token_, string_;
  std::vector<NodeId> commands_, terms_;
  std::vector<std::string_view> sorts_;  // by node
  std::unordered_map<std::string_view, std::vector<NodeId>> places_;
  std::unordered_map<std::string_view, std::string_view> declared_;  // sort of a name, or result
  std::unordered_map<std::string_view, std::vector<std::string_view>> constants_;
};

/// The edits that `list(edits, script)` adds for each file of SMT-LIB; with `all`, for each file of
/// S-expressions.
template <typename List>
Found in_scripts(const Subject& subject, List list, bool all = false) {
  return in_files(
      subject,
      [all](const Language& language) {
        return language.parser == Parser::s_expressions &&
               (all || language.is_any(Dialect::smtlib));
      },
      [&](EditMaker& edits, const Source& source, std::uint32_t file) {
        list(edits, Script(source, file));
      });
}

}  // namespace whittle::smt
