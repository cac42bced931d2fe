#include <cerrno>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/unique_fd.h"
#include "process/confined_linux.h"
#include "process/scratch.h"

namespace whittle {
namespace {

/// 0, or the error of making or opening that file to write it.
int problem_of_writing(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  return file ? 0 : errno;
}

TEST(Confined, TheKernelRefusesToChangeAnythingOutsideOfTheFolder) {
  Scratch scratch = *Scratch::make("", 1 << 20);
  const std::string inside = *scratch.fresh_folder("inside"),
                    outside = *scratch.fresh_folder("outside");
  ASSERT_EQ(problem_of_writing(outside + "/old"), 0);
  ASSERT_EQ(problem_of_writing(outside + "/foreign"), 0);
  const bool is_foreign = ::chown((outside + "/foreign").c_str(), 65534, 65534) == 0;
  // Version 3 of Landlock, Linux 6.2.
  const bool knows_truncation = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, 1) >= 3;
  const bool confined = confined_to(inside, [&] {
    EXPECT_EQ(problem_of_writing(inside + "/new"), 0);
    EXPECT_EQ(::mkdir((inside + "/folder").c_str(), 0700), 0);
    EXPECT_EQ(problem_of_writing(inside + "/folder/new"), 0);
    EXPECT_EQ(problem_of_writing(outside + "/new"), EACCES);
    EXPECT_EQ(problem_of_writing(outside + "/old"), EACCES);
    EXPECT_EQ(problem_of_writing(inside + "/../outside/new"), EACCES);
    EXPECT_EQ(::symlink(outside.c_str(), (inside + "/link").c_str()), 0);
    EXPECT_EQ(problem_of_writing(inside + "/link/new"), EACCES);
    EXPECT_NE(::mkdir((outside + "/folder").c_str(), 0700), 0);
    EXPECT_NE(::unlink((outside + "/old").c_str()), 0);
    EXPECT_NE(::link((outside + "/old").c_str(), (inside + "/taken").c_str()), 0);
    EXPECT_EQ(::truncate((inside + "/new").c_str(), 0), 0);
    EXPECT_TRUE(!knows_truncation || ::truncate((outside + "/old").c_str(), 1) != 0);
    EXPECT_NE(::chown((outside + "/old").c_str(), 65534, 65534), 0);
    EXPECT_TRUE(!is_foreign || ::chmod((outside + "/foreign").c_str(), 04777) != 0);
  });
  if (!confined) GTEST_SKIP() << "this kernel has no Landlock";
  EXPECT_EQ(problem_of_writing(outside + "/new"), 0) << "only that thread was confined";
}

}  // namespace
}  // namespace whittle
