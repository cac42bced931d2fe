#include "report/json_log.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

TEST(JsonLog, AFullDiskIsAnErrorAndNotAnException) {
  const auto log = JsonLog::open("/dev/full");
  ASSERT_TRUE(log);
  EXPECT_EQ((*log)->failure(), nullptr);
  // Lines are written some at a time.
  for (int i = 0; i < 1000 && !(*log)->failure(); ++i) (*log)->told({});
  ASSERT_NE((*log)->failure(), nullptr);
  EXPECT_EQ((*log)->failure()->kind, ErrorKind::disk);
  EXPECT_EQ((*log)->failure()->message, "cannot write /dev/full: No space left on device");
}

TEST(JsonLog, TheStartIsWrittenAtOnce) {
  const auto log = JsonLog::open("/dev/full");
  ASSERT_TRUE(log);
  (*log)->started({});
  EXPECT_NE((*log)->failure(), nullptr);
}

TEST(JsonLog, AFileThatCannotBeMadeIsSaidAtOnce) {
  const auto log = JsonLog::open("/no/such/folder/log.json");
  ASSERT_FALSE(log);
  EXPECT_EQ(log.error().kind, ErrorKind::disk);
}

}  // namespace
}  // namespace whittle
