// Replaces an #include with the contents of the file, if the file is included only once. With two
// includes the text would double, so such files are left to the other passes.
//
// No include path is known, so a quoted path is resolved as far as the document allows. If two
// files could be meant, nothing is listed.
#include <map>
#include <string>

#include "passes/edit_maker.h"
#include "passes/names/name_passes.h"

namespace whittle::names {
namespace {

constexpr std::uint32_t no_file = ~std::uint32_t{0};

/// The file that an include means: the one at that path beside the including file, or the only file
/// whose path ends so. `no_file` if there is none, or more than one.
std::uint32_t included_file(const Document& document, std::string_view includer,
                            std::string_view path) {
  const std::size_t slash = includer.rfind('/');
  const std::string beside = slash == includer.npos
                                 ? std::string(path)
                                 : std::string(includer.substr(0, slash + 1)) + std::string(path);
  std::uint32_t ending = no_file;
  const std::string suffix = "/" + std::string(path);
  for (std::uint32_t file = 0; file < document.files().size(); ++file) {
    const std::string& name = document.files()[file].path;
    if (name == beside) return file;
    if (name != path && !name.ends_with(suffix)) continue;
    if (ending != no_file) return no_file;
    ending = file;
  }
  return ending;
}

}  // namespace

/// a.c: #include "b.h"; b.h: int x;   ->   a.c: int x;
Found inline_include(const Subject& subject) {
  if (subject.document.files().size() < 2) return {};
  const SharedNames shared = names_of(subject);
  const Names& names = *shared;
  EditMaker edits(names, subject.goal);
  std::map<std::uint32_t, std::vector<Place>> includes;  // by the file included
  std::vector<bool> includes_others(names.files());
  for (std::uint32_t file = 0; file < names.files(); ++file) {
    const Source* source = names.source(file);
    if (!source) continue;
    const Tree& tree = source->tree();
    const KindId include = tree.kind("preproc_include");
    for (NodeId node = 0; include != Kinds::none && node < tree.size(); ++node) {
      if (tree[node].kind != include) continue;
      const NodeId path = source->child(node, Field::path);
      if (path == no_node || source->text(path).size() < 3) continue;
      const std::string_view text = source->text(path).substr(1, source->text(path).size() - 2);
      const std::uint32_t meant =
          included_file(names.document(), names.document().files()[file].path, text);
      if (meant == no_file || meant == file) continue;
      includes[meant].push_back({file, node});
      includes_others[file] = true;
    }
  }
  // From the innermost file outwards: a file that includes others is inlined after these, when the
  // pass runs again. So no edit depends on another edit of the same list.
  for (const auto& [file, places] : includes) {
    if (places.size() != 1 || includes_others[file]) continue;
    std::string text = names.document().bytes(file);
    if (const std::size_t once = text.find("#pragma once\n"); once != text.npos)
      text.erase(once, 13);
    if (!text.empty() && text.back() != '\n') text += '\n';
    edits.replace(places.front(), text);
    edits.drop(file);
    edits.finish();
  }
  return edits.take();
}

}  // namespace whittle::names
