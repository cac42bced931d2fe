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
/// makes it possible to continue if the process dies. Prints nothing and changes no signal handler:
/// everything worth knowing comes as an event or in the report.
///
/// Blocks until the run has ended; observers are called from the calling thread. Several runs on
/// different files may work in one process at the same time, one thread each.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "run/request.h"

#include "base/result.h"
#include "report/event.h"
#include "report/report.h"

namespace whittle {

/// An error means that nothing was gained, or that the run could not go on; its `way_out` says then
/// where the best so far is. A run that is stopped early is no error.
Result<Report> reduce(Request request, Observer& observer);

/// The test of the request as a shell script. If the request does not say what to keep, its command
/// is run on the original, and what it shows is kept. Nothing is reduced. Gives nothing if the user
/// stops it.
Result<std::optional<std::string>> test_script(const Request& request, Observer& observer);

/// How many tests run at one time if the request does not say.
std::size_t slots_of(const Request& request);

}  // namespace whittle
