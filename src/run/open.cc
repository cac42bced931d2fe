#include "run/open.h"

#include <algorithm>
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

/// Keeps the best of an earlier run if nothing else has it: the run did not write to FILE, or FILE
/// was changed since.
Result<void> keep_best_of_earlier_run(const std::string& path, const Ready& ready,
                                      Notices& notices) {
  const Result<RunFolder> earlier = RunFolder::resume(path);
  if (!earlier && earlier.error().kind == ErrorKind::busy) return std::unexpected(earlier.error());
  if (!earlier || earlier->bests().empty()) return {};
  const std::vector<File>& start = earlier->original().files();
  const std::vector<File>& now = ready.files->loaded().files();
  const bool is_in_file = std::ranges::any_of(now, [&](const File& file) {
    return earlier->has_been(file) && std::ranges::find(start, file) == start.end();
  });
  const Result<std::optional<Document>> best = earlier->best();
  if (is_in_file || !best || !*best) return {};
  const Result<std::vector<std::string>> kept = ready.files->keep_best(**best);
  if (!kept) return std::unexpected(kept.error());
  for (const std::string& copy : *kept)
    notices.add(Notice::Kind::information,
                fmt::format("the best of an earlier run is in {}", shown(copy)));
  return {};
}

Result<RunFolder> new_folder(const Ready& ready, Notices& notices) {
  const std::string path = run_folder_of(place_of(ready.request));
  const bool was_unfinished = RunFolder::has_journal(path);
  if (was_unfinished)
    if (Result<void> kept = keep_best_of_earlier_run(path, ready, notices); !kept)
      return std::unexpected(kept.error());
  Result<RunFolder> created =
      RunFolder::create(path, ready.identity, ready.original, ready.files->places());
  if (!created) return created;
  if (Result<void> removed = Recording::remove(created->path()); !removed)  // of an earlier run
    return std::unexpected(removed.error());
  // FILE as it is now is no best, but a version that the run knows.
  if (ready.request.view)
    if (Result<void> noted = created->will_write(ready.files->loaded(), Durability::synced); !noted)
      return std::unexpected(noted.error());
  // The old run loses its outcomes and nothing else.
  if (was_unfinished)
    notices.add({Notice::Kind::warning,
                 "an earlier run on this file was not finished; this one starts again from the "
                 "current file",
                 "next time, continue it",
                 {Reason::has_unfinished_run, {target_of(ready.request)}}});
  return created;
}

/// Reads the known outcomes and reasons from the journal.
Result<void> recall(Opened& opened) {
  opened.memo = {};
  const Result<std::size_t> known = opened.folder.recall(opened.memo);
  if (!known) return std::unexpected(known.error());
  opened.known = *known;
  if (Result<void> read = opened.folder.recall(*opened.ready.search.stage_maker->reasons); !read)
    return std::unexpected(read.error());
  const Result<std::optional<Bytes>> seen = opened.folder.coverage();
  if (!seen) return std::unexpected(seen.error());
  if (*seen)
    if (auto coverage = probe::Coverage::from_text(**seen))
      *opened.ready.search.stage_maker->coverage = std::move(*coverage);
  return {};
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
  opened.ready.files->make_files_in(opened.folder.path());
  if (!is_continued) return opened;
  if (Result<void> claimed = opened.folder.claim(opened.ready.files->places()); !claimed)
    return std::unexpected(claimed.error());
  if (const Result<void> read = recall(opened); !read) return std::unexpected(read.error());
  notices.add(Notice::Kind::information,
              fmt::format("resumed; {} known", counted(opened.known, "outcome")));
  return opened;
}

/// The error of a run that could not keep the originals. A new one leaves nothing.
Error not_begun(Opened& opened, Error error) {
  if (opened.beginning == Beginning::resumed) return with_way_on(error, opened.ready.request);
  if (const Result<void> removed = opened.folder.remove(); !removed)
    error.message += "; " + removed.error().message;
  return error;
}

}  // namespace

Result<Opened> open(Ready ready, Notices& notices) {
  const bool has_output = ready.request.output.has_value();
  if (has_output && !writes_no_file(ready.request) && !ready.request.continues)
    if (Result<void> redirected = ready.files->redirect(*ready.request.output); !redirected)
      return std::unexpected(redirected.error());
  // A second run on the same files fails here and changes nothing.
  Result<Opened> opened = with_folder(std::move(ready), notices);
  if (!opened) return std::unexpected(with_other_place(opened.error(), has_output));
  const Request& request = opened->ready.request;
  RunFiles& files = *opened->ready.files;
  Result<std::vector<std::string>> kept = files.keep_originals(opened->ready.original);
  if (!kept) return std::unexpected(not_begun(*opened, with_other_place(kept.error(), has_output)));
  opened->copies = std::move(*kept);
  remember_original(*opened);
  if (const auto& rate = opened->ready.rate)
    if (Result<void> noted = opened->folder.note_runs_of_original(rate->original); !noted)
      return std::unexpected(with_other_place(noted.error(), has_output));
  if (!request.hosts) return opened;
  Result<std::unique_ptr<OracleElsewhere>> elsewhere =
      open_elsewhere(opened->ready, opened->folder, notices);
  if (!elsewhere) return std::unexpected(with_way_on(elsewhere.error(), request));
  opened->elsewhere = std::move(*elsewhere);
  return opened;
}

Result<void> forget(Opened& opened, const Revoked& revoked) {
  Batch forgotten;
  for (const Hash& candidate : revoked.candidates)
    forgotten.outcomes.emplace_back(candidate,
                                    Verdict{.timed_out = revoked.how == Revoked::How::untested});
  if (revoked.how == Revoked::How::refused && opened.ready.rate)
    opened.ready.rate->withdrawn += revoked.candidates.size();
  if (Result<void> written = opened.folder.append(forgotten); !written) return written;
  Result<Prepared> search = make_search(opened.ready.recipe, opened.ready.original);
  if (!search) return std::unexpected(search.error());
  opened.ready.search = std::move(*search);
  if (const Result<void> read = recall(opened); !read) return std::unexpected(read.error());
  remember_original(opened);
  opened.beginning = Beginning::again;
  return {};
}

Result<void> save(Opened& opened, const Document& document, Durability durability) {
  const Result<Document> files = opened.ready.files->as_on_disk(document);
  if (!files) return std::unexpected(files.error());
  if (Result<void> noted = opened.folder.will_write(*files, durability); !noted) return noted;
  Result<void> saved = opened.ready.files->save(*files, durability);
  if (!saved && saved.error().cause.reason == Reason::file_has_changed)
    saved.error().cause.values = {target_of(opened.ready.request)};
  return saved;
}

Error with_way_on(Error error, const Request& request) {
  // Otherwise the best so far is in the file.
  if (error.cause.reason != Reason::file_has_changed) error.unfinished = target_of(request);
  return error;
}

}  // namespace whittle
