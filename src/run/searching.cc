// From options to a search. Conflicts between options are found here, by the names of
// `SearchOptions`, so that a program that embeds whittle gets the same checks as the command line.
#include "run/searching.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <utility>

#include "base/reason.h"
#include "closure/providers.h"
#include "passes/text/proposed.h"
#include "plan/closure_plan.h"
#include "plan/hopeless.h"
#include "plan/plan_parts.h"
#include "plan/stage_maker.h"
#include "plan/staged_search.h"
#include "plan/unit_plan.h"
#include "plan/verify.h"
#include "process/cores_linux.h"
#include "run/parse_summary.h"
#include "syntax/grammar_folder.h"
#include "syntax/validity.h"

namespace whittle {
namespace {

Result<std::optional<Language>> language_of(const SearchOptions& options) {
  if (options.grammar) {
    Language language = user_language(*options.grammar);
    if (const auto loaded = Syntax::load(language); !loaded) return std::unexpected(loaded.error());
    return language;
  }
  if (!options.language) return std::nullopt;
  if (const Language* known = find_language(*options.language)) return *known;
  return fail(ErrorKind::usage, {Reason::unknown_language},
              fmt::format("unknown language '{}'", *options.language),
              "syntax/languages.h lists them");
}

std::unexpected<Error> conflict(std::string_view member, std::string_view other,
                                std::string way_out = {}) {
  return fail(ErrorKind::usage, {Reason::conflict, {std::string(member), std::string(other)}},
              fmt::format("{} cannot be combined with {}", member, other), std::move(way_out));
}

/// The algorithm that the user chose, or the one that `parallel` or the plan implies.
Result<AlgorithmOptions> algorithm_of(const SearchOptions& options) {
  AlgorithmOptions algorithm = options.algorithm;
  algorithm.width = options.width;
  std::string_view preferred = "gallop";
  if (const Result<const Plan*> plan = find_plan(options.plan)) {
    algorithm.revisits = !(*plan)->lists_again;
    if (!(*plan)->algorithm.empty()) preferred = (*plan)->algorithm;
  }
  if (options.parallel == Parallel::merge) {
    if (!algorithm.name.empty() && algorithm.name != "gallop")
      return fail(
          ErrorKind::usage, {Reason::runs_another},
          fmt::format("search.parallel = merge runs gallop and cannot run {}", algorithm.name));
    preferred = "gallop";
  }
  if (algorithm.name.empty()) algorithm.name = preferred;
  return algorithm;
}

Result<void> check_pass_names(const SearchOptions& options) {
  for (const auto* names : {&options.only, &options.without})
    for (const std::string& name : *names)
      if (!is_pass_or_part(name))
        return fail(ErrorKind::usage, {Reason::unknown_pass},
                    fmt::format("unknown pass '{}'", name), "passes/pass.h lists them");
  return {};
}

bool has_cxx(const Document& document) {
  return std::ranges::any_of(document.files(), [](const File& file) {
    return whittle::language_of(file.path, *file.bytes).name == "cpp";
  });
}

bool is_binary(const File& file) {
  return file.kind == File::Kind::regular && !is_text(*file.bytes);
}

std::vector<std::string> binary_files(const Document& document) {
  std::vector<std::string> found;
  for (const File& file : document.files())
    if (is_binary(file)) found.push_back(file.path);
  return found;
}

/// Tokens mean little in a binary file: blanks would count as nothing even where they cannot be
/// removed.
Goal default_goal(const Document& document) {
  std::size_t binary = 0;
  for (const File& file : document.files())
    if (is_binary(file)) binary += file.bytes->size();
  return 2 * binary > document.size() ? Goal::bytes : Goal::tokens;
}

/// Whether rows of languages decide what the user left open. Other plans, and single passes, run
/// exactly what was asked for.
bool decides_by_rows(const SearchOptions& options) {
  return options.plan == SearchOptions{}.plan && !options.unit && options.only.empty();
}

/// If a line is refused by the rule of a patch, the hunk and the file around it may still go. So
/// refusals teach nothing about a patch.
bool has_patch(const Document& document, const Trees& trees) {
  return std::ranges::any_of(document.files(), [&](const File& file) {
    return file.kind == File::Kind::regular &&
           trees.language(file.path, *file.bytes).profile.strict == Strict::patch;
  });
}

/// Whether a file in a strict format has errors. Then the failure is probably one of them, and a
/// value that replaces another hides it. Markup is left out: its elements must be unwrapped, and
/// browsers accept errors.
bool is_broken(const Language& language, const File& file) {
  if (language.profile.strict <= Strict::grammar || language.profile.is_markup) return false;
  const Validity validity(language, file.bytes);
  return validity.judges() && !validity.was_valid();
}

/// Files of which only parts are deleted.
std::vector<std::string> delete_only_files(const SearchOptions& options, const Document& document,
                                           const Trees& trees) {
  std::vector<std::string> found;
  for (const File& file : document.files()) {
    if (file.kind != File::Kind::regular) continue;
    const auto by_default = [&] {
      const Language& language = trees.language(file.path, *file.bytes);
      return decides_by_rows(options) && is_text(*file.bytes) &&
             (deletes_only_by_default(language, file.path) || is_broken(language, file));
    };
    if (options.delete_only ? *options.delete_only : by_default()) found.push_back(file.path);
  }
  return found;
}

Result<SharedStageMaker> make_stage_maker(const SearchOptions& options, const Document& original,
                                          std::shared_ptr<Tools> tools, const KnownTest& test) {
  const Result<AlgorithmOptions> algorithm = algorithm_of(options);
  if (!algorithm) return std::unexpected(algorithm.error());
  // Once, so that a bad option is reported before anything is started.
  if (Result<AnyReduction> trial = make_reduction(*algorithm, Elements(2)); !trial)
    return std::unexpected(trial.error());
  if (Result<void> known = check_pass_names(options); !known) return std::unexpected(known.error());
  Result<std::optional<Language>> language = language_of(options);
  if (!language) return std::unexpected(language.error());
  Result<Keep> keep = Keep::make(options.keep);
  if (!keep) return std::unexpected(keep.error());
  for (const std::string& file : test.files) keep->add_file(file);

  auto stage_maker = std::make_shared<StageMaker>();
  stage_maker->trees = std::make_shared<Trees>(std::move(*language));
  if (has_cxx(original)) stage_maker->trees->take_headers_for_cxx();
  stage_maker->tools = std::move(tools);
  stage_maker->algorithm = algorithm->name;
  stage_maker->reduce = [algorithm = *algorithm](Elements elements) {
    return *make_reduction(algorithm, std::move(elements));
  };
  stage_maker->goal = options.goal.value_or(default_goal(original));
  stage_maker->binary_files = binary_files(original);
  stage_maker->keep = std::move(*keep);
  stage_maker->only = options.only;
  stage_maker->without = options.without;
  stage_maker->keep_names = options.keep_names;
  stage_maker->delete_only_files = delete_only_files(options, original, *stage_maker->trees);
  stage_maker->is_delete_only =
      !stage_maker->delete_only_files.empty() &&
      std::ranges::all_of(original.files(), [&](const File& file) {
        return file.kind != File::Kind::regular ||
               std::ranges::count(stage_maker->delete_only_files, file.path) > 0;
      });
  stage_maker->listen = {.on = !options.no_listen,
                         .everywhere = options.listen == "auto",
                         .command = options.listen == "auto" ? "" : options.listen,
                         .test = test.command,
                         .script = test.script};
  stage_maker->debloat = options.debloat;
  stage_maker->effort = options.effort;
  stage_maker->policy = has_patch(original, *stage_maker->trees) ? Policy::none : options.policy;
  stage_maker->rounds = options.rounds;
  stage_maker->sweep = !options.no_sweep;
  return stage_maker;
}

Result<AnyStrategy> make_strategy(const SearchOptions& options, SharedStageMaker stage_maker) {
  if (options.unit && options.plan != SearchOptions{}.plan)
    return conflict("search.unit", "search.plan",
                    "search.unit reduces one list and nothing else; omit one of the two");
  const Result<const Plan*> plan = find_plan(options.plan);
  if (!plan) return std::unexpected(plan.error());
  std::vector<std::string_view> given;
  if (!options.only.empty()) given.push_back("only");
  if (!options.without.empty()) given.push_back("without");
  if (options.language) given.push_back("language");
  if (options.grammar) given.push_back("grammar");
  if (options.debloat.without_dependencies) given.push_back("debloat.without_dependencies");
  if (options.debloat.without_dead_code) given.push_back("debloat.without_dead_code");
  if (options.policy != SearchOptions{}.policy) given.push_back("policy");
  if (options.delete_only) given.push_back("delete_only");
  if (options.rounds != SearchOptions{}.rounds) given.push_back("rounds");
  if (options.no_sweep) given.push_back("no_sweep");
  if (Result<void> fits = check_takes(options.unit ? nullptr : *plan, given); !fits)
    return std::unexpected(fits.error());
  if (options.unit) return unit_strategy(std::move(stage_maker), *options.unit);
  return (*plan)->make(std::move(stage_maker));
}

/// The unit into which the only list of a run is cut; nothing if the plan works on trees.
std::optional<Unit> unit_of(const SearchOptions& options, const Document& original) {
  if (options.unit == Unit::automatic) return choose_unit(original);
  if (!options.unit && options.plan == "lines") return Unit::lines;
  return options.unit;
}

/// The number of outcomes that may still be tested.
std::size_t tests_left(const SearchOptions& options, const RunLog& log) {
  return options.max_tests - std::min(options.max_tests, log.state().tally.total().tested());
}

/// Whether a candidate is malformed in one of its files, and the original is not, or less.
class MalformedThan {
 public:
  /// Judges the files that `wanted` accepts.
  template <typename Wanted>
  MalformedThan(const Document& original, const Trees& trees, Wanted wanted)
      : files_(std::make_shared<std::map<std::string, Validity>>()) {
    for (const File& file : original.files()) {
      if (file.kind != File::Kind::regular) continue;
      const Language& language = trees.language(file.path, *file.bytes);
      if (Validity validity(language, file.bytes); validity.judges() && wanted(language, validity))
        files_->emplace(file.path, std::move(validity));
    }
  }
  bool judges_any() const { return !files_->empty(); }

  bool operator()(const Document& candidate) const {
    return std::ranges::any_of(candidate.files(), [&](const File& file) {
      const auto known = files_->find(file.path);
      return known != files_->end() && !known->second.accepts(file.bytes);
    });
  }

 private:
  std::shared_ptr<std::map<std::string, Validity>> files_;  // shared by copies
};

/// The rule about well-formed candidates: the user's, or that of the languages' rows.
std::optional<MalformedThan> malformed_by(const SearchOptions& options, const Document& original,
                                          const Trees& trees) {
  if (options.well_formed)
    return *options.well_formed
               ? std::optional(
                     MalformedThan(original, trees, [](const auto&, const auto&) { return true; }))
               : std::nullopt;
  if (!decides_by_rows(options)) return std::nullopt;
  // The test of a file with errors is about one of them, which need not bring others. But the
  // grammar of a language with dialects finds errors where there are none.
  MalformedThan malformed(original, trees, [](const Language& language, const Validity& validity) {
    const Strict strict = language.profile.strict;
    return strict != Strict::no && (strict != Strict::grammar || validity.was_valid());
  });
  return malformed.judges_any() ? std::optional(std::move(malformed)) : std::nullopt;
}

/// Empty: nothing is refused without a test.
std::function<bool(const Document&)> refusals_of(const SearchOptions& options,
                                                 const Document& original, const Trees& trees) {
  std::optional<MalformedThan> malformed = malformed_by(options, original, trees);
  if (!malformed) return {};
  return std::move(*malformed);
}

Result<void> check_well_formed(const SearchOptions& options, const Document& original,
                               const StageMaker& stage_maker) {
  if (!options.well_formed.value_or(false)) return {};
  if (malformed_by(options, original, *stage_maker.trees)->judges_any()) return {};
  return fail(ErrorKind::usage, {Reason::well_formed_needs_grammar},
              "search.well_formed needs a grammar, and there is none for this input",
              "set search.language or search.grammar");
}

std::string_view singular(std::optional<Unit> unit) {
  std::string_view name = unit ? name_of(*unit) : "nodes";
  name.remove_suffix(1);
  return name;
}

/// Tries every single element of the result once more. `end` is the end of the search before it.
Result<SearchEnd> verify(const Prepared& prepared, Goal goal, SearchEnd end, Oracle& oracle,
                         Memo& memo, RunLog& log, const Budget& of_search) {
  const Document unverified = log.bests().best();  // NOLINT(performance-*): it changes below
  const std::size_t asked_before = log.state().tally.total().asked;
  AnySearch search = StagedSearch(unverified, verify_strategy(prepared.stage_maker, prepared.unit),
                                  goal, log.state().list.number);
  // The verification has no patience and cannot be skipped: it must try everything to claim
  // anything.
  const Budget budget{
      .tests = of_search.tests, .is_enough = of_search.is_enough, .refuses = of_search.refuses};
  const Result<Ending> ending = run(search, oracle, memo, log, budget);
  if (!ending) return std::unexpected(ending.error());
  if (*ending != Ending::finished) return SearchEnd{.ending = *ending};
  end.verified = Verified{.element = singular(prepared.unit),
                          .tried = log.state().tally.total().asked - asked_before,
                          .before = measure(unverified),
                          .after = measure(log.bests().best()),
                          .was_minimal = unverified == log.bests().best()};
  return end;
}

}  // namespace

Result<Prepared> prepare_search(const SearchOptions& options, const Document& original,
                                std::shared_ptr<Tools> tools, const KnownTest& test) {
  if (!options.propose.empty()) {
    if (options.unit || options.plan != SearchOptions{}.plan)
      return fail(ErrorKind::usage, {Reason::propose_needs_auto},
                  "search.propose works only with the plan auto: omit search.unit and search.plan");
    if (Result<void> used = text::use_proposer(*tools, options.propose, original); !used)
      return std::unexpected(used.error());
  }
  Result<SharedStageMaker> stage_maker =
      make_stage_maker(options, original, std::move(tools), test);
  if (!stage_maker) return std::unexpected(stage_maker.error());
  if (Result<void> fits = check_well_formed(options, original, **stage_maker); !fits)
    return std::unexpected(fits.error());
  Result<AnyStrategy> strategy = make_strategy(options, *stage_maker);
  if (!strategy) return std::unexpected(strategy.error());
  return Prepared{std::move(*stage_maker), std::move(*strategy),
                  options.unit ? std::string(name_of(*options.unit)) : options.plan,
                  unit_of(options, original)};
}

Result<SearchEnd> run_search(Prepared prepared, const SearchOptions& options,
                             const Document& original, Oracle& oracle, Memo& memo, RunLog& log,
                             const SearchCalls& calls) {
  const Goal goal = prepared.stage_maker->goal;
  UntilWatch until(options.until, original, goal);
  const LogReader watched(log, until);
  // At most four guesses for each core: a guess costs a process even if its test only sleeps.
  // Without this limit, 64 slots on two busy cores took 11.15 s instead of 4.41 s
  // (docs/rejected.md, "Limits for guesses on few cores").
  Budget budget{.tests = options.max_tests,
                .with_guesses = std::max(4 * available_cores(), oracle.slots())};
  if (!options.until.empty()) budget.is_enough = [&] { return until.reached().has_value(); };
  budget.refuses = refusals_of(options, original, *prepared.stage_maker->trees);
  if (options.effort == Effort::quick) budget.without_gain = quick_patience;
  budget.skips = calls.skips;
  std::size_t left_out = 0;
  const auto search_from = [&](const Document& start, AnyStrategy strategy) {
    AnySearch search = StagedSearch(start, std::move(strategy), goal, log.state().list.number);
    Result<Ending> ending = run(search, oracle, memo, log, budget);
    left_out = search.left_out();
    return ending;
  };
  Result<Ending> searched = search_from(original, std::move(prepared.strategy));
  const std::function<bool()> is_enough = budget.is_enough;
  if (searched && *searched == Ending::finished && calls.last_look) {
    const Document result = log.bests().best();  // NOLINT(performance-*): it changes below
    Result<Prepared> again = calls.last_look(result);
    if (!again) return std::unexpected(again.error());
    budget.tests = tests_left(options, log);
    budget.is_enough = [&] { return memo.overturned() || (is_enough && is_enough()); };
    searched = search_from(result, std::move(again->strategy));
  }
  if (!searched) return std::unexpected(searched.error());
  const bool is_over = *searched == Ending::finished || *searched == Ending::no_gain;
  if (*searched != Ending::finished) left_out = 0;  // there was no last sweep
  if (!options.verify || !is_over)
    return SearchEnd{*searched, {}, until.reached().value_or(""), left_out};

  budget.tests = tests_left(options, log);
  Result<SearchEnd> verified = verify(prepared, goal, {.ending = *searched, .left_out = left_out},
                                      oracle, memo, log, budget);
  if (verified && !verified->verified) verified->enough = until.reached().value_or("");
  return verified;
}

std::optional<Notice> foreign_grammars(const Prepared& prepared, const Document& original) {
  const bool uses_grammars = std::ranges::any_of(original.files(), [&](const File& file) {
    const Language& language = prepared.stage_maker->trees->language(file.path, *file.bytes);
    return language.parser == Parser::tree_sitter && language.module.empty();
  });
  const std::string folder = uses_grammars ? grammars_of_foreign_build() : "";
  if (folder.empty()) return std::nullopt;
  return Notice{Notice::Kind::warning,
                fmt::format("this program was copied from a build; its grammars are read from the "
                            "build folder: {}",
                            folder),
                "install both, or name the folder of the grammars: WHITTLE_GRAMMARS",
                {Reason::foreign_grammars}};
}

std::optional<Notice> missing_tool(const Prepared& prepared, const Document& original) {
  const StageMaker& maker = *prepared.stage_maker;
  const bool has_closures = prepared.plan == "auto" || prepared.plan == plan_part::closure.name;
  if (!has_closures || !maker.wants(plan_part::closure.name) ||
      static_cast<std::size_t>(measure(original).tokens) < ClosureFirst::large_enough)
    return std::nullopt;
  switch (closure::clang_state({original, *maker.trees, *maker.tools, maker.goal})) {
    case closure::ClangState::ready:
    case closure::ClangState::not_for_it:
      return std::nullopt;
    case closure::ClangState::no_helper:
      return Notice{
          Notice::Kind::hint,
          "whittle-cxx-graph was not found; with it, large C and C++ files need fewer tests",
          "install it beside whittle, or name it: WHITTLE_CXX_GRAPH=PATH"};
    case closure::ClangState::no_libclang:
      return Notice{Notice::Kind::hint,
                    "libclang was not found; with it, large C and C++ files need fewer tests",
                    "install a version from 14 to 19: apt-get install libclang1-14\n"
                    "or name the library: WHITTLE_LIBCLANG=PATH"};
  }
  return std::nullopt;
}

RunStart start_of(const Prepared& prepared, const Document& original, std::size_t slots,
                  std::chrono::microseconds test_takes) {
  RunStart start;
  start.version = WHITTLE_VERSION;
  for (const File& file : original.files()) start.files.push_back(file.path);
  start.plan = prepared.plan;
  start.algorithm = prepared.stage_maker->algorithm;
  start.original = original;
  start.goal = prepared.stage_maker->goal;
  start.jobs = slots;
  start.tokens = static_cast<std::size_t>(measure(original).tokens);
  start.bytes = original.size();
  start.test_takes = test_takes;
  if (!prepared.unit) start.parsed_as = parse_summary(original, *prepared.stage_maker->trees);
  return start;
}

Report report_of(const SearchEnd& end, const Document& original, const Document& result) {
  Report report;
  report.ending = end.ending == Ending::finished      ? RunEnding::finished
                  : end.ending == Ending::no_gain     ? RunEnding::no_gain
                  : end.ending == Ending::tests_spent ? RunEnding::max_tests
                  : end.ending == Ending::enough      ? RunEnding::enough
                                                      : RunEnding::interrupted;
  report.original = original;
  report.result = result;
  report.before = measure(original);
  report.after = measure(result);
  report.verified = end.verified;
  if (report.ending == RunEnding::enough) report.enough = end.enough;
  report.left_out = end.left_out;
  return report;
}

}  // namespace whittle
