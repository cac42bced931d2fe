// Tools run side by side in lanes, each with its own folder. Their output comes through pipes that
// are read while they run: a tool that waits for a full pipe would never end. A tool that exceeds a
// limit gives no answer, like one that fails, so that a pass need not tell the two apart.
#include "process/local_tools.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "process/program.h"

namespace whittle {
namespace {

using Clock = std::chrono::steady_clock;

/// WHITTLE_CLANG_FORMAT for clang-format, WHITTLE_CXX_GRAPH for our own whittle-cxx-graph.
std::string variable_of(std::string_view name) {
  std::string variable = "WHITTLE_";
  if (name.starts_with("whittle-")) name.remove_prefix(8);
  for (const char c : name)
    variable += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return variable;
}

}  // namespace

/// A place for one command at a time: a folder, a process tree, a pipe for its output.
class LocalTools::Lane {
 public:
  explicit Lane(std::string name) : name_(std::move(name)) {}

  bool busy() const { return tree_.running(); }
  std::size_t number() const { return number_; }
  Clock::time_point deadline() const { return deadline_; }
  std::array<pollfd, 2> waits_for() const {
    return {pollfd{pipe_.get(), POLLIN, 0}, pollfd{tree_.pidfd(), POLLIN, 0}};
  }

  /// Starts a command; the lane stays free if that fails.
  void start(std::size_t number, const Command& command, const ToolLimits& limits,
             const Options& options, Scratch& scratch, int null) {
    const auto folder = scratch.fresh_folder(name_);
    const auto tmp = scratch.fresh_folder(name_ + ".tmp");
    std::array<int, 2> ends{};
    if (!folder || !tmp || ::pipe2(ends.data(), O_CLOEXEC)) return;
    pipe_ = UniqueFd(ends[0]);
    const UniqueFd writing(ends[1]);
    ::fcntl(pipe_.get(), F_SETFL, O_NONBLOCK);
    number_ = number;
    most_ = limits.output;
    any_status_ = limits.messages;
    deadline_ = Clock::now() + limits.time;
    output_.clear();
    if (environment_.empty()) environment_ = environment_with_tmp(*tmp, options.sandbox);
    std::optional<Sandbox> sandbox;
    if (options.sandbox) {
      const std::optional<std::string> maker = sandbox_maker();
      if (!maker) return;
      std::vector<std::string> shown = needed_by(command);
      shown.push_back(scratch.root());  // the files of documents
      sandbox = Sandbox::with({*folder, *tmp}, shown);
      sandbox->bubblewrap = *maker;
    }
    (void)tree_.start({.command = command,
                       .environment = &environment_,
                       .folder = *folder,
                       .in = null,
                       .out = writing.get(),
                       .err = limits.messages ? writing.get() : null,
                       .limits = options.limits,
                       .sandbox = sandbox ? &*sandbox : nullptr});
  }

  /// Reads the output so far. False if it is too long.
  bool read() {
    static thread_local std::array<char, 65536> part;
    ssize_t size;
    while (pipe_ && (size = ::read(pipe_.get(), part.data(), part.size())) >= 0) {
      if (size == 0) {
        pipe_.reset();
        break;
      }
      output_.append(part.data(), static_cast<std::size_t>(size));
      if (output_.size() > most_) return false;
    }
    return true;
  }

  /// Ends the command and everything that it started. Returns its output if it ended well.
  std::optional<std::string> end() {
    const Ended ended = tree_.end();
    const bool all = read();
    pipe_.reset();
    if (!all || (ended.exit_status != 0 && !any_status_)) return std::nullopt;
    return std::move(output_);
  }

 private:
  std::string name_;
  std::vector<std::string> environment_;
  ProcessTree tree_;
  UniqueFd pipe_;
  std::size_t number_ = 0;  // of the command
  std::size_t most_ = 0;
  bool any_status_ = false;
  Clock::time_point deadline_;
  std::string output_;
};

LocalTools::LocalTools(Options options) : options_(std::move(options)) {
  options_.at_once = std::max<std::size_t>(options_.at_once, 1);
}

LocalTools::~LocalTools() = default;

std::string LocalTools::find(std::string_view name, const std::vector<std::string>& places) {
  const auto path_of = [](const std::string& program) {
    return find_program(program).value_or("");
  };
  if (const char* const set = std::getenv(variable_of(name).c_str()))
    return *set ? path_of(set) : "";
  for (const std::string& place : places)
    if (std::string path = path_of(place); !path.empty()) return path;
  return path_of(std::string(name));
}

bool LocalTools::stopped() const {
  pollfd stop{options_.stop_fd, POLLIN, 0};
  return options_.stop_fd >= 0 && ::poll(&stop, 1, 0) > 0;
}

Scratch* LocalTools::scratch() {
  constexpr std::uint64_t room = 64
                                 << 20;  // far more than the files of a document and its rewrites
  if (!scratch_)
    if (auto made = Scratch::make(options_.scratch_parent, room))
      scratch_.emplace(std::move(*made));
  return scratch_ ? &*scratch_ : nullptr;
}

std::vector<std::optional<std::string>> LocalTools::run(const std::vector<Command>& commands,
                                                        const ToolLimits& limits) {
  std::vector<std::optional<std::string>> outputs(commands.size());
  if (!null_) null_ = open_null();
  if (!scratch() || !null_) return outputs;
  while (lanes_.size() < std::min(options_.at_once, commands.size()))
    lanes_.push_back(std::make_unique<Lane>(fmt::format("lane{}", lanes_.size())));

  for (std::size_t next = 0;;) {
    std::vector<pollfd> waits{{options_.stop_fd, POLLIN, 0}};
    std::vector<Lane*> busy;
    auto first = Clock::time_point::max();
    for (const auto& lane : lanes_) {
      while (!lane->busy() && next < commands.size()) {
        lane->start(next, commands[next], limits, options_, *scratch_, null_.get());
        ++next;
      }
      if (!lane->busy()) continue;
      busy.push_back(lane.get());
      for (const pollfd& wait : lane->waits_for()) waits.push_back(wait);
      first = std::min(first, lane->deadline());
    }
    if (busy.empty()) return outputs;

    const auto left = std::chrono::ceil<std::chrono::milliseconds>(first - Clock::now());
    if (::poll(waits.data(), waits.size(), std::max(0, static_cast<int>(left.count()))) < 0)
      for (pollfd& wait : waits) wait.revents = 0;  // a signal: nothing is known
    const bool stop = waits[0].revents != 0;
    for (std::size_t i = 0; i < busy.size(); ++i) {
      const bool ended = waits[2 * i + 2].revents != 0;
      if (ended && !stop)
        outputs[busy[i]->number()] = busy[i]->end();
      else if (stop || !busy[i]->read() || Clock::now() >= busy[i]->deadline())
        busy[i]->end();
    }
    if (stop) return outputs;
  }
}

std::optional<ToolFolder> LocalTools::folder(const Document& document) {
  std::vector<File> files;
  for (const File& file : document.files())
    if (file.kind == File::Kind::regular) files.push_back({file.path, 0600, file.bytes, file.kind});
  if (!scratch()) return std::nullopt;
  const std::string name = fmt::format("files{}", folders_++);
  const auto path = scratch_->fresh_folder(name);
  if (!path) return std::nullopt;
  ToolFolder folder(*path, [this, name] { scratch_->remove(name); });
  if (!write_document(Document(std::move(files)), *path)) return std::nullopt;
  return folder;
}

}  // namespace whittle
