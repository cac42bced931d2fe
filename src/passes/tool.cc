#include "passes/tool.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "base/unique_fd.h"

extern char** environ;

namespace whittle {
namespace {

using Clock = std::chrono::steady_clock;

int stop_fd = -1;
std::size_t at_once = 1;
std::filesystem::path folders;

/// One program at work. Killed, with all it started, when it goes out of sight.
class Running {
 public:
  Running(std::size_t number, const Command& command, const ToolLimits& limits)
      : number_(number), most_(limits.output), deadline_(Clock::now() + limits.time) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC)) return;
    pipe_ = UniqueFd(ends[0]);
    const UniqueFd writing(ends[1]);
    ::fcntl(pipe_.get(), F_SETFL, O_NONBLOCK);

    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files, writing.get(), 1);
    ::posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);  // ours blocks Ctrl-C
    std::vector<char*> arguments;
    for (const std::string& argument : command)
      arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    if (::posix_spawn(&pid_, arguments[0], &files, &attributes, arguments.data(), environ))
      pid_ = 0;
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    if (!pid_) return;
    pidfd_ = UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
    // clang_delta crashes now and then; nobody wants its core files.
    const rlimit no_core{0, 0};
    ::prlimit(pid_, RLIMIT_CORE, &no_core, nullptr);
  }
  Running(Running&& other) noexcept
      : number_(other.number_),
        most_(other.most_),
        deadline_(other.deadline_),
        pipe_(std::move(other.pipe_)),
        pidfd_(std::move(other.pidfd_)),
        pid_(std::exchange(other.pid_, 0)),
        output_(std::move(other.output_)) {}
  Running& operator=(Running&&) = delete;
  ~Running() {
    if (!pid_) return;
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

  std::size_t number() const { return number_; }
  bool started() const { return pid_ && pidfd_; }
  Clock::time_point deadline() const { return deadline_; }
  std::array<pollfd, 2> waits_for() const {
    return {pollfd{pipe_.get(), POLLIN, 0}, pollfd{pidfd_.get(), POLLIN, 0}};
  }

  /// Takes in what was written so far. False once that is too much.
  bool read() {
    std::array<char, 65536> part;
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
  /// What it wrote, if it ended well. Requires: it has ended.
  std::optional<std::string> end() {
    const bool all = read();
    ::kill(-pid_, SIGKILL);  // before the wait frees the number
    int status = 0;
    ::waitpid(std::exchange(pid_, 0), &status, 0);
    if (!all || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return std::nullopt;
    return std::move(output_);
  }

 private:
  std::size_t number_;
  std::size_t most_;
  Clock::time_point deadline_;
  UniqueFd pipe_;
  UniqueFd pidfd_;
  pid_t pid_ = 0;
  std::string output_;
};

}  // namespace

std::size_t tools_at_once() {
  return at_once;
}

void set_tools_at_once(std::size_t most) {
  at_once = std::max<std::size_t>(most, 1);
}

void stop_tools_when_readable(int fd) {
  stop_fd = fd;
}

bool tools_are_stopped() {
  pollfd stop{stop_fd, POLLIN, 0};
  return stop_fd >= 0 && ::poll(&stop, 1, 0) > 0;
}

std::vector<std::optional<std::string>> run_tools(const std::vector<Command>& commands,
                                                  const ToolLimits& limits) {
  std::vector<std::optional<std::string>> outputs(commands.size());
  std::vector<Running> running;
  for (std::size_t next = 0; next < commands.size() || !running.empty();) {
    while (next < commands.size() && running.size() < at_once) {
      Running run(next, commands[next], limits);
      if (run.started()) running.push_back(std::move(run));
      ++next;
    }
    if (running.empty()) continue;

    std::vector<pollfd> waits{{stop_fd, POLLIN, 0}};
    Clock::time_point first = running.front().deadline();
    for (const Running& run : running) {
      for (const pollfd& wait : run.waits_for()) waits.push_back(wait);
      first = std::min(first, run.deadline());
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(first - Clock::now());
    ::poll(waits.data(), waits.size(), std::max(0, static_cast<int>(left.count())));
    if (waits[0].revents) return outputs;

    std::vector<Running> still;
    for (std::size_t i = 0; i < running.size(); ++i) {
      Running& run = running[i];
      if (waits[2 * i + 2].revents)
        outputs[run.number()] = run.end();
      else if (run.read() && Clock::now() < run.deadline())
        still.push_back(std::move(run));
    }
    running.swap(still);
  }
  return outputs;
}

std::string find_program(std::string_view name) {
  const auto runs = [](const std::string& path) {
    return std::filesystem::is_regular_file(path) && ::access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != name.npos) return runs(std::string(name)) ? std::string(name) : "";
  const char* const variable = std::getenv("PATH");
  std::string_view folders = variable ? variable : "";
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    const std::string path = std::string(folder) + "/" + std::string(name);
    if (!folder.empty() && runs(path)) return path;
    folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
  }
  return "";
}

void put_tool_folders_in(const std::string& parent) {
  folders = parent;
}

ToolFolder::ToolFolder(const Document& document) {
  std::error_code problem;
  const std::filesystem::path parent =
      folders.empty() ? std::filesystem::temp_directory_path(problem) : folders;
  std::string name = parent / "whittle-tool-XXXXXX";
  if (problem || !::mkdtemp(name.data())) return;
  path_ = name;
  for (const File& file : document.files()) {
    if (file.kind != File::Kind::regular) continue;
    std::filesystem::create_directories(path_of(file).parent_path(), problem);
    std::ofstream out(path_of(file), std::ios::binary);
    out.write(file.bytes->data(), static_cast<std::streamsize>(file.bytes->size()));
    if (out.flush()) continue;
    std::filesystem::remove_all(std::exchange(path_, {}), problem);
    return;
  }
}

ToolFolder::~ToolFolder() {
  std::error_code problem;
  if (!path_.empty()) std::filesystem::remove_all(path_, problem);
}

}  // namespace whittle
