/// The command that the user typed after FILE, in the ways in which people type it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "run/request.h"

namespace whittle {

/// A single word that is a whole command, "sqlite3 :memory: < @@", as a command of the shell;
/// nothing if the words are a program and its arguments.
std::optional<std::vector<std::string>> as_shell_command(std::span<const std::string> words);

/// The error for a command without `--` before it: "whittle app.mjs npx prettier app.mjs". Nothing
/// if the arguments do not look like that. `words` are those that are no options of ours or of
/// another reducer: the -c of gcc is taken for C-Vise's.
std::optional<Error> forgotten_dashes(std::span<const std::string> arguments,
                                      std::span<const std::string> words);

/// The word of the command for which tests must see the files around FILE: another file of the
/// current folder, or a program that looks for its parts there. Empty if there is none, or if the
/// files cannot have the current folder around them.
std::string word_about_here(const Request& request);

/// The words of a command as tests see the files. `@@/` becomes the folder that is reduced, or the
/// one that FILE is in. A path of FILE that tests do not have, an absolute one or `../a.json`,
/// becomes `@@`: the command would read the original in each test.
std::vector<std::string> as_tests_see(std::vector<std::string> words, const std::string& file);

/// The command as one that is started inside of the folder `file`, if that is the current one: of
/// `whittle . -- make` the user expects that it does what `make` does here. Nothing if it is
/// another folder, or if the command has the files' paths.
std::optional<std::vector<std::string>> from_inside(std::vector<std::string> command,
                                                    const std::string& file);

}  // namespace whittle
