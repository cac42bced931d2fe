/// Other bugs that a run came across: `FILE.bugs/N/` has the smallest example of bug N under FILE's
/// name, `failure.txt`, which says how it fails, and the request of the run that came across it.
///
///     for (const KeptBug& bug : kept_bugs(bugs_folder_of("bug.c"))) print(bug.failure);
///     Result<StoredRequest> next = request_for_bug("bug.c", 2);
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/report.h"
#include "run/request_json.h"

namespace whittle {

/// The folder of the bugs that runs on `file` came across.
std::string bugs_folder_of(std::string file);
/// The bugs in such a folder, in order of their numbers.
std::vector<KeptBug> kept_bugs(const std::string& folder);

/// Adds its failure and the request of the run to the folder of an example, as the last files.
Result<void> describe(const std::string& folder, const std::string& failure,
                      const std::string& request);
/// Whether the folder of a bug is as a run has left it: nothing was added to it or changed since.
bool is_as_kept(const std::string& folder);

/// The request that reduces bug `number` in its folder: as the run that came across it, but with
/// the failure of the example as the one to keep. `ErrorKind::stale` if there is no such bug.
Result<StoredRequest> request_for_bug(const std::string& file, std::size_t number);

}  // namespace whittle
