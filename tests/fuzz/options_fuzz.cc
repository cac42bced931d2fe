// Any arguments, one a line: parsed or refused with words. What shapes the search comes back from
// the journal, and is parsed to the same again, which is what `--resume` does.
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/must.h"

#include "cli/options.h"
#include "run/request_json.h"

using namespace whittle;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto stored = request_from_json(text)) {
    const std::string json = to_json(stored->request, stored->folder);
    const auto again = request_from_json(json);
    must(again && to_json(again->request, again->folder) == json);
  }

  std::vector<std::string> arguments(1);
  for (const char c : text) {
    if (c == '\n')
      arguments.emplace_back();
    else if (c != 0)  // no argument has one
      arguments.back() += c;
  }

  const Result<Options> options = parse(arguments);
  if (!options) {
    must(options.error().kind == ErrorKind::usage && !options.error().message.empty());
    return 0;
  }
  const Request& request = options->request;
  must((request.test.flaky == Flaky::rate) == (request.test.least_rate > 0));
  if (options->task != Task::reduce || options->resume) return 0;
  must(!request.files.empty());
  must(request.test.script.empty() != request.test.conditions.command.empty());
  const std::string json = to_json(request, text);
  std::optional<StoredRequest> stored = request_from_json(json);
  must(stored && stored->folder == text);
  must(to_json(stored->request, text) == json);
  must(stored->request.files == request.files);
  must(stored->request.test.script == request.test.script);
  // The same options once more change nothing.
  const Result<Options> again = resumed_options(std::move(stored->request), *options);
  must(again.has_value() && again->request.search.plan == request.search.plan);
  return 0;
}
