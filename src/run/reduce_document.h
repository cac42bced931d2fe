/// Reduces a document that is in memory, with an oracle of your own: no files are read or written,
/// and no processes are started.
///
///     FunctionOracle oracle([](const Document& candidate, std::stop_token) { ... }, {.slots = 4});
///     const Result<Report> report =
///         reduce_document(Document::single("bug.c", text), oracle, {.plan = "auto"}, observer);
///     use(report->result.bytes(0));
///
/// Every plan and every algorithm works here; the name of a file decides its language. Passes that
/// run other programs (clang_delta) are left out, and the result is not formatted. It is the same
/// for any number of slots.
#pragma once

#include "base/result.h"
#include "document/document.h"
#include "oracle/oracle.h"
#include "report/event.h"
#include "report/report.h"
#include "run/request.h"

namespace whittle {

/// `ErrorKind::not_interesting` if the oracle does not find the original interesting;
/// `ErrorKind::usage` if an option is wrong. `stop`, if it is not null, ends the search early with
/// the best so far: at once if the oracle watches the switch too, otherwise when its next test
/// ends.
Result<Report> reduce_document(const Document& original, Oracle& oracle,
                               const SearchOptions& options, Observer& observer,
                               StopSwitch* stop = nullptr);

}  // namespace whittle
