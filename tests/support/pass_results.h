/// What passes make of a document: each edit alone, or all together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "passes/pass.h"
#include "syntax/trees.h"

namespace whittle {

inline EditList edits_of(std::string_view pass, const Document& document) {
  Trees trees;
  Found found = find_pass(pass)->find({document, trees});
  return EditList(document, std::move(found.edits), found.joining, std::move(found.rows),
                  std::move(found.counts));
}

inline std::vector<Document> results_of_each(std::string_view pass, const Document& document) {
  const EditList edits = edits_of(pass, document);
  std::vector<Document> results;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    Subset kept = Subset::all(edits.size());
    kept.erase(i);
    results.push_back(edits.render(kept));
  }
  return results;
}

inline std::vector<std::string> results_of_each(std::string_view pass, std::string_view path,
                                                std::string_view text) {
  std::vector<std::string> texts;
  for (const Document& result :
       results_of_each(pass, Document::single(std::string(path), Bytes(text))))
    texts.push_back(result.bytes(0));
  return texts;
}

inline std::string result_of_all(std::string_view pass, std::string_view path,
                                 std::string_view text) {
  const EditList edits = edits_of(pass, Document::single(std::string(path), Bytes(text)));
  return edits.render(Subset::none(edits.size())).bytes(0);
}

}  // namespace whittle
