// Any arguments, one a line: parsed or refused with words. What shapes the search comes back from
// the journal, and is parsed to the same again, which is what `--resume` does.
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/must.h"

#include "cli/invocation.h"
#include "cli/options.h"

using namespace whittle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto invocation = invocation_from(text))
    must(invocation_from(to_json(*invocation)) == invocation);

  std::vector<std::string> arguments(1);
  for (const char c : text) {
    if (c == '\n')
      arguments.emplace_back();
    else if (c != 0)  // no argument has one
      arguments.back() += c;
  }
  const Invocation said{text, arguments};
  must(invocation_from(to_json(said)) == said);

  const Result<Options> options = parse(arguments);
  if (!options) {
    must(options.error().kind == ErrorKind::usage && !options.error().message.empty());
    return 0;
  }
  must(options->needed <= options->runs);
  if (options->errand != Errand::none || options->resume) return 0;
  must(!options->files.empty());
  must(options->test.empty() != options->conditions.command.empty());
  const Result<Options> again = parse(options->shaping);
  must(again.has_value() && again->shaping == options->shaping);
  must(again->files == options->files && again->test == options->test);
  must(again->plan == options->plan && again->unit == options->unit);
  return 0;
}
