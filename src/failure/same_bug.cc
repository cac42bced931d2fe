#include "failure/same_bug.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <csignal>
#include <fmt/format.h>

#include "failure/formats.h"
#include "failure/mask.h"

namespace whittle {
namespace {

/// The name that a program's text would have: `inner` of `ns::Class<int>::inner`.
std::string last_part(const std::string& name) {
  const std::string plain = name.substr(0, name.find_first_of("<("));
  std::size_t begin = plain.size();
  while (begin > 0 && (std::isalnum(static_cast<unsigned char>(plain[begin - 1])) ||
                       plain[begin - 1] == '_' || plain[begin - 1] == '$'))
    --begin;
  return plain.substr(begin);
}

/// Lines that any output of this failure has, besides the frames.
std::vector<std::string> lines_for(const Failure& failure, SameBug level) {
  std::vector<std::string> lines;
  if (level == SameBug::any || failure.message.empty()) return lines;
  if (!failure.announced) {
    if (level >= SameBug::message)
      for (const std::string& line : {failure.message, failure.detail})
        if (!line.empty()) lines.push_back("^" + pattern_of_mask(line) + "$");
    return lines;
  }
  const LineShape& shape = failure.announced->line;
  // A diagnostic's kind is its exit status alone.
  if (failure.is_crash() && (failure.message_on_next_line || level == SameBug::kind))
    lines.push_back(shape.pattern());
  if (level == SameBug::kind) return lines;
  const std::string message = pattern_of_mask(failure.message);
  // A line of an exception group in Python begins with a bar.
  lines.push_back(failure.message_on_next_line ? "^[ |+]*" + message + "$"
                                               : shape.pattern_with(message));
  if (!failure.detail.empty()) {
    const std::string detail = pattern_of_mask(failure.detail);
    lines.push_back(failure.detail_line ? failure.detail_line->pattern_with(detail)
                                        : "^" + detail + "$");
  }
  if (level == SameBug::frames && !failure.place.empty()) lines.push_back(failure.place_pattern);
  // A crash without frames is told apart by the pass that it happened in.
  if (failure.frames.empty() && !failure.phase.empty())
    lines.push_back(quoted_pattern(failure.phase));
  return lines;
}

}  // namespace

const char* name_of(SameBug level) {
  constexpr const char* names[] = {"any", "kind", "message", "frames"};
  return names[static_cast<std::size_t>(level)];
}

SameBug strictest(const Failure& failure) {
  if (!failure.frames.empty() || !failure.place.empty()) return SameBug::frames;
  return failure.message.empty() ? SameBug::any : SameBug::message;
}

WantedBug wanted_bug(const Failure& failure, SameBug level) {
  assert(failure.is_failure() && "a run that does not fail has no bug");
  level = std::min(level, strictest(failure));
  WantedBug bug{.level = level, .signal = failure.signal, .exit_status = failure.exit_status};
  bug.lines = lines_for(failure, level);
  Failure shown = failure;
  if (level < SameBug::frames) shown.frames.clear(), shown.place.clear();
  if (level < SameBug::message) shown.message.clear(), shown.detail.clear(), shown.phase.clear();
  bug.sentence = shown.sentence();
  if (level == SameBug::kind && failure.is_crash())
    bug.sentence += fmt::format(" with any {}", words_of(failure.kind));
  if (level < SameBug::frames || failure.frames.empty()) return bug;
  const FrameFormat& format = *failure.format;
  bug.frame_line = format.named.pattern();
  if (format.unnamed.before) bug.frame_line += "|" + format.unnamed.pattern();
  bug.skipped_line = format.skip;
  for (const Frame& frame : failure.handler) bug.skipped_line += "|" + frame.pattern;
  bug.from_the_end = format.innermost_last;
  for (const Frame& frame : failure.frames) bug.frames.push_back(frame.pattern);
  if (bug.from_the_end) std::ranges::reverse(bug.frames);
  return bug;
}

Failure observed_again(Failure failure, const Failure& again) {
  if (again.announced != failure.announced ||
      again.message_on_next_line != failure.message_on_next_line)
    return failure;
  failure.message = masked_difference(failure.message, again.message);
  failure.detail = again.detail.empty() ? "" : masked_difference(failure.detail, again.detail);
  if (failure.place != again.place) failure.place.clear();
  if (failure.phase != again.phase) failure.phase.clear();
  const auto differs = std::ranges::mismatch(failure.frames, again.frames).in1;
  failure.frames.erase(differs, failure.frames.end());
  return failure;
}

// The file of a frame decides. If the file may be the candidate under another name, it is the
// candidate if it contains all functions of that file on the stack: one of them, such as `main`,
// may have the name of a word in the input by chance.
Failure without_callers_in(Failure failure, const CandidateParts& candidate) {
  const auto has_name = [&](const Frame& frame) {
    const std::string name = last_part(frame.name);
    return frame.has_function && !name.empty() && candidate.has_word(name);
  };
  const auto is_in_candidate = [&](const Frame& frame) {
    if (frame.place.empty()) return has_name(frame);
    const std::optional<bool> known = candidate.has_place(frame.place);
    return known ? *known : std::ranges::all_of(failure.frames, [&](const Frame& other) {
      return other.place != frame.place || has_name(other);
    });
  };
  auto found = std::ranges::find_if(failure.frames, is_in_candidate);
  const bool fails_itself =
      candidate.has_place(failure.place.substr(0, failure.place.find(':'))).value_or(false) ||
      (found == failure.frames.begin() && found != failure.frames.end());
  if (fails_itself) {
    failure.place.clear();
    // The signature of its function may become simpler: T& list<T>::at(int) [with T = int]
    if (const std::size_t text = failure.message.find(": Assertion `"); text != std::string::npos)
      failure.message.replace(0, text, varying_mask);
  }
  // An offset in a module that is made from the candidate changes with every edit.
  if (found != failure.frames.end() && found->has_function) ++found;
  failure.frames.erase(found, failure.frames.end());
  return failure;
}

BugMatcher::BugMatcher(WantedBug bug) : wanted_(std::move(bug)) {
  const auto compiled = [](const std::string& text) {
    Result<Pattern> pattern = Pattern::compile(text);
    assert(pattern && "a wanted bug has a bad pattern");
    return std::move(*pattern);
  };
  for (const std::string& line : wanted_.lines) lines_.push_back(compiled(line));
  for (const std::string& frame : wanted_.frames) frames_.push_back(compiled(frame));
  if (frames_.empty()) return;
  frame_line_ = compiled(wanted_.frame_line);
  skipped_line_ = compiled(wanted_.skipped_line);
}

// Any line may match, not only the most specific one: a smaller candidate may print the same
// failure after other messages.
bool BugMatcher::shown_by(const CommandRun& run) const {
  if (run.signal_shown() != wanted_.signal) return false;
  if (!wanted_.signal && run.exit_status != wanted_.exit_status) return false;
  if (lines_.empty() && frames_.empty()) return true;
  const Bytes err = run.err.text(), out = run.out.text();
  return std::ranges::all_of(
             lines_,
             [&](const Pattern& line) { return line.found_in(err) || line.found_in(out); }) &&
         has_frames(err, out);
}

bool BugMatcher::has_frames(BytesView err, BytesView out) const {
  if (frames_.empty()) return true;
  std::vector<BytesView> shown;
  for (BytesView text : {err, out})
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const BytesView line = text.substr(0, end);
      text.remove_prefix(end == BytesView::npos ? text.size() : end + 1);
      if (!wanted_.from_the_end && shown.size() == frames_.size()) break;
      if (frame_line_->found_in(line) && !skipped_line_->found_in(line)) shown.push_back(line);
    }
  if (shown.size() < frames_.size()) return false;
  if (wanted_.from_the_end) shown.erase(shown.begin(), shown.end() - std::ssize(frames_));
  return std::ranges::equal(
      shown, frames_, [](BytesView line, const Pattern& frame) { return frame.found_in(line); });
}

std::string other_sentence(Failure failure) {
  constexpr std::size_t most_frames = 3;
  // Others come from outside, or are an exit status above 128 that a shell passed on.
  constexpr int of_faults[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
  if (!failure.is_crash() || (failure.signal && std::ranges::count(of_faults, failure.signal) == 0))
    return "";
  if (failure.announced && failure.announced->any_input) return "";
  if (failure.frames.size() > most_frames) failure.frames.resize(most_frames);
  return failure.sentence();
}

std::string other_failure(const CommandRun& run, const std::optional<BugMatcher>& wanted) {
  const bool may_be_crash = run.signal_shown() || crash_words().found_in(run.err.text()) ||
                            crash_words().found_in(run.out.text());
  if (!may_be_crash || (wanted && wanted->shown_by(run))) return "";
  return other_sentence(failure_in(run));
}

}  // namespace whittle
