/// Edits that a program of the user's proposes: `--propose COMMAND`. docs/proposers.md has the
/// protocol.
///
/// The command is asked once about each document, in this process. A run that is resumed asks again
/// about the documents on its way, so it repeats only if the command answers the same document the
/// same way.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "base/result.h"
#include "passes/pass.h"

namespace whittle::text {

/// Answers of the proposer that a run remembers; see `Tools::memory`.
struct Proposer {
  std::string command;  ///< for the shell; empty if there is no proposer
  std::unordered_map<Hash, std::vector<Edit>> known = {};
};

/// Asks once about the original, so that a command that does not work is an error at the start and
/// not a pass that never finds anything.
Result<void> use_proposer(Tools& tools, std::string command, const Document& original);

/// The edits in the output of a proposer. An error names the wrong line.
Result<std::vector<Edit>> parse_proposals(std::string_view printed, const Document& document);

}  // namespace whittle::text
