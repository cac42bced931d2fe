/// Other programs that passes ask: clang_delta, clang-format.
///
///     const std::string program = tools.find("clang-format");
///     const auto folder = tools.folder(document);
///     if (program.empty() || !folder) return;
///     const auto outputs = tools.run({{program, folder->path_of(file)}});
///     if (outputs[0]) use(*outputs[0]);
///
/// A tool that crashes, hangs or floods us is the same as a tool that found nothing: its answer is
/// missing and the reduction continues.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

#include "document/document.h"

namespace whittle {

using Command = std::vector<std::string>;

struct ToolLimits {
  /// The limit for one execution. Generous, because an answer that is cut off depends on the clock.
  std::chrono::seconds time{60};
  std::size_t output = std::size_t{64} << 20;  ///< bytes of one run
  /// Also takes the standard error, and accepts any exit status.
  bool messages = false;
};

/// A folder with the files of a document, which is removed with this object. Must not outlive the
/// tools that made it.
class ToolFolder {
 public:
  using Remove = std::function<void()>;
  explicit ToolFolder(std::string path, Remove remove = {})
      : path_(std::move(path)), remove_(std::move(remove)) {}
  ToolFolder(ToolFolder&& other) noexcept
      : path_(std::move(other.path_)), remove_(std::exchange(other.remove_, {})) {}
  ToolFolder& operator=(ToolFolder&&) = delete;
  ~ToolFolder() {
    if (remove_) remove_();
  }

  /// The path of a file of the document.
  std::string path_of(const File& file) const { return path_ + "/" + file.path; }

 private:
  std::string path_;
  Remove remove_;
};

/// The programs a run may use. One thread uses an object of this kind. `LocalTools` runs real
/// programs; tests have a fake.
class Tools {
 public:
  virtual ~Tools() = default;

  /// The path of a program; empty if there is none. The user's choice comes first: for clang-format
  /// the variable WHITTLE_CLANG_FORMAT of the environment, which turns the program off if it is
  /// empty. Then the `places`, then PATH.
  virtual std::string find(std::string_view name, const std::vector<std::string>& places = {}) = 0;

  /// The number of tools that run at once. Answers do not depend on it.
  virtual std::size_t at_once() const = 0;

  /// Runs all commands and returns the standard output of each; nothing for a command that did not
  /// exit with 0 or was killed because it passed a limit. See also `ToolLimits::messages`.
  virtual std::vector<std::optional<std::string>> run(const std::vector<Command>& commands,
                                                      const ToolLimits& limits = {}) = 0;

  /// Writes the regular files of the document to a folder; nothing if there is no space or place.
  virtual std::optional<ToolFolder> folder(const Document& document) = 0;

  /// Whether the user wants to stop. If so, running tools are killed and no more are started, so
  /// answers are incomplete and must not be used or remembered.
  virtual bool stopped() const = 0;

  /// The answers that a pass remembers: one T for each object of this class.
  template <typename T>
  T& memory() {
    std::shared_ptr<void>& known = memory_[typeid(T)];
    if (!known) known = std::make_shared<T>();
    return *static_cast<T*>(known.get());
  }

 private:
  std::map<std::type_index, std::shared_ptr<void>> memory_;
};

/// Finds no program. For runs that must start no process.
class NoTools : public Tools {
 public:
  std::string find(std::string_view, const std::vector<std::string>&) override { return ""; }
  std::size_t at_once() const override { return 1; }
  std::vector<std::optional<std::string>> run(const std::vector<Command>& commands,
                                              const ToolLimits&) override {
    return std::vector<std::optional<std::string>>(commands.size());
  }
  std::optional<ToolFolder> folder(const Document&) override { return std::nullopt; }
  bool stopped() const override { return false; }
};

}  // namespace whittle
