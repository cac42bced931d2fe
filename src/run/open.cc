#include "run/open.h"

#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "base/reason.h"
#include "report/words.h"
#include "run/oracle_options.h"
#include "store/recording.h"

namespace whittle {
namespace {

/// `error`, with the way out of a folder that cannot be written.
Error with_other_place(Error error, bool has_output) {
  if (error.kind == ErrorKind::disk && !has_output) error.cause = {Reason::folder_is_full};
  return error;
}

Result<RunFolder> new_folder(const Ready& ready, Notices& notices) {
  const std::string path = run_folder_of(place_of(ready.request));
  const bool was_unfinished = RunFolder::has_journal(path);
  Result<RunFolder> created = RunFolder::create(path, ready.identity, ready.original);
  if (!created) return created;
  Recording::remove(created->path());  // of an earlier run
  // Only the outcomes of the old run are lost: FILE is its best, and FILE.orig is the original.
  if (was_unfinished)
    notices.add({Notice::Kind::warning,
                 "an earlier run on this file was not finished; this one starts again from the "
                 "current file",
                 "next time, continue it",
                 {Reason::has_unfinished_run, {target_of(ready.request)}}});
  return created;
}

/// Reads what is known from the journal. Gives how many outcomes that are.
Result<std::size_t> recall(Opened& opened) {
  opened.memo = {};
  const Result<std::size_t> known = opened.folder.recall(opened.memo);
  if (!known) return known;
  if (Result<void> read = opened.folder.recall(*opened.ready.search.stage_maker->reasons); !read)
    return std::unexpected(read.error());
  return known;
}

/// Adds the outcome of the original's test, which is in no journal.
void remember_original(Opened& opened) {
  opened.memo.remember(opened.ready.original.hash(), opened.ready.verdict_on_original);
  opened.memo.set_limit(opened.ready.oracle->limit());
}

Result<std::unique_ptr<OracleElsewhere>> open_elsewhere(const Ready& ready, const RunFolder& folder,
                                                        Notices& notices) {
  auto local = oracle_options(ready.request, ready.original, ready.stop);
  if (!local) return std::unexpected(local.error());
  std::error_code ignored;
  return ready.request.hosts->open(
      {.spec = ready.test.spec,
       .original = ready.original,
       .local = std::move(*local),
       .run_folder = std::filesystem::absolute(folder.path(), ignored).string(),
       .warn = [&notices](std::string message, std::string way_out) {
         notices.add(Notice::Kind::warning, std::move(message), std::move(way_out));
       }});
}

/// The run folder, new or as an earlier call left it.
Result<Opened> with_folder(Ready ready, Notices& notices) {
  const bool is_continued = ready.request.continues.has_value();
  Result<RunFolder> folder = is_continued
                                 ? Result<RunFolder>(std::move(*ready.request.continues).take())
                                 : new_folder(ready, notices);
  if (!folder) return std::unexpected(folder.error());
  Opened opened{.ready = std::move(ready),
                .folder = std::move(*folder),
                .copies = {},
                .memo = {},
                .beginning = is_continued ? Beginning::resumed : Beginning::anew,
                .elsewhere = nullptr};
  if (!is_continued) return opened;
  const Result<std::size_t> known = recall(opened);
  if (!known) return std::unexpected(known.error());
  opened.known = *known;
  notices.add(Notice::Kind::information,
              fmt::format("resumed; {} known", counted(*known, "outcome")));
  return opened;
}

}  // namespace

Result<Opened> open(Ready ready, Notices& notices) {
  const bool has_output = ready.request.output.has_value();
  Result<Opened> opened = with_folder(std::move(ready), notices);
  if (!opened) return std::unexpected(with_other_place(opened.error(), has_output));
  const Request& request = opened->ready.request;
  RunFiles& files = *opened->ready.files;
  // Only after the lock is taken: a second run on the same file fails above and changes nothing.
  if (request.output && !writes_no_file(request))
    if (Result<void> redirected = files.redirect(*request.output); !redirected)
      return std::unexpected(redirected.error());
  Result<std::vector<std::string>> kept = files.keep_originals(opened->ready.original);
  if (!kept) return std::unexpected(with_other_place(kept.error(), has_output));
  opened->copies = std::move(*kept);
  if (is_race(request.search))
    notices.add({Notice::Kind::information,
                 "search.parallel = race: the result depends on timing; the same request can give "
                 "different results",
                 "",
                 {Reason::race_is_random}});
  remember_original(*opened);
  if (!request.hosts) return opened;
  Result<std::unique_ptr<OracleElsewhere>> elsewhere =
      open_elsewhere(opened->ready, opened->folder, notices);
  if (!elsewhere) return std::unexpected(with_way_on(elsewhere.error(), request));
  opened->elsewhere = std::move(*elsewhere);
  return opened;
}

Result<void> forget(Opened& opened, const std::vector<Hash>& candidates) {
  Batch forgotten;  // a test that was given no time says nothing
  for (const Hash& candidate : candidates)
    forgotten.outcomes.emplace_back(candidate, Verdict{.timed_out = true});
  if (Result<void> written = opened.folder.append(forgotten); !written) return written;
  Result<Prepared> search = make_search(opened.ready.recipe, opened.ready.original);
  if (!search) return std::unexpected(search.error());
  opened.ready.search = std::move(*search);
  if (const Result<std::size_t> known = recall(opened); !known)
    return std::unexpected(known.error());
  remember_original(opened);
  opened.beginning = Beginning::again;
  return {};
}

Error with_way_on(Error error, const Request& request) {
  error.unfinished = target_of(request);
  return error;
}

}  // namespace whittle
