// Any arguments, one a line: parsed or refused with words. What shapes the search comes back from
// the journal, and is parsed to the same again, which is what `--resume` does.
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/must.h"

#include "cli/options.h"
#include "run/invocation.h"

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
  const Request& request = options->request;
  must(request.test.needed <= request.test.runs);
  if (options->task != Task::reduce || options->resume) return 0;
  must(!request.files.empty());
  must(request.test.script.empty() != request.test.conditions.command.empty());
  for (const Result<Options>& again :
       {parse(request.settings), parse_resumed(request.settings, Options())}) {
    must(again.has_value() && again->request.settings == request.settings);
    must(again->request.files == request.files);
    must(again->request.test.script == request.test.script);
    must(again->request.search.plan == request.search.plan);
    must(again->request.search.unit == request.search.unit);
  }
  return 0;
}
