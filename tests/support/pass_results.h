/// What passes make of a document: each edit alone, or all together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "passes/pass.h"
#include "process/tools.h"
#include "syntax/trees.h"

namespace whittle {

inline EditList edits_of(std::string_view pass, const Document& document, Tools& tools) {
  Trees trees;
  return edit_list(document, find_pass(pass)->find({document, trees, tools}));
}
inline EditList edits_of(std::string_view pass, const Document& document) {
  NoTools tools;
  return edits_of(pass, document, tools);
}

inline std::vector<Document> results_of_each(const EditList& edits) {
  std::vector<Document> results;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    Subset kept = Subset::all(edits.size());
    kept.erase(i);
    results.push_back(edits.render(kept));
  }
  return results;
}

inline std::vector<Document> results_of_each(std::string_view pass, const Document& document) {
  return results_of_each(edits_of(pass, document));
}

/// The only file of each.
inline std::vector<std::string> texts_of(const std::vector<Document>& documents) {
  std::vector<std::string> texts;
  for (const Document& document : documents) texts.push_back(document.bytes(0));
  return texts;
}

inline std::vector<std::string> results_of_each(std::string_view pass, std::string_view path,
                                                std::string_view text) {
  return texts_of(results_of_each(pass, Document::single(std::string(path), Bytes(text))));
}

inline std::string result_of_all(std::string_view pass, std::string_view path,
                                 std::string_view text) {
  const EditList edits = edits_of(pass, Document::single(std::string(path), Bytes(text)));
  return edits.render(Subset::none(edits.size())).bytes(0);
}

}  // namespace whittle
