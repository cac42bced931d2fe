/// The options of C-Reduce and C-Vise, so that whittle can be called in their place.
///
/// A row translates one of their options: into another option, or into nothing, with a sentence for
/// the user. Options that mean the same here and there (`--timeout`, `--also-interesting`) have no
/// row. docs/coming-from.md is the page for users.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace whittle {

/// The name that whittle was called by. Under another tool's name it has that tool's defaults.
enum class CalledAs { whittle, creduce, cvise };

/// The tool, by the last part of a path: "/usr/bin/whittle-cvise" and "cvise" are C-Vise.
CalledAs called_as(std::string_view program);

/// The defaults of the other tool, as options before the user's own.
std::vector<std::string> with_habits(CalledAs name, std::span<const std::string> arguments);

/// The translation of an option of another tool.
struct OtherOption {
  std::vector<std::string> instead = {};    ///< our options, as "--name=value"
  std::optional<std::string> command = {};  ///< a shell command that is the test
  std::optional<std::string> shell = {};    ///< the shell that runs it
  std::string remark = {};                  ///< a remark for the user; may be empty
  std::size_t arguments = 1;                ///< how many arguments it took
};

/// Reads the option at the front of `arguments`. Nothing if no other tool has it; an error if it
/// cannot be done here.
Result<std::optional<OtherOption>> read_other_option(std::span<const std::string> arguments);

}  // namespace whittle
