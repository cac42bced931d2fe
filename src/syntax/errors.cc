// Uses the incremental parsing of tree-sitter: the version is described as one change of the text
// that was parsed first, and the parser takes over all subtrees outside of the change. Learning
// needs a parse for hundreds of candidates; with this, it took 95 instead of 154 million
// instructions on xml-xpath-diff (docs/rejected.md, "The processor time of learning"). Most of the
// rest is the work of tree-sitter at the first error, which cannot be avoided.
#include "syntax/errors.h"

#include <algorithm>
#include <map>
#include <tree_sitter/api.h>
#include <tuple>
#include <utility>

#include "syntax/hidden.h"
#include "syntax/syntax.h"
#include "syntax/tree.h"

namespace whittle {
namespace {

using OwnedParser = std::unique_ptr<TSParser, void (*)(TSParser*)>;
using Parse = std::unique_ptr<TSTree, void (*)(TSTree*)>;

/// The text as the parser must see it, with blanks in place of hidden words.
Bytes without_hidden(const Language& language, Bytes text) {
  blank(find_hidden(language, text), text);
  return text;
}

/// Rows and columns from 0, in bytes.
TSPoint point_at(BytesView text, std::size_t at) {
  const BytesView before = text.substr(0, at);
  const auto row = static_cast<std::uint32_t>(std::ranges::count(before, '\n'));
  const std::size_t line = row == 0 ? 0 : before.rfind('\n') + 1;
  return {row, static_cast<std::uint32_t>(at - line)};
}

/// The one change that makes `now` of `before`.
TSInputEdit change(BytesView before, BytesView now) {
  const std::size_t least = std::min(before.size(), now.size());
  const auto begin = static_cast<std::size_t>(
      std::ranges::mismatch(before.substr(0, least), now.substr(0, least)).in1 - before.begin());
  std::size_t same = 0;
  while (same < least - begin && before[before.size() - 1 - same] == now[now.size() - 1 - same])
    ++same;
  const std::size_t old_end = before.size() - same, new_end = now.size() - same;
  return {static_cast<std::uint32_t>(begin),   static_cast<std::uint32_t>(old_end),
          static_cast<std::uint32_t>(new_end), point_at(before, begin),
          point_at(before, old_end),           point_at(now, new_end)};
}

/// How many errors there are of each kind: the symbol of the node around it, whether a token is
/// missing, and the token.
using ErrorKinds = std::map<std::tuple<TSSymbol, bool, TSSymbol>, std::uint32_t>;

ErrorKinds errors_of(const Parse& parse) {
  const TSNode root = ts_tree_root_node(parse.get());
  ErrorKinds errors;
  if (!ts_node_has_error(root)) return errors;
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  // Enters only nodes with errors. A loop, because nesting may be too deep for recursion.
  for (bool goes_on = true; goes_on;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (ts_node_is_error(node) || ts_node_is_missing(node)) {
      const TSNode around = ts_node_parent(node), inside = ts_node_child(node, 0);
      const bool is_missing = ts_node_is_missing(node);
      ++errors[{ts_node_is_null(around) ? TSSymbol(0) : ts_node_symbol(around), is_missing,
                is_missing                ? ts_node_symbol(node)
                : ts_node_is_null(inside) ? TSSymbol(0)
                                          : ts_node_symbol(inside)}];
    }
    if (ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (!ts_tree_cursor_goto_next_sibling(&cursor))
      if (goes_on = ts_tree_cursor_goto_parent(&cursor); !goes_on) break;
  }
  ts_tree_cursor_delete(&cursor);
  return errors;
}

std::uint32_t sum_of(const ErrorKinds& errors) {
  std::uint32_t sum = 0;
  for (const auto& [kind, count] : errors) sum += count;
  return sum;
}

}  // namespace

struct ErrorCounter::Parsed {
  OwnedParser parser{ts_parser_new(), ts_parser_delete};
  Bytes text;  // as the parser saw it
  Parse tree{nullptr, ts_tree_delete};
  ErrorKinds errors;

  Parse parse(BytesView bytes, const TSTree* old) const {
    return {ts_parser_parse_string(parser.get(), old, bytes.data(),
                                   static_cast<std::uint32_t>(bytes.size())),
            ts_tree_delete};
  }
  ErrorKinds errors_in(const Bytes& version) const {
    const TSInputEdit edit = change(text, version);
    const Parse edited(ts_tree_copy(tree.get()), ts_tree_delete);
    ts_tree_edit(edited.get(), &edit);
    return errors_of(parse(version, edited.get()));
  }
};

ErrorCounter::ErrorCounter(ErrorCounter&&) noexcept = default;
ErrorCounter& ErrorCounter::operator=(ErrorCounter&&) noexcept = default;
ErrorCounter::~ErrorCounter() = default;

ErrorCounter::ErrorCounter(const Language& language, const SharedBytes& text)
    : language_(language) {
  if (language.parser == Parser::tree_sitter) {
    const auto syntax = Syntax::load(language);
    if (!syntax) return;
    parsed_ = std::make_unique<Parsed>();
    ts_parser_set_language(parsed_->parser.get(), (*syntax)->parser());
    parsed_->text = without_hidden(language, *text);
    parsed_->tree = parsed_->parse(parsed_->text, nullptr);
    parsed_->errors = errors_of(parsed_->tree);
    errors_ = sum_of(parsed_->errors);
  } else {
    errors_ = errors_in(text);
  }
}

std::uint32_t ErrorCounter::errors_in(const SharedBytes& version) const {
  if (!parsed_) {
    if (language_.parser == Parser::tree_sitter) return 0;
    const auto tree = parse(language_, version);
    return tree ? (*tree)->errors() : 0;
  }
  return sum_of(parsed_->errors_in(without_hidden(language_, *version)));
}

bool ErrorCounter::adds_errors(const SharedBytes& version) const {
  if (!parsed_) return errors_in(version) > errors_;
  const ErrorKinds now = parsed_->errors_in(without_hidden(language_, *version));
  return std::ranges::any_of(now, [&](const auto& error) {
    const auto before = parsed_->errors.find(error.first);
    return before == parsed_->errors.end() || before->second < error.second;
  });
}

}  // namespace whittle
