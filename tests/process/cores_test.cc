#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <string>
#include <unistd.h>

#include "process/cores_linux.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

/// A proc and a sys of our own.
class Cores : public testing::Test {
 protected:
  Cores()
      : root_(fs::temp_directory_path() /
              ("whittle-cores-" + std::to_string(getpid()) + "-" +
               testing::UnitTest::GetInstance()->current_test_info()->name())) {}
  ~Cores() override {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  void write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text << '\n';
  }
  std::size_t cores() const { return available_cores(root_); }
  static std::size_t by_affinity() {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof(set), &set);
    return static_cast<std::size_t>(CPU_COUNT(&set));
  }

  const fs::path root_;
};

TEST_F(Cores, AreThoseOfTheAffinityWithoutAGroup) {
  EXPECT_EQ(cores(), by_affinity());
}

TEST_F(Cores, FollowTheAffinity) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(cores(), 1u);
  ASSERT_EQ(sched_setaffinity(0, sizeof(before), &before), 0);
}

TEST_F(Cores, AreWhatAVersion2GroupGrants) {
  write("proc/self/cgroup", "0::/user/job");
  write("sys/fs/cgroup/user/job/cpu.max", "50000 100000");
  EXPECT_EQ(cores(), 1u) << "half a core is one";
  write("sys/fs/cgroup/user/job/cpu.max", "max 100000");
  EXPECT_EQ(cores(), by_affinity());
}

TEST_F(Cores, AreWhatTheTightestGroupAroundGrants) {
  write("proc/self/cgroup", "0::/user/job");
  write("sys/fs/cgroup/user/cpu.max", "100000 100000");
  write("sys/fs/cgroup/user/job/cpu.max", "max 100000");
  EXPECT_EQ(cores(), 1u);
}

TEST_F(Cores, AreFoundInAContainerThatShowsTheHostsNames) {
  write("proc/self/cgroup", "0::/docker/0123456789ab");
  write("sys/fs/cgroup/cpu.max", "100000 100000");
  EXPECT_EQ(cores(), 1u);
}

TEST_F(Cores, AreWhatAVersion1GroupGrants) {
  write("proc/self/cgroup", "7:memory:/job\n4:cpu,cpuacct:/job");
  write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "100000");
  write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000");
  EXPECT_EQ(cores(), 1u);
  write("sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "-1");
  EXPECT_EQ(cores(), by_affinity());
}

TEST_F(Cores, AreNeverMoreThanTheAffinityAllows) {
  write("proc/self/cgroup", "0::/");
  write("sys/fs/cgroup/cpu.max", "99900000 100000");
  EXPECT_EQ(cores(), by_affinity());
}

TEST_F(Cores, AreNotSpoiltByNonsense) {
  write("proc/self/cgroup", "nonsense\n0::/job");
  write("sys/fs/cgroup/job/cpu.max", "many");
  EXPECT_EQ(cores(), by_affinity());
}

}  // namespace
}  // namespace whittle
