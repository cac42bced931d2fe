// Scripts call C-Reduce and C-Vise with their options, and should work with whittle in their place.
// An option that cannot mean anything here is ignored with a reason, because a script should not
// fail for it; an option that changes the task is refused, because the result would not be what the
// script expects.
#include "cli/other_tools.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace whittle {
namespace {

/// The treatment of an option.
enum class Fate {
  becomes,  ///< `text` is our option; if it ends with '=', the value follows
  ignored,  ///< the run is as good without it; `text` says why
  refused,  ///< the run would differ from the request; `text` is the way out
  special,  ///< its value decides; see read_special
};

struct ForeignOption {
  std::string_view name;
  char letter;
  bool has_value;
  Fate fate;
  std::string_view text;
};

using enum Fate;
constexpr std::string_view no_pass_order =
    "choose passes by --only PASS,... or --without PASS,...; see --list passes";
constexpr std::string_view always_timed = "the progress line always shows the time";
constexpr std::string_view hints_are_cvises = "whittle does not read hints of C-Vise";

constexpr auto tool_options = std::to_array<ForeignOption>({
    {"--n", 'n', true, becomes, "--jobs="},
    {"--sllooww", 0, false, becomes, "--verify"},
    {"--debug", 0, false, becomes, "--verbose"},
    {"--tidy", 0, false, becomes, "--leave=nothing"},
    {"--list-passes", 0, false, becomes, "--list=passes"},
    // This is no other tool's option, but a name that people look for among ours.
    {"--reduce-build-files", 0, false, becomes, "--plan=:build-files"},
    {"--remove-pass", 0, true, special, ""},
    {"--log-level", 0, true, special, ""},
    {"--stopping-threshold", 0, true, special, ""},
    {"--pass-group", 0, true, special, ""},
    {"--commands", 'c', true, special, ""},
    {"--shell", 0, true, special, ""},
    // with_habits looks for it; whittle itself renames unless --without renames is given.
    {"--renaming", 0, false, ignored, ""},

    {"--not-c", 0, false, ignored, "whittle chooses passes by FILE's language; see --language"},
    {"--timing", 0, false, ignored, always_timed},
    {"--no-timing", 0, false, ignored, "--quiet prints errors and warnings only"},
    {"--abs-timing", 0, false, ignored, always_timed},
    {"--timestamp", 0, false, ignored, always_timed},
    {"--shaddap", 0, false, ignored, "a tool that fails is skipped without a message"},
    {"--die-on-pass-bug", 0, false, ignored, "a tool that fails is skipped"},
    {"--no-give-up", 0, false, ignored, "whittle does not give up on a pass early"},
    {"--no-kill", 0, false, ignored, "tests that are no longer needed are always stopped"},
    {"--no-cache", 0, false, ignored, "no candidate is tested twice, except with --flaky"},
    {"--skip-key-off", 0, false, ignored, "with --progress plain, no key is read"},
    {"--save-temps", 0, false, ignored, "try a candidate by hand in your own folder instead"},
    {"--skip-initial-passes", 0, false, ignored, "passes that find nothing cost no tests"},
    {"--skip-interestingness-test-check", 's', false, ignored, "FILE is always tested first"},
    {"--start-with-pass", 0, true, ignored, no_pass_order},
    {"--print-diff", 0, false, ignored, "--json FILE has every step"},
    {"--log-file", 0, true, ignored, "write standard error to a file (2>FILE), or see --json FILE"},
    {"--max-improvement", 0, true, ignored, "every improvement is kept"},
    {"--skip-after-n-transforms", 0, true, ignored, "every pass runs to its end"},
    {"--clang-delta-std", 0, true, ignored, "clang_delta is called without it"},
    {"--clang-delta-preserve-routine", 0, true, ignored, "--keep REGEX protects text"},
    {"--to-utf8", 0, false, ignored, "files of any encoding are reduced as they are"},

    {"--add-pass", 0, true, refused, no_pass_order},
    {"--no-default-passes", 0, false, refused, no_pass_order},
    {"--pass-group-file", 0, true, refused, no_pass_order},
    {"--action", 0, true, refused, hints_are_cvises},
    {"--hints-file", 0, true, refused, hints_are_cvises},
    {"--hint-begin-index", 0, true, refused, hints_are_cvises},
    {"--hint-end-index", 0, true, refused, hints_are_cvises},
});

const ForeignOption* find_tool_option(std::string_view argument) {
  const std::string_view name = argument.substr(0, argument.find('='));
  const auto found = std::ranges::find_if(tool_options, [&](const ForeignOption& row) {
    if (name.starts_with("--")) return row.name == name;
    return row.letter != 0 && argument[1] == row.letter;
  });
  return found == tool_options.end() ? nullptr : &*found;
}

/// "ClangPass::x" is "clang-x" here.
std::string our_pass(std::string_view theirs) {
  const std::size_t colons = theirs.find("::");
  return theirs.starts_with("Clang") && colons != theirs.npos
             ? fmt::format("clang-{}", theirs.substr(colons + 2))
             : std::string(theirs);
}

std::string our_passes(std::string_view theirs) {
  std::string ours;
  while (!theirs.empty()) {
    const std::size_t comma = std::min(theirs.find(','), theirs.size());
    ours += (ours.empty() ? "" : ",") + our_pass(theirs.substr(0, comma));
    theirs.remove_prefix(std::min(comma + 1, theirs.size()));
  }
  return ours;
}

OtherOption read_special(std::string_view name, std::string value) {
  if (name == "--commands") return {.command = std::move(value)};
  if (name == "--shell") return {.shell = std::move(value)};
  if (name == "--remove-pass") return {.instead = {"--without=" + our_passes(value)}};
  if (name == "--stopping-threshold") {  // the share that is to be removed, from 0 to 1
    double share = -1;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), share);
    const bool is_share = error == std::errc{} && end == value.data() + value.size() && share > 0;
    return {.instead = {is_share ? fmt::format("--until={:g}%", 100 * (1 - share))
                                 : "--until=" + value}};
  }
  if (name == "--log-level") {
    if (value == "INFO") return {};
    return {.instead = {value == "DEBUG" ? "--verbose" : "--quiet"}};
  }
  if (value == "all") return {};  // --pass-group
  if (value == "binary") return {.instead = {"--unit=bytes"}};
  if (value == "delta") return {.instead = {"--unit=lines"}};
  return {.remark = fmt::format("--pass-group {} has no effect: {}", value, no_pass_order)};
}

}  // namespace

CalledAs called_as(std::string_view program) {
  program.remove_prefix(program.rfind('/') + 1);  // 0 if there is none
  return program.ends_with("cvise")     ? CalledAs::cvise
         : program.ends_with("creduce") ? CalledAs::creduce
                                        : CalledAs::whittle;
}

std::vector<std::string> with_habits(CalledAs name, std::span<const std::string> arguments) {
  std::vector<std::string> all(arguments.begin(), arguments.end());
  const auto given = [&](std::string_view option) {
    return std::ranges::find(arguments, option) != arguments.end();
  };
  if (name == CalledAs::whittle || given("--resume")) return all;
  all.insert(all.begin(), "--timeout=300");
  if (name == CalledAs::cvise && !given("--renaming")) all.insert(all.begin(), "--without=renames");
  return all;
}

Result<std::optional<OtherOption>> read_other_option(std::span<const std::string> arguments) {
  const std::string_view argument = arguments.front();
  const ForeignOption* const row = find_tool_option(argument);
  if (!row) return std::nullopt;
  if (row->fate == refused)
    return fail(ErrorKind::usage, fmt::format("whittle does not have the option {}", row->name),
                std::string(row->text));
  OtherOption read;
  std::string value;
  if (row->has_value) {
    const bool is_long = argument.starts_with("--");
    const std::size_t end = is_long ? argument.find('=') : argument.size() > 2 ? 1 : argument.npos;
    if (end == argument.npos && arguments.size() == 1)
      return fail(ErrorKind::usage, fmt::format("{} needs a value", row->name));
    value = end == argument.npos ? arguments[1] : std::string(argument.substr(end + 1));
    read.arguments = end == argument.npos ? 2 : 1;
  }
  const std::size_t taken = read.arguments;
  if (row->fate == special) read = read_special(row->name, std::move(value));
  if (row->fate == becomes) read.instead = {std::string(row->text) + value};
  if (row->fate == ignored && !row->text.empty())
    read.remark = fmt::format("{} has no effect: {}", row->name, row->text);
  read.arguments = taken;
  return read;
}

}  // namespace whittle
