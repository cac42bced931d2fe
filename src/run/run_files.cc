#include "run/run_files.h"

#include <filesystem>

#include "run/view.h"

namespace whittle {

Result<Document> DiskFiles::as_on_disk(const Document& document) {
  if (!options_.view || document.files().empty()) return document;
  return encoded(*options_.view, document, loaded_.files().front(), *tools_);
}

Result<void> DiskFiles::save(const Document& document, Durability durability) {
  return home_.save(document, durability);
}

Result<void> DiskFiles::redirect(const std::string& output) {
  is_redirected_ = true;
  return home_.redirect(output);
}

Result<std::vector<std::string>> DiskFiles::keep_originals(const Document& original) {
  if (!options_.view) return home_.keep_originals(original);
  // A run through a view keeps the file's own bytes, which only its first call knows.
  if (options_.is_continued) return std::vector<std::string>();
  return home_.keep_originals(loaded_);
}

Result<std::vector<std::string>> DiskFiles::keep_best(const Document& best) {
  const Result<Document> files = as_on_disk(best);
  if (!files) return std::unexpected(files.error());
  return home_.keep_copies(*files, ".best");
}

Result<void> DiskFiles::give_back(const Document& original) {
  if (is_redirected_) return home_.save(Document(), Durability::synced);
  if (options_.view && !options_.is_continued) return home_.save(loaded_, Durability::synced);
  const Result<Document> files = as_on_disk(original);
  if (!files) return std::unexpected(files.error());
  return home_.save(*files, Durability::synced);
}

bool DiskFiles::exists(const std::string& path) const {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

void DiskFiles::remove(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

}  // namespace whittle
