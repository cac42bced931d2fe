// A test names files of this machine by absolute paths. On another host they lie elsewhere, so a
// path in a command becomes a mark on the wire, which the worker replaces with its own folder. Why
// not the same paths on each host: a worker must not write outside of its folder, and two runs may
// have different files at the same path.
//
// The bytes come from the network, so everything is checked before it is used: patterns must
// compile, numbers must fit, paths must stay inside. The signature says who sent the test, not that
// the sender is faultless.
#include "remote/shipped_test.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>

#include "base/replace_all.h"
#include "document/disk.h"
#include "process/program.h"
#include "process/scratch.h"
#include "remote/wire.h"
#include "store/packed.h"

namespace whittle {

// The parts of a test on the wire; see wire.h.
void fields(auto& archive, auto& pattern) requires requires {
  pattern.for_grep();
}
{
  std::string text = pattern.text();
  bool reads_characters = pattern.reads_characters();
  archive(text, reads_characters);
  if constexpr (!std::remove_reference_t<decltype(archive)>::writes) {
    auto compiled = reads_characters ? Pattern::compile_characters(text) : Pattern::compile(text);
    if (compiled)
      pattern = std::move(*compiled);
    else
      archive.refuse();
  }
}
/// Whether a matcher can be made of it.
static bool has_patterns(const WantedBug& bug) {
  const auto is_pattern = [](const std::string& text) {
    return Pattern::compile(text).has_value();
  };
  return std::ranges::all_of(bug.lines, is_pattern) &&
         std::ranges::all_of(bug.frames, is_pattern) && is_pattern(bug.frame_line) &&
         is_pattern(bug.skipped_line);
}
void fields(auto& archive, auto& bug) requires requires {
  bug.skipped_line;
}
{
  archive(bug.signal, bug.exit_status, bug.lines, bug.frame_line, bug.skipped_line,
          bug.from_the_end, bug.frames, bug.sentence);
}
void fields(auto& archive, auto& expect) requires requires {
  expect.output_lacks;
}
{
  archive(expect.exits, expect.signals, expect.stdout_has, expect.stderr_has, expect.output_has,
          expect.output_lacks, expect.slower_than, expect.differs_from_previous);
  std::optional<WantedBug> bug;
  if (expect.bug) bug = expect.bug->wanted();
  archive(bug);
  if constexpr (!std::remove_reference_t<decltype(archive)>::writes) {
    if (bug && has_patterns(*bug))
      expect.bug.emplace(std::move(*bug));
    else if (bug)
      archive.refuse();
  }
}
void fields(auto& archive, auto& step) requires requires {
  step.candidate_on_stdin;
}
{ archive(step.command, step.expect, step.candidate_on_stdin, step.name, step.script, step.moves); }
void fields(auto& archive, auto& limits) requires requires {
  limits.file_size;
}
{ archive(limits.memory, limits.file_size, limits.processes, limits.output); }
void fields(auto& archive, auto& spec) requires requires {
  spec.preparing_steps;
}
{
  archive(spec.steps, spec.main_step, spec.preparing_steps, spec.paths, spec.timeout, spec.limits,
          spec.sandbox, spec.watch_other_failures);
}

namespace {

namespace fs = std::filesystem;

struct Shipped {
  TestSpec spec;
  Bytes files = {};         ///< packed; written into the folder that replaces `here`
  std::string around = {};  ///< a packed document, if tests see files around the candidate
  std::string place = {};
  bool has_around = false;
};
void fields(auto& archive, auto& a) requires requires {
  a.has_around;
}
{ archive(a.spec, a.files, a.around, a.place, a.has_around); }

// No path and no argument of a user has these bytes.
constexpr std::string_view here = "\1here\1";
constexpr std::string_view on_path = "\1path\1";

// A program counts as found on PATH only if PATH leads to the same file: a private `./gcc` must be
// sent, not replaced by the worker's own.
bool is_on_path(const std::string& program) {
  std::error_code ignored;
  const Result<std::string> found = find_program(fs::path(program).filename());
  return found && fs::equivalent(*found, program, ignored);
}

Result<File> read_as(const fs::path& from, std::string name) {
  Result<Bytes> bytes = read_file(from);
  if (!bytes) return std::unexpected(bytes.error());
  std::error_code ignored;
  const auto mode = static_cast<std::uint32_t>(fs::status(from, ignored).permissions()) & 0777;
  return File{std::move(name), mode, share(std::move(*bytes)), File::Kind::regular};
}

/// Calls `visit` with each file and folder below `folder`; links are not followed. `visit` returns
/// whether to enter a folder. Files may appear and disappear meanwhile: nothing here throws.
Result<void> walk(const fs::path& folder, auto visit) {
  std::error_code problem;
  fs::recursive_directory_iterator at(folder, problem);
  for (const fs::recursive_directory_iterator end; !problem && at != end; at.increment(problem)) {
    const fs::file_status status = at->symlink_status(problem);
    if (problem) break;
    const Result<bool> goes_in = visit(at->path(), status.type());
    if (!goes_in) return std::unexpected(goes_in.error());
    if (!*goes_in) at.disable_recursion_pending();
  }
  if (!problem) return {};
  return fail(ErrorKind::input,
              fmt::format("cannot read {}: {}", shown(folder), problem.message()));
}

/// All files in `folder`, except for the hidden ones.
// Links are sent as links, unlike those of `--with`: the project is sent as it is.
Result<Document> files_in(const std::string& folder, const std::vector<std::string>& hidden) {
  std::vector<File> files;
  const auto add = [&](const fs::path& from, fs::file_type type) -> Result<bool> {
    const std::string path = from.lexically_relative(folder);
    if (std::ranges::count(hidden, path) > 0) return false;
    std::error_code problem;
    if (type == fs::file_type::symlink) {
      files.push_back(
          {path, 0777, share(fs::read_symlink(from, problem).string()), File::Kind::symlink});
    } else if (type == fs::file_type::regular) {
      Result<File> file = read_as(from, path);
      if (!file) return std::unexpected(file.error());
      files.push_back(std::move(*file));
    } else if (type == fs::file_type::directory && fs::is_empty(from, problem)) {
      files.push_back({path, 0755, share(""), File::Kind::folder});
    }
    if (!problem) return true;
    return fail(ErrorKind::input,
                fmt::format("cannot read {}: {}", shown(from), problem.message()));
  };
  if (Result<void> walked = walk(folder, add); !walked) return std::unexpected(walked.error());
  std::ranges::sort(files, {}, &File::path);
  return Document(std::move(files));
}

/// The place of a file of `--with`: beside the script, at the same relative path.
std::string place_beside(const fs::path& file, const fs::path& script_folder) {
  const fs::path inside = file.lexically_relative(script_folder);
  return inside.empty() || *inside.begin() == ".." ? file.filename() : inside;
}

}  // namespace

// Commands may contain the paths of their files inside of words, such as `--include=/home/me/x.h`,
// so every word is searched.
Result<Bytes> ship_test(const TestSpec& spec, const std::vector<std::string>& with,
                        const std::optional<Surroundings>& around) {
  Shipped shipped{.spec = spec};
  std::map<std::string, std::string> places;  // by absolute path
  fs::path script_folder;
  for (const Step& step : spec.steps)
    for (const std::string& path : {step.command.front(), step.script})
      if (!path.empty() && !is_on_path(path)) {
        if (script_folder.empty()) script_folder = fs::path(path).parent_path();
        places[path] = place_beside(path, script_folder);
      }
  for (const std::string& given : with) {
    std::error_code problem;
    const fs::path path = fs::canonical(given, problem);
    if (problem)
      return fail(ErrorKind::input, fmt::format("--with {}: {}", shown(given), problem.message()));
    if (script_folder.empty()) script_folder = fs::current_path(problem);
    if (!fs::is_directory(path, problem)) {
      places[path] = place_beside(path, script_folder);
      continue;
    }
    // The target of a link is sent in its place.
    const auto add = [&](const fs::path& from, fs::file_type) -> Result<bool> {
      std::error_code is_no_file;
      if (fs::is_regular_file(from, is_no_file)) places[from] = place_beside(from, script_folder);
      return true;
    };
    if (Result<void> walked = walk(path, add); !walked) return std::unexpected(walked.error());
  }
  std::vector<File> files;
  for (const auto& [path, place] : places) {
    Result<File> file = read_as(path, place);
    if (!file) return std::unexpected(file.error());
    files.push_back(std::move(*file));
  }
  for (Step& step : shipped.spec.steps) {
    if (!places.contains(step.command.front()))
      step.command.front() =
          fmt::format("{}{}", on_path, fs::path(step.command.front()).filename().string());
    if (!places.contains(step.script)) step.script.clear();
    // In reverse order, so that the longer of two paths comes first if one is the beginning of the
    // other.
    for (auto at = places.rbegin(); at != places.rend(); ++at) {
      const std::string there = fmt::format("{}/{}", here, at->second);
      for (std::string& word : step.command) replace_all(word, at->first, there);
      replace_all(step.script, at->first, there);
    }
  }
  shipped.files = pack(Document(std::move(files)), 3);
  if (around) {
    const Result<Document> document = files_in(around->folder, around->hidden);
    if (!document) return std::unexpected(document.error());
    shipped.has_around = true;
    shipped.place = around->place;
    shipped.around = pack(*document, 3);
  }
  return to_wire(shipped);
}

namespace {

std::unexpected<Error> damaged() {
  return fail(ErrorKind::stale, "the test came damaged from the coordinator");
}

/// Whether the numbers and steps fit together. Paths are checked too, because they are opened
/// before the sandbox of the test begins.
bool is_sound(const TestSpec& spec) {
  return spec.main_step < spec.steps.size() && spec.preparing_steps <= spec.steps.size() &&
         (!spec.timeout || (spec.timeout->count() > 0 && *spec.timeout <= longest_test)) &&
         std::ranges::all_of(spec.paths, is_inner_path) &&
         std::ranges::none_of(spec.steps, [](const Step& step) { return step.command.empty(); });
}

/// Whether `place` leads through a link of the document, whose target could be anywhere.
bool leads_through_a_link(const Document& document, const std::string& place) {
  return std::ranges::any_of(document.files(), [&](const File& file) {
    return file.kind == File::Kind::symlink && (place + "/").starts_with(file.path + "/");
  });
}

}  // namespace

// Files are written by `write_strange_document`, which leaves the folder through no name and no
// link. The marks are replaced only after everything was checked.
Result<ReceivedTest> receive_test(BytesView bytes, const std::string& folder) {
  std::optional<Shipped> shipped = from_wire<Shipped>(bytes);
  if (!shipped || !is_sound(shipped->spec)) return damaged();
  ReceivedTest test{.spec = std::move(shipped->spec), .around = {}};
  const auto write = [&](const Result<Document>& document, const std::string& to) -> Result<void> {
    if (!document) return std::unexpected(document.error());
    std::error_code problem;
    fs::create_directories(to, problem);
    return write_strange_document(*document, to);
  };
  if (Result<void> written = write(unpack(shipped->files, largest_file), folder + "/test");
      !written)
    return std::unexpected(written.error());
  if (shipped->has_around) {
    const Result<Document> around = unpack(shipped->around, largest_file);
    const std::string& place = shipped->place;
    if (around && !place.empty() && (!is_inner_path(place) || leads_through_a_link(*around, place)))
      return damaged();
    if (Result<void> written = write(around, folder + "/around"); !written)
      return std::unexpected(written.error());
    test.around = Surroundings{folder + "/around", place, {}};
  }
  for (Step& step : test.spec.steps) {
    for (std::string& word : step.command) replace_all(word, here, folder + "/test");
    replace_all(step.script, here, folder + "/test");
    if (std::string& program = step.command.front(); program.starts_with(on_path)) {
      const Result<std::string> found = find_program(program.substr(on_path.size()));
      if (!found) return std::unexpected(found.error());
      program = *found;
    }
  }
  return test;
}

}  // namespace whittle
