// One thread drives all slots with `poll`. A slot is a state machine: a test has repetitions, a
// repetition has steps, a step is a process tree with up to two pipes and a deadline. `advance`
// waits for the first event of any slot and moves that slot on. A thread for each slot would have
// to be interrupted to cancel its test, and Linux kills a test when the thread that started it
// ends, so all tests are started by one thread that lives as long as the oracle.
//
// A test is hostile by default: a mutated program may print without end, ignore signals, fill its
// folder, detach processes, or change its own script. Each of these has its answer below or in
// `process/`: bounded output, process trees that are killed as a whole, a fresh folder for each
// repetition, and `ProgramWatch`.
#include "oracle/local_oracle.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <linux/openat2.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/reason.h"
#include "oracle/make_spec.h"
#include "process/program.h"

namespace whittle {
namespace {

std::vector<std::string> candidate_paths(const TestSpec& spec, const Document& candidate) {
  if (!spec.paths.empty()) return spec.paths;
  std::vector<std::string> paths;
  for (const File& file : candidate.files())
    if (file.kind == File::Kind::regular) paths.push_back(file.path);
  return paths;
}

/// The number of bytes of a refused test's output that are kept for people to see.
constexpr std::size_t most_shown = 1024;
constexpr std::size_t most_read = 1 << 20;  ///< the last lines of longer outputs are not seen

/// The first and the last lines for people, without control characters: a test may begin with what
/// it always prints, and end with the reason.
Bytes shortened(Bytes text) {
  constexpr std::size_t most_lines = 10;
  for (char& c : text) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    if (is_control && c != '\n') c = c == '\t' ? ' ' : '?';
  }
  std::size_t front = 0, back = text.size();
  for (std::size_t line = 0; line < most_lines / 2 && front < text.size(); ++line)
    front = std::min(text.find('\n', front), text.size() - 1) + 1;
  for (std::size_t line = 0; line < most_lines / 2 && back > front; ++line)
    back = back < 2 ? 0 : text.rfind('\n', back - 2) + 1;
  if (back <= front && text.size() <= most_shown) return text;
  constexpr std::string_view between = "...\n";
  const std::size_t half = (most_shown - between.size()) / 2;
  back = std::max({back, front, text.size() - std::min(half, text.size())});
  return text.substr(0, std::min({front, half, back})).append(between) + text.substr(back);
}

/// The candidate as standard input. Earlier commands of the test may have put a pipe in its place,
/// for which nobody waits, or a link to a file that a sandbox hides from them.
UniqueFd open_candidate(const std::string& folder, const std::string& path) {
  const UniqueFd place(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  open_how how{};
  how.flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC;
  how.resolve = RESOLVE_BENEATH;
  UniqueFd file(
      static_cast<int>(::syscall(SYS_openat2, place.get(), path.c_str(), &how, sizeof how)));
  // Linux 5.6, and not in every container.
  if (!file && (errno == ENOSYS || errno == EPERM))
    file = UniqueFd(
        ::openat(place.get(), path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return file;
}

}  // namespace

struct LocalOracle::Slot {
  std::string name;
  std::string folder, tmp;  // where a test runs, and its TMPDIR
  std::string files;        // where the candidate is written; an overlay shows it in `folder`
  std::vector<std::string> environment;
  Sandbox sandbox;
  bool is_shut_in = false;  // starts its commands in `sandbox`
  bool records = false;     // keeps the results of all commands
  EquipTest equip = {};     // as of `run_observed`; empty: nobody observes

  enum class State { free, running, done } state = State::free;
  Ticket ticket = 0;
  Document candidate;
  StepOrder::Way way;     // of this test
  std::size_t place = 0;  // in `way`
  std::size_t step = 0;
  Verdict verdict;

  ProcessTree tree;
  UniqueFd out, err;        // our ends of the pipes, if its output matters
  bool shows_only = false;  // the output in `err` is only for people to see
  Clock::time_point started, deadline;
  CommandRun run, previous;
  std::vector<CommandRun> commands;
  std::string why_not;
};

Result<std::unique_ptr<LocalOracle>> LocalOracle::make(TestSpec spec, Options options) {
  assert(options.slots > 0 && !spec.steps.empty());
  // Four copies of the candidate and some megabytes: compilers leave about that much in one test.
  const std::uint64_t room = options.slots * (4 * options.document_size + (std::uint64_t{4} << 20));
  auto scratch = Scratch::make(options.scratch_parent, room);
  if (!scratch) return std::unexpected(scratch.error());
  std::unique_ptr<LocalOracle> oracle(
      new LocalOracle(std::move(spec), std::move(options), std::move(*scratch)));
  if (!oracle->null_)
    return fail(ErrorKind::test, fmt::format("cannot open /dev/null: {}", std::strerror(errno)));
  // Tests read and write /dev/null. A program that renames its output, as rustc does, replaces the
  // device if root runs it with `-o /dev/null`.
  if (struct stat info{}; ::fstat(oracle->null_.get(), &info) == 0 && !S_ISCHR(info.st_mode))
    return fail(ErrorKind::test, "/dev/null is a file, not the device: a program has replaced it",
                "restore it: rm /dev/null && mknod -m 666 /dev/null c 1 3");
  if (auto chosen = oracle->choose_view(); !chosen) return std::unexpected(chosen.error());
  if (auto chosen = oracle->choose_sandbox(); !chosen) return std::unexpected(chosen.error());
  for (std::size_t i = 0; i < oracle->options_.slots; ++i)
    oracle->slots_.push_back(oracle->make_slot(std::to_string(i)));
  return oracle;
}

/// Namespaces and overlays fail in ways that depend on the kernel, its settings and the container.
/// Trying one command is the only reliable way to find out.
bool LocalOracle::can_start_in(Slot& slot) {
  if (!lay_out(slot, {}) || !scratch_.fresh_folder(slot.name + ".work")) return false;
  const Launch launch{.command = {"/bin/sh", "-c", ":"},
                      .environment = &slot.environment,
                      .folder = slot.folder,
                      .in = null_.get(),
                      .out = null_.get(),
                      .err = null_.get(),
                      .limits = {},
                      .sandbox = slot.is_shut_in ? &slot.sandbox : nullptr};
  if (!slot.tree.start(launch)) return false;
  pollfd ended{slot.tree.pidfd(), POLLIN, 0};
  while (::poll(&ended, 1, 5000) < 0 && errno == EINTR) {
  }
  return slot.tree.end().exit_status == 0;
}

Result<void> LocalOracle::choose_sandbox() {
  if (!spec_.sandbox) return {};
  if (std::optional<std::string> maker = sandbox_maker()) {
    bubblewrap_ = std::move(*maker);
    if (can_start_in(*make_slot("sandbox"))) return {};
  }
  return fail(ErrorKind::test, {Reason::no_sandbox},
              "no sandbox is available: this system does not let whittle create namespaces",
              "install bubblewrap, or run without test.sandbox");
}

/// Chooses how tests see the files around the candidate: the quickest way that this system allows.
Result<void> LocalOracle::choose_view() {
  if (!options_.around) return {};
  const std::string& folder = options_.around->folder;
  const auto is_outside = [&](const Scratch& scratch) -> Result<void> {
    if (!scratch.root().starts_with(folder + "/")) return {};
    return fail(
        ErrorKind::scratch, {Reason::around_has_tests, {folder, scratch.root()}},
        fmt::format("test.around {} contains the folder of the tests, {}", folder, scratch.root()),
        "choose another place for the tests: the environment variable TMPDIR");
  };
  if (auto outside = is_outside(scratch_); !outside) return outside;
  // Not all systems can write these characters in the options of a mount; and where only bubblewrap
  // can make namespaces, we cannot mount anything.
  if (scratch_.root().find_first_of(",:\\") == std::string::npos && bubblewrap_.empty())
    for (const View view : {View::overlay_as_root, View::overlay}) {
      if (view == View::overlay_as_root && (::geteuid() != 0 || spec_.sandbox)) continue;
      view_ = view;
      if (can_start_in(*make_slot("view"))) return {};
    }
  view_ = View::links;
  auto place = Scratch::make(options_.scratch_parent, size_of_tree(folder));
  if (!place) return std::unexpected(place.error());
  copy_place_.emplace(std::move(*place));
  if (auto outside = is_outside(*copy_place_); !outside) return outside;
  auto copied = LinkedCopy::make(*options_.around, copy_place_->root());
  if (!copied) return std::unexpected(copied.error());
  copy_ = std::move(*copied);
  return {};
}

LocalOracle::LocalOracle(TestSpec spec, Options options, Scratch scratch)
    : spec_(std::move(spec)),
      order_(spec_),
      programs_(spec_),
      options_(std::move(options)),
      scratch_(std::move(scratch)),
      timeouts_(spec_.steps.size(), Timeout(spec_.timeout)),
      null_(open_null()) {}

LocalOracle::~LocalOracle() = default;

/// The sandbox in which tests can write to these folders.
Sandbox LocalOracle::sandbox_for(const std::vector<std::string>& writable) const {
  if (!spec_.sandbox) return {};
  std::vector<std::string> shown;
  for (const Step& step : spec_.steps) {
    std::vector<std::string> command = step.command;
    if (!step.script.empty()) command.push_back(step.script);
    for (std::string& path : needed_by(command)) shown.push_back(std::move(path));
    if (!step.script.empty())
      for (std::string& path : needed_by({step.script})) shown.push_back(std::move(path));
  }
  if (copy_place_) shown.push_back(copy_place_->root());
  Sandbox sandbox = Sandbox::with(writable, shown);
  sandbox.bubblewrap = bubblewrap_;
  return sandbox;
}

std::unique_ptr<LocalOracle::Slot> LocalOracle::make_slot(const std::string& name) const {
  auto slot = std::make_unique<Slot>();
  slot->name = name;
  const std::string top = scratch_.root() + "/" + name;
  const std::string place =
      options_.around && !options_.around->place.empty() ? "/" + options_.around->place : "";
  slot->files = slot->folder = top + place;
  slot->tmp = top + ".tmp";
  slot->environment = environment_with_tmp(slot->tmp, spec_.sandbox);
  slot->is_shut_in = spec_.sandbox;
  slot->sandbox = sandbox_for({top, slot->tmp});
  if (view_ != View::overlay && view_ != View::overlay_as_root) return slot;

  slot->folder = options_.around->folder + place;
  const Overlay overlay{options_.around->folder, top, top + ".work"};
  if (slot->is_shut_in) {
    slot->sandbox = sandbox_for({overlay.folder, slot->tmp});
    slot->sandbox.add(overlay);
  } else {
    slot->is_shut_in = true;
    slot->sandbox = Sandbox::showing(overlay, view_ == View::overlay);
  }
  return slot;
}

/// Makes the folder that the slot's test will see.
Result<void> LocalOracle::lay_out(const Slot& slot, const Document& candidate) {
  for (const std::string& folder : {slot.name, slot.name + ".tmp"})
    if (auto made = scratch_.fresh_folder(folder); !made) return std::unexpected(made.error());
  const std::string top = scratch_.root() + "/" + slot.name;
  if (copy_)
    if (auto linked = copy_->link_into(top); !linked) return linked;
  if (options_.around) {
    std::error_code problem;
    std::filesystem::create_directories(slot.files, problem);
  }
  const auto write = spec_.sandbox ? write_strange_document : write_document;
  if (auto written = write(candidate, slot.files); !written) return written;
  if (view_ == View::plain || view_ == View::links) return {};
  return hide_in(top, *options_.around);
}

std::size_t LocalOracle::free_slots() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      slots_, [](const auto& slot) { return slot->state == Slot::State::free; }));
}

std::chrono::microseconds LocalOracle::limit() const {
  std::chrono::microseconds total{0};
  for (std::size_t step = 0; step < spec_.steps.size(); ++step)
    total += spec_.steps[step].expect.slower_than.value_or(timeouts_[step].limit());
  return total;
}

Result<void> LocalOracle::start(Ticket ticket, const Document& candidate) {
  const auto slot = std::ranges::find(slots_, Slot::State::free, [](auto& s) { return s->state; });
  assert(slot != slots_.end());
  return begin(**slot, ticket, candidate);
}

Result<void> LocalOracle::begin(Slot& slot, Ticket ticket, const Document& candidate) {
  slot.ticket = ticket;
  slot.candidate = candidate;
  slot.way = slot.records ? order_.as_given() : order_.next();
  slot.verdict = Verdict{.limit = limit()};
  slot.commands.clear();
  auto begun = begin_run(slot);
  if (!begun) stop(slot);
  return begun;
}

/// Lets the observer prepare a folder, and adds its variables to the environment.
Result<void> LocalOracle::equip_test(Slot& slot) {
  // In the slot's TMPDIR, where a test can write also in a sandbox.
  const auto folder = scratch_.fresh_folder(slot.name + ".tmp/whittle-probe");
  if (!folder) return std::unexpected(folder.error());
  slot.environment = environment_with_tmp(slot.tmp, spec_.sandbox);
  for (std::string& variable : slot.equip(*folder)) {
    const std::string name = variable.substr(0, variable.find('=') + 1);
    std::erase_if(slot.environment,
                  [&](const std::string& known) { return known.starts_with(name); });
    slot.environment.push_back(std::move(variable));
  }
  return {};
}

Result<void> LocalOracle::begin_run(Slot& slot) {
  if (auto laid = lay_out(slot, slot.candidate); !laid) return laid;
  if (slot.equip)
    if (auto equipped = equip_test(slot); !equipped) return equipped;
  const std::vector<std::string> paths = candidate_paths(spec_, slot.candidate);
  for (const Step& step : spec_.steps)
    for (const std::string& argument : step.command)
      if (const std::string suffix = copy_suffix(argument);
          !suffix.empty() && !paths.empty() && !paths.front().ends_with(suffix)) {
        const std::string path = slot.files + "/" + paths.front();
        if (::link(path.c_str(), (path + suffix).c_str()) && errno != EEXIST)
          return fail(ErrorKind::scratch,
                      fmt::format("cannot make {}: {}", path + suffix, std::strerror(errno)));
      }
  slot.place = 0;
  slot.step = slot.way.steps.front();
  return begin_step(slot);
}

/// Whether a verdict can depend on the output of the step.
bool LocalOracle::needs_output(const Slot& slot) const {
  const std::size_t next = slot.step + 1;
  return slot.records || spec_.steps[slot.step].expect.reads_output() ||
         (spec_.watch_other_failures && slot.step == spec_.main_step) ||
         (next < spec_.steps.size() && spec_.steps[next].expect.differs_from_previous);
}

Result<void> LocalOracle::begin_step(Slot& slot) {
  const Step& step = spec_.steps[slot.step];
  const std::vector<std::string> paths = candidate_paths(spec_, slot.candidate);
  // Each mount needs a fresh work folder.
  if (!slot.sandbox.overlay.empty())
    if (auto made = scratch_.fresh_folder(slot.name + ".work"); !made)
      return std::unexpected(made.error());
  slot.run = CommandRun{.out = BoundedOutput(spec_.limits.output),
                        .err = BoundedOutput(spec_.limits.output)};
  Launch launch{.command = expanded(step.command, paths),
                .environment = &slot.environment,
                .folder = slot.folder,
                .in = null_.get(),
                .out = null_.get(),
                .err = null_.get(),
                .limits = spec_.limits,
                .obeys_modes = view_ == View::links};
  if (slot.is_shut_in) launch.sandbox = &slot.sandbox;

  UniqueFd in, out, err;  // the program's ends
  slot.shows_only = false;
  if (step.candidate_on_stdin && !paths.empty()) {
    in = open_candidate(slot.files, paths.front());
    if (in) launch.in = in.get();
  }
  if (needs_output(slot)) {
    int out_pipe[2], err_pipe[2];
    if (::pipe2(out_pipe, O_CLOEXEC))
      return fail(ErrorKind::test, fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    slot.out = UniqueFd(out_pipe[0]);
    out = UniqueFd(out_pipe[1]);
    if (::pipe2(err_pipe, O_CLOEXEC))
      return fail(ErrorKind::test, fmt::format("cannot make a pipe: {}", std::strerror(errno)));
    slot.err = UniqueFd(err_pipe[0]);
    err = UniqueFd(err_pipe[1]);
    // Only our ends: a program expects blocking pipes.
    ::fcntl(slot.out.get(), F_SETFL, O_NONBLOCK);
    ::fcntl(slot.err.get(), F_SETFL, O_NONBLOCK);
    launch.out = out.get();
    launch.err = err.get();
  } else if (options_.outputs) {
    // Only for people to see: one pipe for both, in the order in which they were printed.
    int pipe[2];
    if (::pipe2(pipe, O_CLOEXEC) == 0) {
      slot.err = UniqueFd(pipe[0]);
      err = UniqueFd(pipe[1]);
      ::fcntl(slot.err.get(), F_SETFL, O_NONBLOCK);
      launch.out = launch.err = err.get();
      slot.run.err = BoundedOutput(2 * most_shown);
      slot.shows_only = true;
    }
  }

  slot.started = Clock::now();
  slot.deadline = slot.started + step.expect.slower_than.value_or(timeouts_[slot.step].limit());
  if (auto started = slot.tree.start(std::move(launch)); !started) return started;
  slot.state = Slot::State::running;
  return {};
}

/// Discards output after the first megabyte. A closed pipe would change the behaviour of the test,
/// and reading gigabytes would cost time, so the kernel moves them to /dev/null without a copy.
void LocalOracle::discard(Slot& slot) {
  const ssize_t size = ::splice(slot.err.get(), nullptr, null_.get(), nullptr, 16 << 20,
                                SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
  if (size == 0) slot.err.reset();
}

Bytes LocalOracle::shown_output(const Slot& slot) const {
  const Bytes text = shortened(output_of_step(spec_, slot.step, slot.run));
  if (!spec_.steps[slot.step].expect.differs_from_previous || slot.place == 0) return text;
  return shortened(output_of_step(spec_, slot.step - 1, slot.previous)) + text;
}

void LocalOracle::drain(Slot& slot) {
  if (slot.shows_only && slot.run.err.size() > most_read) return discard(slot);
  static thread_local std::array<char, 64 * 1024> part;
  const std::pair<UniqueFd*, BoundedOutput*> streams[] = {{&slot.out, &slot.run.out},
                                                          {&slot.err, &slot.run.err}};
  for (const auto& [fd, output] : streams) {
    // At most 1 MB at a time: a test that prints without end must not keep us from other slots.
    for (int parts = 0; *fd && parts < 16; ++parts) {
      const ssize_t size = ::read(fd->get(), part.data(), part.size());
      if (size > 0) output->append({part.data(), static_cast<std::size_t>(size)});
      if (size == 0) fd->reset();
      if (size <= 0) break;
    }
  }
}

/// Kills the slot's command and everything that it started, and records how it ended.
void LocalOracle::end_processes(Slot& slot) {
  const Ended ended = slot.tree.end();
  slot.run.exit_status = ended.exit_status;
  slot.run.signal = ended.signal;
  drain(slot);
  slot.out.reset();
  slot.err.reset();
}

void LocalOracle::stop(Slot& slot) {
  if (slot.tree.running()) end_processes(slot);
  slot.out.reset();
  slot.err.reset();
  slot.state = Slot::State::free;
}

Result<void> LocalOracle::end_step(Slot& slot) {
  end_processes(slot);
  slot.run.duration =
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - slot.started);
  slot.verdict.duration += slot.run.duration;
  slot.verdict.last_step = slot.step;
  if (spec_.steps.size() > 1) {
    std::vector<std::chrono::microseconds>& times = slot.verdict.step_times;
    if (times.size() <= slot.step) times.resize(slot.step + 1);
    times[slot.step] += slot.run.duration;
  }
  slot.verdict.exit_status = slot.run.exit_status;

  const Step& step = spec_.steps[slot.step];
  const auto why_not = mismatch(slot.run, step.expect, slot.place ? &slot.previous : nullptr);
  if (!slot.records) order_.observe(slot.way, slot.step, slot.run.duration, why_not.has_value());
  if (slot.run.timed_out && !step.expect.slower_than) slot.verdict.timed_out = true;
  // A test that ended by itself after its deadline means that whittle was stopped (Ctrl-Z), so the
  // measured time is wrong.
  if (!slot.run.timed_out && slot.started + slot.run.duration < slot.deadline)
    timeouts_[slot.step].observe(slot.run.duration, outcome_of(!why_not));
  // The output of an interesting test shows which lines of a refused one say why.
  if (options_.outputs) slot.verdict.output = shown_output(slot);
  if (why_not) {
    slot.why_not = *why_not;
    if (spec_.watch_other_failures && slot.step == spec_.main_step && !slot.run.timed_out)
      slot.verdict.other_failure = other_failure(slot.run, step.expect.bug);
  }
  if (slot.records) slot.commands.push_back(slot.run);
  slot.previous = std::move(slot.run);
  if (why_not) return end_run(slot, Outcome::uninteresting);
  if (++slot.place < slot.way.steps.size()) {
    slot.step = slot.way.steps[slot.place];
    return begin_step(slot);
  }
  return end_run(slot, Outcome::interesting);
}

// A check before the main command is not what comes and goes: if it refuses a candidate, one run
// is enough.
Result<void> LocalOracle::end_run(Slot& slot, Outcome outcome) {
  slot.verdict.outcome = outcome;
  const bool is_refused_before = outcome == Outcome::uninteresting && slot.step < spec_.main_step;
  if (spec_.rate && !is_refused_before) {
    slot.verdict.runs.add(outcome);
    const RateTest::Decision decision = spec_.rate->after(slot.verdict.runs);
    if (decision == RateTest::Decision::open) return begin_run(slot);
    slot.verdict.outcome = outcome_of(decision == RateTest::Decision::accepted);
  }
  slot.state = Slot::State::done;
  return {};
}

Result<bool> LocalOracle::advance(std::span<Slot* const> slots, Clock::time_point until) {
  std::vector<pollfd> fds{{options_.interrupt_fd, POLLIN, 0}};
  auto earliest = until;
  for (Slot* slot : slots) {
    // poll ignores negative descriptors; they keep the positions of the others.
    const bool running = slot->state == Slot::State::running;
    fds.push_back({running ? slot->tree.pidfd() : -1, POLLIN, 0});
    fds.push_back({running ? slot->out.get() : -1, POLLIN, 0});
    fds.push_back({running ? slot->err.get() : -1, POLLIN, 0});
    if (running) earliest = std::min(earliest, slot->deadline);
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(earliest - Clock::now());
  const auto most = std::chrono::milliseconds(std::chrono::hours(1));
  const int timeout =
      static_cast<int>(std::clamp(left, std::chrono::milliseconds(0), most).count());
  if (::poll(fds.data(), fds.size(), timeout) < 0) {
    if (errno == EINTR) return true;
    return fail(ErrorKind::internal, fmt::format("poll: {}", std::strerror(errno)));
  }
  if (fds[0].revents) return false;
  // The end of a test is checked before its deadline: if whittle was stopped for a while, a test
  // that ended meanwhile was in time.
  const auto now = Clock::now();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    Slot& slot = *slots[i];
    if (slot.state != Slot::State::running) continue;
    if (fds[3 * i + 2].revents || fds[3 * i + 3].revents) drain(slot);
    const bool ended = fds[3 * i + 1].revents != 0;
    if (!ended && now < slot.deadline) continue;
    slot.run.timed_out = !ended;
    if (auto next = end_step(slot); !next) {
      stop(slot);
      return std::unexpected(next.error());
    }
  }
  return true;
}

// Programs are checked before each verdict, not after it: a verdict of a changed script must not
// reach the memo.
Result<Oracle::Finished> LocalOracle::wait() {
  std::vector<Slot*> slots;
  for (const auto& slot : slots_) slots.push_back(slot.get());
  while (true) {
    for (Slot* slot : slots)
      if (slot->state == Slot::State::done) {
        if (auto same = programs_.check(); !same) return std::unexpected(same.error());
        slot->state = Slot::State::free;
        return Finished{Finished::Kind::verdict, slot->ticket, std::move(slot->verdict)};
      }
    if (free_slots() == slots_.size()) return Finished{};
    const auto advanced = advance(slots);
    if (!advanced) return std::unexpected(advanced.error());
    if (!*advanced) return Finished{Finished::Kind::interrupted, 0, {}};
  }
}

void LocalOracle::cancel(Ticket ticket) {
  const auto found = std::ranges::find_if(slots_, [&](const auto& slot) {
    return slot->state != Slot::State::free && slot->ticket == ticket;
  });
  assert(found != slots_.end());
  stop(**found);
}

Result<Witness> LocalOracle::run_alone(const Document& document) {
  return run_in_own_slot(document, {});
}

Result<Witness> LocalOracle::run_observed(const Document& document, std::chrono::microseconds most,
                                          const EquipTest& equip) {
  const std::vector<Timeout> before = timeouts_;
  for (Timeout& timeout : timeouts_) timeout = Timeout(most);
  Result<Witness> witness = run_in_own_slot(document, equip);
  timeouts_ = before;
  return witness;
}

Result<Witness> LocalOracle::run_in_own_slot(const Document& document, const EquipTest& equip) {
  alone_ = make_slot("original");
  alone_->records = true;
  alone_->equip = equip;
  Slot* const slot = alone_.get();
  if (auto begun = begin(*slot, 0, document); !begun) return std::unexpected(begun.error());
  auto slow_at = options_.on_slow ? Clock::now() + patience : Clock::time_point::max();
  while (slot->state != Slot::State::done) {
    const auto advanced = advance({&slot, 1}, slow_at);
    if (!advanced) return std::unexpected(advanced.error());
    if (!*advanced) {
      stop(*slot);
      return Witness{.interrupted = true};
    }
    if (slot->state != Slot::State::done && Clock::now() >= slow_at) {
      slow_at = Clock::time_point::max();
      options_.on_slow();
    }
  }
  if (auto same = programs_.check(); !same) return std::unexpected(same.error());
  Witness witness{.verdict = slot->verdict, .why_not = slot->why_not};
  witness.commands = std::move(slot->commands);
  witness.ran = fmt::format("cd {}", shell_quoted(slot->folder));
  const std::vector<std::string> paths = candidate_paths(spec_, document);
  for (std::size_t i = 0; i < std::min(witness.commands.size(), spec_.steps.size()); ++i) {
    witness.ran += " && " + shell_quoted(expanded(spec_.steps[i].command, paths));
    if (spec_.steps[i].candidate_on_stdin && !paths.empty())
      witness.ran += " < " + shell_quoted(paths.front());
  }
  return witness;
}

bool LocalOracle::reached_limit() const {
  return alone_ && alone_->verdict.timed_out;
}

Bytes output_of_step(const TestSpec& spec, std::size_t step, const CommandRun& run) {
  const auto is_compared = [&](std::size_t other) {
    return other < spec.steps.size() && spec.steps[other].expect.differs_from_previous;
  };
  Bytes text;
  if (is_compared(step + 1)) text = "first command:\n";
  if (is_compared(step)) text = "second command:\n";
  for (const BoundedOutput* output : {&run.err, &run.out}) {
    text += output->text();
    if (!text.empty() && !text.ends_with('\n')) text += '\n';
  }
  return text;
}

std::string first_lines(const Witness& witness) {
  constexpr std::size_t most_lines = 5, most_bytes = 160;
  std::vector<std::string> lines;
  for (const CommandRun& run : witness.commands)
    for (const Bytes& text : {run.err.text(), run.out.text()})
      for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (end > begin) lines.push_back(text.substr(begin, std::min(end - begin, most_bytes)));
        begin = end + 1;
      }
  // The last line of a traceback says what is wrong.
  if (lines.size() > most_lines) {
    lines[most_lines - 2] = "...";
    lines[most_lines - 1] = std::move(lines.back());
    lines.resize(most_lines);
  }
  std::string text;
  for (std::string& line : lines) {
    // Output of a test must not control the user's terminal.
    for (char& c : line)
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = c == '\t' ? ' ' : '?';
    text += "\nprinted: " + line;
  }
  return text;
}

// If the original is not interesting, the cause is usually in the test: a relative path, a missing
// file. So the error has the command, its output, and a folder in which the user can repeat the
// command.
Result<Witness> LocalOracle::check_original(const Document& document, std::size_t most) {
  auto first = run_alone(document);
  if (!first || first->interrupted || first->verdict.outcome == Outcome::interesting) return first;
  for (std::size_t run = 1; run < most; ++run) {
    auto next = run_alone(document);
    if (!next || next->interrupted || next->verdict.outcome == Outcome::interesting) return next;
  }
  const bool ended = !first->verdict.timed_out;
  const auto second = ended && most == 1 ? run_alone(document) : first;
  if (!second || second->interrupted) return second;

  // Kept for the user: the folder as the test found it, and the output of the first test.
  const std::string output = scratch_.root() + "/output.txt";
  {
    std::ofstream file(output, std::ios::binary);
    for (const CommandRun& run : first->commands) file << run.out.text() << run.err.text();
  }
  (void)lay_out(*alone_, document);
  scratch_.keep();

  const std::vector<std::string> paths = candidate_paths(spec_, document);
  const std::string test = spec_.steps[spec_.main_step].command.front();
  const std::string& stage = spec_.steps[first->verdict.last_step].name;
  const std::string test_name =
      stage.empty() ? test.substr(test.rfind('/') + 1) : fmt::format("'{}'", stage);
  const std::string file = paths.empty() ? "the input" : paths.front();
  const std::string way_out = fmt::format("ran:    {}\noutput: {}", first->ran, output);
  if (second->verdict.outcome == Outcome::interesting)
    return fail(ErrorKind::unreliable,
                {Reason::original_is_contradicted, {test_name, file, way_out}},
                fmt::format("{} answered {} differently (1 interesting, 1 not); see test.flaky",
                            test_name, file),
                way_out);
  const std::string seen = fmt::format("{}\n{}", first_lines(*first), way_out);
  const std::string message =
      fmt::format("{} does not find {} interesting: {}", test_name, file, first->why_not);
  if (!ended)
    return fail(ErrorKind::not_interesting, {Reason::original_is_slow, {seen}}, message,
                "if it needs more time, set test.timeout" + seen);
  if (options_.around)
    return fail(ErrorKind::not_interesting, message,
                fmt::format("it must work in a copy of {}{}", options_.around->folder, seen));
  return fail(ErrorKind::not_interesting, {Reason::original_is_refused, {seen}}, message,
              "it must work in a folder that holds only the reduced files; to add the files "
              "around them, set test.around" +
                  seen);
}

}  // namespace whittle
