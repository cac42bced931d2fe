#include "cli/page_command.h"

#include <filesystem>
#include <fmt/format.h>
#include <poll.h>

#include "cli/bug_report.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/written_files.h"
#include "document/disk.h"
#include "page/page.h"
#include "run/publish.h"
#include "run/stop.h"
#include "run/unfinished.h"
#include "store/recording.h"
#include "store/run_folder.h"

namespace whittle {
namespace {

/// Absolute: the folder of the process may change.
std::string folder_of(const Request& request) {
  std::error_code ignored;
  const std::string folder = run_folder_of(place_of(request));
  const std::filesystem::path absolute = std::filesystem::absolute(folder, ignored);
  return ignored ? folder : absolute.string();
}

Result<void> check_report(const std::string& path, bool force) {
  if (!path.ends_with(".html"))
    return fail(ErrorKind::usage,
                fmt::format("--report: '{}' does not end in .html or .md", shown(path)),
                "the suffix decides the format; write it as: --report FILE.html");
  return check_may_write(path, "--report", force);
}

/// Requires: no run of this process holds `folder`.
Result<void> write_report(const std::string& folder, const std::string& path, Rights rights) {
  Feed feed(folder);
  Model model;
  RunLog log(model, RunLog::Times::as_told);
  const bool alive = is_run_alive(folder);
  for (const Result<bool>& read : {feed.tell(log), feed.give_bests(model)})
    if (!read) return std::unexpected(read.error());
  const std::string_view status = alive ? "snapshot" : model.has_ended() ? "finished" : "killed";
  return write_file(
      path, report_header() + report_page(model, log.state(), status, feed.refusals()), rights);
}

Result<std::unique_ptr<Serve>> serve(const std::string& address, const std::string& folder,
                                     Serve::Whose whose) {
  const Result<Address> parsed = parse_address(address);
  if (!parsed) return std::unexpected(parsed.error());
  Result<std::unique_ptr<Serve>> started = Serve::start(*parsed, folder, whose);
  if (started) print_message("", "watch it at " + (*started)->address(), "");
  return started;
}

}  // namespace

Result<std::unique_ptr<RunPage>> RunPage::open(Options& options) {
  if (!options.serve && !options.report) return nullptr;
  std::unique_ptr<RunPage> page(new RunPage());
  page->folder_ = folder_of(options.request);
  page->quiet_ = options.quiet;
  if (options.report) {
    if (Result<void> fits = check_report(*options.report, options.request.force); !fits)
      return std::unexpected(fits.error());
    page->report_ = *options.report;
    page->rights_ = rights_for_report(options.request.files, *options.report);
  }
  if (options.serve) {
    Result<std::unique_ptr<Serve>> started =
        serve(*options.serve, page->folder_, Serve::Whose::own);
    if (!started) return std::unexpected(started.error());
    page->serve_ = std::move(*started);
  }
  page->record_ = options.request.record;
  options.request.lend_record = true;
  return page;
}

Result<void> RunPage::finish() {
  if (serve_) serve_->finish();
  Result<void> written;
  if (!report_.empty() && has_started_) {
    written = write_report(folder_, report_, rights_);
    if (written && !quiet_) print_message("", "the report is in " + shown(report_), "");
  }
  // A run that can be resumed always keeps its record.
  if (has_started_ && !RunFolder::has_journal(folder_) && !keeps_record(record_, folder_)) {
    static_cast<void>(Recording::remove(folder_));
    std::error_code ignored;
    std::filesystem::remove(folder_, ignored);  // if it is empty
  }
  return written;
}

Result<ExitCode> view_run(const Options& options) {
  const std::string folder = run_folder_of(place_of(options.request));
  if (const Result<Recording> there = Recording::open(folder); !there)
    return std::unexpected(there.error());
  StopSwitch stop;
  Interrupt interrupt(stop);
  const Result<std::unique_ptr<Serve>> serving =
      serve(options.serve.value_or("0"), folder, Serve::Whose::other);
  if (!serving) return std::unexpected(serving.error());
  if (!options.quiet) print_message("", "stop with Ctrl-C", "");
  pollfd stopped{stop.fd(), POLLIN, 0};
  while (::poll(&stopped, 1, -1) < 0) {  // a debugger may have stopped us
  }
  stop.acknowledge();
  return exit_success;
}

Result<ExitCode> report_run(const Options& options) {
  const Result<std::optional<std::string>> markdown = markdown_file(options);
  if (!markdown) return std::unexpected(markdown.error());
  if (*markdown) {
    const BugReport to{.path = **markdown,
                       .rights = rights_for_report({place_of(options.request)}, **markdown)};
    const Result<void> written =
        write_markdown_of_record(to, run_folder_of(place_of(options.request)), options.quiet);
    if (!written) return std::unexpected(written.error());
    if (!options.report) return exit_success;
  }
  const std::string path = options.report.value_or(place_of(options.request) + ".html");
  if (Result<void> fits = check_report(path, options.request.force); !fits)
    return std::unexpected(fits.error());
  const std::string folder = run_folder_of(place_of(options.request));
  if (const Result<Recording> there = Recording::open(folder); !there)
    return std::unexpected(there.error());
  if (Result<void> written =
          write_report(folder, path, rights_for_report({place_of(options.request)}, path));
      !written)
    return std::unexpected(written.error());
  if (!options.quiet) print_message("", "the report is in " + shown(path), "");
  return exit_success;
}

}  // namespace whittle
