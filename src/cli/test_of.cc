#include "cli/test_of.h"

#include <fmt/format.h>

#include "document/disk.h"
#include "oracle/conditions.h"
#include "oracle/golden.h"
#include "oracle/program.h"

namespace whittle {
namespace {

void set_bounds(TestSpec& spec, const Options& options) {
  spec.timeout = options.timeout;
  spec.runs = options.runs;
  spec.needed = options.needed;
  spec.limits.memory = options.memory;
  spec.sandbox = options.sandbox;
  spec.watch_other_failures = options.other_failures.has_value();
}

}  // namespace

Result<ChosenTest> choose_test(const Options& options, const Document& original,
                               const LocalOracle::Options& oracle) {
  ChosenTest test;
  Conditions conditions = options.conditions;
  if (conditions.command.empty()) {
    const Result<std::string> script = find_test(options.test);
    if (!script) return std::unexpected(script.error());
    test.name = options.test;
    conditions.command = {*script, "@@"};
    // A script says by its status what it thinks, unless the user asks for something else.
    if (!conditions.say_what_to_keep()) conditions.exits = {0};
  } else {
    for (const std::string& word : conditions.command)
      test.name += (test.name.empty() ? "" : " ") + shell_quoted(word);
  }
  const bool must_find_out = !conditions.say_what_to_keep();
  Result<TestSpec> spec = make_spec(conditions);
  if (!spec) return std::unexpected(spec.error());
  test.spec = std::move(*spec);
  set_bounds(test.spec, options);
  if (!must_find_out) return test;

  const Result<std::optional<Signature>> found = golden_run(test.spec, original, oracle);
  if (!found) return std::unexpected(found.error());
  if (!*found) {
    test.interrupted = true;
    return test;
  }
  test.spec.steps[test.spec.main_step].expect.signature = **found;
  test.sentence = (*found)->sentence();
  return test;
}

Result<Hash> hash_of_test(const ChosenTest& test) {
  Hash hash = hash_of(make_test_script(test.spec));
  for (const Step& step : test.spec.steps) {
    // Of a compiler only the path counts; a script the user may have just edited.
    const Result<Bytes> program = read_file(step.command.front());
    if (program && program->starts_with("#!")) hash = combine(hash, hash_of(*program));
  }
  return combine(hash, Hash{test.spec.runs, test.spec.needed});
}

}  // namespace whittle
