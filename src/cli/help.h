/// The help texts. All of them are made from the table of options.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "cli/options.h"

namespace whittle {

/// The options that people need, by task.
std::string help_text();
/// All options.
std::string all_help_text();
/// The text of `whittle help WORDS`: a page of docs/, an option, or without words the list of
/// pages.
Result<std::string> help_on(std::span<const std::string> words);

std::string man_page();
/// The completions for "bash", "zsh" or "fish".
Result<std::string> completions(std::string_view shell);

/// The ways to call whittle, without its name.
constexpr auto synopses = std::to_array<std::string_view>({
    "[options] TEST FILE...",
    "[options] FILE... -- COMMAND @@",
    "--resume FILE",
    "init FILE [-- COMMAND @@]",
    "[options] batch FOLDER -- COMMAND @@",
    "blame FILE -- COMMAND @@",
    "history FILE [N]",
    "explain FILE | bugs FILE",
    "view FILE | report FILE",
    "worker --connect URL | cluster up|status|down",
    "help [TOPIC]",
});

/// The exit codes and their meanings.
constexpr auto exit_meanings = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"0", "done, or stopped by a limit that was set"},
    {"2", "wrong usage"},
    {"3", "the input is missing or cannot be read"},
    {"4", "the test is missing, not executable, or cannot be run"},
    {"5", "the test does not find FILE interesting; nothing was changed"},
    {"6", "the disk is full or not writable"},
    {"7", "no scratch folder can be created"},
    {"8", "another run is reducing FILE"},
    {"9", "the test or FILE has changed, or there is no run to resume"},
    {"10", "the test contradicts itself, or the result failed its final test"},
    {"11", "an empty FILE is interesting, so the test accepts too much"},
    {"70", "a bug in whittle"},
    {"130", "interrupted; the best so far is in FILE"},
});

/// "-j, --jobs N", with `indent` in place of a missing letter.
std::string spelled(const OptionRow& row, std::string_view indent);

}  // namespace whittle
