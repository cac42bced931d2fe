// A program is compared by its stamp (inode, size, time), which costs one `stat`. If the stamp of a
// script differs, its content decides: an editor may save it unchanged, and that must not end a
// long run. Compiled programs can be too large to hash, so their stamps decide alone.
#include "oracle/program_watch.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/reason.h"
#include "document/disk.h"

namespace whittle {

ProgramWatch::ProgramWatch(const TestSpec& spec) {
  for (const Step& step : spec.steps)
    for (const std::string& path : {step.command.front(), step.script}) {
      // A missing program is reported when it is started.
      if (const std::optional<Stamp> stamp = stamp_of(path))
        programs_.push_back({path, *stamp, content_of_script(path)});
    }
}

Result<void> ProgramWatch::check() {
  for (Program& program : programs_) {
    const std::optional<Stamp> now = stamp_of(program.path);
    if (now == program.stamp) continue;
    if (!now)
      return fail(ErrorKind::test,
                  fmt::format("{} was deleted while tests ran", shown(program.path)), "restore it");
    if (!program.content || content_of_script(program.path) != program.content)
      return fail(ErrorKind::stale, {Reason::program_changed},
                  fmt::format("{} was changed while tests ran", shown(program.path)),
                  "its answers since then are not used; restore it, or see Request::force");
    program.stamp = *now;
  }
  return {};
}

std::optional<ProgramWatch::Stamp> ProgramWatch::stamp_of(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info)) return std::nullopt;
  return Stamp{info.st_dev, info.st_ino, static_cast<std::uint64_t>(info.st_size),
               info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
}

std::optional<Hash> ProgramWatch::content_of_script(const std::string& path) {
  const Result<Bytes> bytes = read_file(path);
  if (!bytes || !bytes->starts_with("#!")) return std::nullopt;
  return hash_of(*bytes);
}

}  // namespace whittle
