/// The user's files as a run sees them: where results are written, and where the original is kept.
///
/// An interface, so that the steps of a run can be tested without a disk, and with one that is
/// full.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "document/disk.h"
#include "document/document.h"
#include "process/tools.h"
#include "run/request.h"

namespace whittle {

class RunFiles {
 public:
  virtual ~RunFiles() = default;
  /// Makes the files hold these bytes, which `as_on_disk` gave; either all of the old bytes are in
  /// a file or all of the new.
  virtual Result<void> save(const Document& document, Durability durability) = 0;
  /// From now on results are written to `output`, and the files that were loaded stay as they are.
  virtual Result<void> redirect(const std::string& output) = 0;
  /// From now on files are made in `folder`, the run folder, and renamed from there.
  virtual void make_files_in(const std::string& folder) = 0;
  /// Copies the original beside the files. Gives the paths of the copies that it made.
  virtual Result<std::vector<std::string>> keep_originals(const Document& original) = 0;
  /// Copies the best of an earlier run beside the files, in the same way.
  virtual Result<std::vector<std::string>> keep_best(const Document& best) = 0;
  /// The files and folders that are written, by canonical paths.
  virtual std::vector<std::string> places() const = 0;
  /// Makes the files as they were before the run.
  virtual Result<void> give_back(const Document& original) = 0;
  /// The bytes that the files hold for `document`; they differ from it if there is a view.
  virtual Result<Document> as_on_disk(const Document& document) = 0;
  /// The files as they were loaded.
  virtual const Document& loaded() const = 0;
  virtual bool exists(const std::string& path) const = 0;
  virtual void remove(const std::string& path) = 0;
};

/// Files on disk, written through a view if there is one.
class DiskFiles final : public RunFiles {
 public:
  struct Options {
    std::optional<View> view = {};
    /// An earlier call of the run may have changed the files since their original was copied.
    bool is_continued = false;
    bool is_redirected = false;
  };
  /// `tools` must not be stopped by the event that ends the run: they save its result.
  DiskFiles(Loaded loaded, std::shared_ptr<Tools> tools, Options options)
      : home_(std::move(loaded.home)),
        loaded_(std::move(loaded.document)),
        tools_(std::move(tools)),
        options_(std::move(options)),
        is_redirected_(options_.is_redirected) {}

  Result<void> save(const Document& document, Durability durability) override;
  Result<void> redirect(const std::string& output) override;
  void make_files_in(const std::string& folder) override { home_.make_files_in(folder); }
  Result<std::vector<std::string>> keep_originals(const Document& original) override;
  Result<std::vector<std::string>> keep_best(const Document& best) override;
  std::vector<std::string> places() const override { return home_.places(); }
  Result<void> give_back(const Document& original) override;
  Result<Document> as_on_disk(const Document& document) override;
  const Document& loaded() const override { return loaded_; }
  bool exists(const std::string& path) const override;
  void remove(const std::string& path) override;

 private:
  Home home_;
  Document loaded_;
  std::shared_ptr<Tools> tools_;
  Options options_;
  bool is_redirected_;
};

}  // namespace whittle
