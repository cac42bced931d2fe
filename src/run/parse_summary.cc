#include "run/parse_summary.h"

#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <utility>
#include <vector>

#include "document/disk.h"
#include "report/words.h"

namespace whittle {
namespace {

/// Counts the outermost error nodes only: an error inside an error is part of it.
Weight tokens_in_errors(const Tree& tree) {
  Weight tokens = 0;
  for (NodeId node = 0; node < tree.size();) {
    if (tree[node].error) tokens += tree[node].weight;
    node = tree[node].error ? tree[node].subtree_end : node + 1;
  }
  return tokens;
}

std::string parse_summary(const File& file, Trees& trees) {
  const Language& language = trees.language(file.path, *file.bytes);
  switch (language.parser) {
    case Parser::s_expressions:
      return language.name + " by its parentheses";
    case Parser::assembly:
      return language.name + " by its labels and lines";
    case Parser::table:
      return language.name + " by its records and columns";
    case Parser::brackets: {
      if (language.profile.outline.only_lines) return language.name + " by its lines";
      const std::filesystem::path name = std::filesystem::path(file.path).filename();
      return fmt::format("no grammar for {}: brackets and indentation",
                         shown(name.has_extension() ? name.extension() : name));
    }
    case Parser::tree_sitter:
      break;
  }
  // Parsing a larger file takes seconds, which is too long just for a message.
  if (file.bytes->size() > 1'000'000) return language.name + " by tree-sitter";
  const std::shared_ptr<const Tree> tree = trees.tree(file.path, file.bytes);
  if (tree->language().parser != Parser::tree_sitter)
    return fmt::format("no grammar for {} can be loaded: brackets and indentation", language.name);
  if (tree->errors() == 0) return language.name + " by tree-sitter";
  return fmt::format("{} by tree-sitter, {} ({} of {})", language.name,
                     counted(tree->errors(), "error"), with_commas(tokens_in_errors(*tree)),
                     counted((*tree)[Tree::root()].weight, "token"));
}

}  // namespace

std::string parse_summary(const Document& document, Trees& trees) {
  std::vector<const File*> files;
  for (const File& file : document.files())
    if (file.kind == File::Kind::regular) files.push_back(&file);
  if (files.empty()) return "no file to parse";
  if (files.size() == 1) return parse_summary(*files.front(), trees);
  std::map<std::string, std::size_t> counts;
  for (const File* file : files) ++counts[trees.language(file->path, *file->bytes).name];
  std::vector<std::string> parts;
  for (const auto& [language, count] : counts)
    parts.push_back(fmt::format("{} as {}", counted(count, "file"), language));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace whittle
