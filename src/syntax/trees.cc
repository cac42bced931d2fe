#include "syntax/trees.h"

#include <algorithm>

namespace whittle {

std::shared_ptr<const Tree> Trees::tree(std::string_view path, const SharedBytes& bytes) {
  return tree(language(path, *bytes), bytes);
}

std::shared_ptr<const Tree> Trees::tree(const Language& language, const SharedBytes& bytes) {
  const Hash content = hash_of(*bytes);
  const auto known = std::ranges::find_if(entries_, [&](const Entry& entry) {
    return entry.content == content && entry.language == language.name;
  });
  if (known != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, known);
    return known->tree;
  }
  auto made = parse(language, bytes);
  if (!made) made = parse(*find_language("brackets"), bytes);
  if (!made) return nullptr;
  entries_.push_front({language.name, content, *made});
  if (entries_.size() > kept_) entries_.pop_back();
  return *made;
}

}  // namespace whittle
