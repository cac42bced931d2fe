/// One reduction, from files on disk to the result in their place.
///
///     class Printer : public Observer { void told(const Told& event) override { ... } };
///
///     Request request;
///     request.files = {"bug.c"};
///     request.test.script = "./crash.sh";
///     Printer printer;
///     const Result<Report> report = reduce(std::move(request), printer);
///     if (!report) complain(report.error());
///
/// At every moment the best so far is in the files, the original is kept beside them, and a journal
/// makes it possible to continue if the process is killed. Prints nothing and changes no signal
/// handler: all information comes as events or in the report.
///
/// Blocks until the run has ended; observers are called from the calling thread. Several runs on
/// different files may work in one process at the same time, one thread each.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/result.h"
#include "report/event.h"
#include "report/report.h"
#include "run/request.h"

namespace whittle {

/// Runs the request to its end. An error means that the run could not begin or could not continue;
/// in the second case `Error::unfinished` is the file that holds the best so far. A run that is
/// stopped early is not an error.
Result<Report> reduce(Request request, Observer& observer);

/// The test of the request as a shell script. If the request names no failure to keep, the command
/// is run on the original to find out. Nothing is reduced. Returns nothing if the user stops it.
Result<std::optional<std::string>> test_script(const Request& request, Observer& observer);

}  // namespace whittle
