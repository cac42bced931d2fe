#include "process/program.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "document/disk.h"

namespace whittle {
namespace {

/// The program after `#!` in the first line of a script; empty if there is no such line.
std::string interpreter_of(const std::string& program) {
  const Result<UniqueFd> file = open_file(program);
  std::string line(4096, '\0');
  const ssize_t size = file ? ::read(file->get(), line.data(), line.size()) : 0;
  line.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  line.resize(std::min(line.find('\n'), line.size()));
  if (!line.starts_with("#!")) return "";
  const std::size_t begin = line.find_first_not_of(" \t", 2);
  if (begin == std::string::npos) return "";
  return line.substr(begin, line.find_first_of(" \t", begin) - begin);
}

bool is_file(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

/// The absolute form of `path`, if it can be run.
Result<std::string> checked(const std::string& path, const std::string& name) {
  const auto cannot = [&](int problem) { return std::unexpected(cannot_run(path, name, problem)); };
  if (::access(path.c_str(), F_OK)) return cannot(errno);
  if (!is_file(path) || ::access(path.c_str(), X_OK)) return cannot(EACCES);
  if (const std::string interpreter = interpreter_of(path);
      !interpreter.empty() && ::access(interpreter.c_str(), F_OK))
    return cannot(ENOENT);
  std::error_code ignored;
  return std::filesystem::absolute(path, ignored).lexically_normal().string();
}

}  // namespace

Error cannot_run(const std::string& path, const std::string& name, int problem) {
  const auto error = [](std::string message, std::string way_out = {}) {
    return Error{ErrorKind::test, std::move(message), std::move(way_out)};
  };
  const bool exists = ::access(path.c_str(), F_OK) == 0;
  if (!exists) return error(fmt::format("{} does not exist", name));
  if (std::error_code ignored; !is_file(path))
    return error(fmt::format(
        "{} is {}, not a program", name,
        std::filesystem::is_directory(path, ignored) ? "a folder" : "a pipe or a device"));
  if (::access(path.c_str(), X_OK))
    return error(fmt::format("{0} is not executable; try: chmod +x {0}", name));
  const std::string interpreter = interpreter_of(path);
  if (problem == ENOENT && interpreter.ends_with('\r'))
    return error(fmt::format(
        "{0} has Windows line ends, so its interpreter is not found; try: sed -i 's/\\r$//' {0}",
        name));
  if (problem == ENOENT && !interpreter.empty())
    return error(
        fmt::format("{} cannot be run: its interpreter {} does not exist", name, interpreter),
        "install it, or change the first line of the script");
  if (problem == ENOEXEC)
    return error(fmt::format("{} cannot be run: it is neither a program nor a script that starts "
                             "with a line like #!/bin/sh",
                             name),
                 fmt::format("if it is a script for sh: sed -i '1i #!/bin/sh' {}", name));
  return error(fmt::format("{} cannot be run: {}", name, std::strerror(problem)));
}

Result<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return checked(name, name);
  const char* const path = std::getenv("PATH");
  std::string folders = path ? path : "/usr/local/bin:/usr/bin:/bin";
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string folder = folders.substr(begin, end - begin);
    const std::string file = (folder.empty() ? "." : folder) + "/" + name;
    if (::access(file.c_str(), X_OK) == 0 && is_file(file)) return checked(file, name);
    begin = end + 1;
  }
  const bool is_here = ::access(name.c_str(), X_OK) == 0 && is_file(name);
  return fail(ErrorKind::test, fmt::format("{} is not a program on PATH", name),
              is_here ? fmt::format("to use the one in this folder, write ./{}", name) : "");
}

Result<std::string> find_test(const std::string& name) {
  if (name.find('/') != std::string::npos || ::access(name.c_str(), F_OK) == 0)
    return checked(name, name);
  const auto found = find_program(name);
  return found ? found : fail(ErrorKind::test, fmt::format("{} does not exist", name));
}

}  // namespace whittle
