#include "run/request.h"

#include "document/disk.h"
#include "oracle/hosts.h"
#include "process/cores_linux.h"

namespace whittle {

std::size_t slots_of(const Request& request) {
  if (request.search.parallel == Parallel::off) return 1;
  return request.jobs.value_or(available_cores());
}

Request with_defaults(Request request) {
  SearchOptions& search = request.search;
  // A search that asks one question at a time makes little use of many slots.
  const bool may_merge =
      request.hosts && search.algorithm.name.empty() && search.policy == SearchOptions{}.policy;
  if (!search.parallel) search.parallel = may_merge ? Parallel::merge : Parallel::ahead;
  if (search.parallel != Parallel::merge || search.width) return request;
  const std::size_t elsewhere = request.hosts ? request.hosts->slots() : 0;
  search.width = elsewhere > 0 ? elsewhere : slots_of(request);
  return request;
}

const std::string& place_of(const Request& request) {
  return request.output && !writes_no_file(request) ? *request.output : request.files.front();
}

std::string target_of(const Request& request) {
  return shown(place_of(request));
}

}  // namespace whittle
