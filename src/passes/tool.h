/// Other programs that passes ask: clang_delta, clang-format.
///
///     auto outputs = run_tools({{"clang-format", "a.c"}, {"clang-format", "b.c"}});
///     if (outputs[0]) use(*outputs[0]);
///
/// A tool that crashes, hangs or floods us is the same as a tool that found nothing: the answer is
/// empty and the reduction goes on.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace whittle {

using Command = std::vector<std::string>;

struct ToolLimits {
  /// For one run. Generous: a run it cuts short is missing from the answer, and then the answer
  /// hangs on the clock.
  std::chrono::seconds time{60};
  std::size_t output = std::size_t{64} << 20;  ///< bytes of one run
};

/// Runs all of them, as many at once as are allowed, each in a process group of its own with no
/// input. For each what it wrote on its standard output; nothing if it did not exit with 0, or was
/// killed, with all it started, for passing a limit.
std::vector<std::optional<std::string>> run_tools(const std::vector<Command>& commands,
                                                  const ToolLimits& limits = {});

/// How many tools may run at once: 1 until set. Answers do not depend on it.
std::size_t tools_at_once();
void set_tools_at_once(std::size_t most);

/// From now on tools are killed, and none is started, while `fd` is readable: the user wants to
/// stop. What passes find then is incomplete, so nobody may go on with it. -1: never.
void stop_tools_when_readable(int fd);
bool tools_are_stopped();

/// Where folders for tools are made from now on; $TMPDIR until set.
void put_tool_folders_in(const std::string& parent);

/// The path of a program: as it is if it has a '/', else from PATH. Empty if it cannot be run.
std::string find_program(std::string_view name);

/// The files of a document in a folder that goes with its owner.
class ToolFolder {
 public:
  explicit ToolFolder(const Document& document);
  ~ToolFolder();
  ToolFolder(const ToolFolder&) = delete;
  ToolFolder& operator=(const ToolFolder&) = delete;

  /// Nothing could be written: there is no place, or no space.
  bool failed() const { return path_.empty(); }
  /// Where a file of the document lies.
  std::filesystem::path path_of(const File& file) const { return path_ / file.path; }

 private:
  std::filesystem::path path_;
};

}  // namespace whittle
