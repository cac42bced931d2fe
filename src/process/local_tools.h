/// Runs tools on this machine, controlled like tests, and in the same sandbox if there is one: each
/// command has a process tree, an empty current folder and a private TMPDIR, no input, no core
/// files, and limits on memory, file size, time and output. It is killed with everything that it
/// started.
#pragma once

#include "process/limits.h"
#include "process/process_tree.h"
#include "process/scratch.h"
#include "process/tools.h"

namespace whittle {

class LocalTools : public Tools {
 public:
  struct Options {
    std::size_t at_once = 1;
    int stop_fd = -1;  ///< the user wants to stop while this is readable; -1: never
    /// The folder for scratch folders; empty: /dev/shm if it has room, else $TMPDIR.
    std::string scratch_parent = {};
    Limits limits = {};  ///< all but `output`, for which see `ToolLimits`
    /// Whether tools run in a sandbox, in which they can write to their current folder and TMPDIR
    /// only. Tools read untrusted candidates. If no sandbox can be made, no tool is run.
    bool sandbox = false;
  };
  explicit LocalTools(Options options);
  ~LocalTools() override;

  std::string find(std::string_view name, const std::vector<std::string>& places = {}) override;
  std::size_t at_once() const override { return options_.at_once; }
  std::vector<std::optional<std::string>> run(const std::vector<Command>& commands,
                                              const ToolLimits& limits = {}) override;
  std::optional<ToolFolder> folder(const Document& document) override;
  bool stopped() const override;

 private:
  class Lane;
  /// Made at the first use: most runs ask no tool. Null if it cannot be made.
  Scratch* scratch();

  Options options_;
  std::optional<Scratch> scratch_;
  UniqueFd null_;
  std::vector<std::unique_ptr<Lane>> lanes_;  // each runs one command at a time
  std::size_t folders_ = 0;                   // made so far
};

}  // namespace whittle
