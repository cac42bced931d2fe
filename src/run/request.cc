#include "run/request.h"

#include "document/disk.h"
#include "process/cores_linux.h"

namespace whittle {

std::size_t slots_of(const Request& request) {
  if (request.search.parallel == Parallel::off) return 1;
  return request.jobs.value_or(available_cores());
}

const std::string& place_of(const Request& request) {
  return request.output && !writes_no_file(request) ? *request.output : request.files.front();
}

std::string target_of(const Request& request) {
  return shown(place_of(request));
}

}  // namespace whittle
