#include "document/disk.h"
#include "oracle/make_spec.h"
#include "run/chosen_test.h"
#include "run/oracle_options.h"
#include "run/reduce.h"
#include "run/stop.h"

namespace whittle {

Result<std::optional<std::string>> test_script(const Request& request, Observer& observer) {
  const Result<Loaded> loaded = load(request.files);
  if (!loaded) return std::unexpected(loaded.error());
  const StopReasons stop(request.stop, request.max_time);
  const auto options = oracle_options(request, loaded->document, stop);
  if (!options) return std::unexpected(options.error());
  const Result<ChosenTest> test = choose_test(request.test, loaded->document, *options);
  if (!test) return std::unexpected(test.error());
  if (test->interrupted) return std::nullopt;
  for (const Notice& notice : notices_about(*test, request.test, loaded->document))
    observer.noticed(request.phrase ? request.phrase(notice) : notice);
  return make_test_script(test->spec, learned_environment(test->spec));
}

}  // namespace whittle
