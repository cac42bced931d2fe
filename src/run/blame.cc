// Compilers get further words from wrappers at the front of PATH, so the search works for every
// kind of test: a command, a shell command, a script, make, and two commands that are compared.
#include "run/blame.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <utility>

#include "base/program_name.h"
#include "oracle/make_spec.h"
#include "process/known_tools.h"
#include "process/program.h"
#include "run/programs_run.h"
#include "run/reduce_list.h"

namespace whittle {
namespace {

/// The first word of each line that has `mark`.
std::vector<std::string> first_words(const std::string& text, std::string_view mark) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin != line.npos && line.find(mark) != line.npos)
      words.push_back(line.substr(begin, line.find_first_of(" \t", begin) - begin));
    at = end + 1;
  }
  return words;
}

/// "BISECT: running pass (7) SROAPass on f" has the number 7.
std::size_t number_in(const std::string& line) {
  const std::size_t at = line.find('(');
  return at == line.npos ? 0 : std::strtoul(line.c_str() + at + 1, nullptr, 10);
}

std::string switched_off(const std::string& option) {
  return "-fno-" + option.substr(2);
}

/// The search for the optimisation of one compiler.
class OptimisationSearch {
 public:
  OptimisationSearch(Ready& ready, StartedCompiler compiler)
      : ready_(ready), compiler_(std::move(compiler)) {}

  /// Whether the test still fails if the compiler gets these words.
  bool fails(const std::vector<std::string>& words) {
    if (is_over()) return false;
    Result<NotedRun> run =
        run_and_note(ready_, compiler_, fmt::format("{}", fmt::join(words, " ")));
    if (!run) {
      error_ = run.error();
      return false;
    }
    stopped_ = run->interrupted;
    passes_ = std::move(run->passes);
    return run->outcome == Outcome::interesting;
  }
  bool is_over() const { return error_ || stopped_; }
  const std::optional<Error>& error() const { return error_; }

  Blamed to_the_end() {
    Blamed blamed{.compiler = fmt::format("{} {}", program_name(compiler_.path), compiler_.level)};
    if (printed({compiler_.path, std::string(version_option(compiler_.path))}).find("clang") !=
        std::string::npos) {
      find_pass(blamed);
    } else {
      find_options(blamed);
      find_counter(blamed);
    }
    return blamed;
  }

 private:
  std::string printed(const std::vector<std::string>& command) const {
    return ready_.recipe.tools->run({{"/bin/sh", "-c", shell_quoted(command) + " 2>&1"}})
        .front()
        .value_or("");
  }

  /// The least number that `shows` the failure. Requires: `most` shows it, and 0 does not.
  std::size_t first_number(std::size_t most, const std::function<bool(std::size_t)>& shows) const {
    std::size_t least = 0;
    while (most - least > 1 && !is_over()) {
      const std::size_t middle = least + (most - least) / 2;
      (shows(middle) ? most : least) = middle;
    }
    return most;
  }

  void find_pass(Blamed& blamed) {
    const auto with_limit = [&](std::int64_t limit) {
      return fails({"-mllvm", fmt::format("-opt-bisect-limit={}", limit)});
    };
    if (!with_limit(-1)) return;
    std::size_t most = 0;
    for (const std::string& line : passes_) most = std::max(most, number_in(line));
    if (most == 0 || with_limit(0)) return;
    blamed.number = first_number(
        most, [&](std::size_t limit) { return with_limit(static_cast<std::int64_t>(limit)); });
    with_limit(static_cast<std::int64_t>(blamed.number));
    for (const std::string& line : passes_)
      if (number_in(line) == blamed.number) blamed.pass = line.substr(line.find(") ") + 2);
  }

  void find_options(Blamed& blamed) {
    std::vector<std::string> question = {compiler_.path, compiler_.level};
    for (const std::string_view word : list_optimisations) question.emplace_back(word);
    std::vector<std::string> enabled = first_words(printed(question), "[enabled]");
    std::erase_if(enabled, [](const std::string& option) { return !option.starts_with("-f"); });
    const auto others_off = [&](const std::vector<std::size_t>& kept) {
      std::vector<std::string> words;
      for (std::size_t i = 0; i < enabled.size(); ++i)
        if (!std::ranges::binary_search(kept, i)) words.push_back(switched_off(enabled[i]));
      return words;
    };
    const Result<std::vector<std::size_t>> kept = reduce_indices(
        enabled.size(),
        [&](const std::vector<std::size_t>& some) { return fails(others_off(some)); },
        {.algorithm = {.one_minimal = true}, .stop = ready_.request.stop});
    if (!kept || is_over()) return;
    for (const std::size_t i : *kept) {
      blamed.needed.push_back(enabled[i]);
      if (const std::string off = switched_off(enabled[i]); !fails({off}))
        blamed.cures.push_back(off);
    }
    blamed.others_off = others_off(*kept);
  }

  /// The first counter without whose uses the test does not fail, while the optimisations that the
  /// failure does not need are off: with them, a counter of another pass may hide the failure.
  void find_counter(Blamed& blamed) {
    const std::vector<std::string> counters =
        first_words(printed({compiler_.path, "-fdbg-cnt-list", "-x", "c", "-c", "/dev/null", "-o",
                             "/dev/null"}),
                    " unset");
    for (const std::string& counter : counters) {
      const auto with_uses = [&](std::size_t uses) {
        std::vector<std::string> words = blamed.others_off;
        words.push_back(fmt::format("-fdbg-cnt={}:{}", counter, uses));
        return fails(words);
      };
      if (with_uses(0)) continue;
      std::size_t most = 1;
      constexpr std::size_t enough = 1 << 20;
      while (most < enough && !is_over() && !with_uses(most)) most *= 2;
      if (is_over() || most == enough) return;
      blamed.counter = counter;
      blamed.number = first_number(most, with_uses);
      return;
    }
  }

  Ready& ready_;
  StartedCompiler compiler_;
  std::vector<std::string> passes_;  // of the last run
  std::optional<Error> error_;
  bool stopped_ = false;
};

/// The request with a command that finds its compiler in PATH, where the wrapper is.
Result<Request> with_compiler_in_path(Request request) {
  std::vector<std::string>& command = request.test.conditions.command;
  if (command.empty() || version_option(command.front()).empty()) return request;
  const std::string name(program_name(command.front()));
  const Result<std::string> named = find_program(command.front());
  const Result<std::string> found = find_program(name);
  if (!named) return std::unexpected(named.error());
  std::error_code ignored;
  if (!found || !std::filesystem::equivalent(*found, *named, ignored))
    return fail(ErrorKind::usage, fmt::format("{} is not the {} of PATH", command.front(), name),
                "put its folder at the front of PATH");
  command.front() = name;
  command.insert(command.begin(), "env");
  return request;
}

std::unexpected<Error> no_optimisation(const std::string& why) {
  return fail(ErrorKind::not_interesting, why,
              "the test must start gcc or clang by its name, with an option such as -O2");
}

}  // namespace

std::string Blamed::sentence() const {
  std::string text = compiler + ": ";
  if (!pass.empty())
    text += fmt::format("the failure begins with pass {}: {}", number, pass);
  else if (needed.empty())
    text += "the failure needs optimisation, but no optimisation that has an option";
  else
    text += fmt::format("the failure needs {}", fmt::join(needed, " "));
  if (!cures.empty()) text += fmt::format("; it vanishes with {}", fmt::join(cures, ", or with "));
  if (!counter.empty())
    text += fmt::format("; it begins with use {} of the debug counter {}", number, counter);
  return text;
}

Result<std::optional<Blamed>> blame(Ready& ready) {
  Result<NotedRun> run = run_and_note(ready);
  if (!run) return std::unexpected(run.error());
  std::erase_if(run->started, [](const StartedCompiler& compiler) {
    return compiler.level.empty() || compiler.level == "-O0";
  });
  // The highest level first: of two commands that are compared, the other one is the judge.
  std::ranges::stable_sort(run->started, std::ranges::greater(), &StartedCompiler::level);
  if (run->started.empty()) return no_optimisation("the test starts no compiler that optimises");
  for (const StartedCompiler& compiler : run->started) {
    OptimisationSearch search(ready, compiler);
    std::optional<Blamed> blamed;
    if (!search.fails({"-O0"}) && !search.is_over()) blamed = search.to_the_end();
    if (search.error()) return std::unexpected(*search.error());
    if (search.is_over()) return std::nullopt;
    if (blamed) return blamed;
  }
  return no_optimisation("the failure stays with -O0, so no optimisation is to blame");
}

Result<std::optional<Blamed>> blame(Request request, Observer& observer) {
  RunLog log(observer);
  Notices notices(log, request.phrase);
  Result<Request> in_path = with_compiler_in_path(std::move(request));
  if (!in_path) return std::unexpected(in_path.error());
  Result<Preparation> prepared = prepare(with_defaults(std::move(*in_path)), notices);
  if (!prepared) return std::unexpected(prepared.error());
  Ready* const ready = std::get_if<Ready>(&*prepared);
  if (!ready) return std::nullopt;
  return blame(*ready);
}

}  // namespace whittle
