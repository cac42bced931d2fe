#include "remote/shipped_test.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>

#include "process/scratch.h"

namespace whittle {
namespace {

namespace fs = std::filesystem;

class ShippedTest : public testing::Test {
 protected:
  ShippedTest() {
    const Result<std::string> made = scratch_.fresh_folder("from");
    from_ = *made;
    write(from_ / "test.sh", "#!/bin/sh\n");
    write(from_ / "data/word", "needed");
    spec_ = script_test(from_ / "test.sh");
  }
  static void write(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  /// Where the files are that come out at the other end.
  fs::path received(const Bytes& shipped) {
    const std::string to = *scratch_.fresh_folder("to");
    const Result<ReceivedTest> test = receive_test(shipped, to);
    EXPECT_TRUE(test) << test.error().message;
    return to;
  }

  Scratch scratch_ = *Scratch::make("", 1 << 20);
  fs::path from_;
  TestSpec spec_;
};

TEST_F(ShippedTest, links_that_lead_nowhere_are_left_out_of_a_folder) {
  fs::create_symlink("loop", from_ / "data/loop");
  fs::create_symlink("missing", from_ / "data/dangling");
  fs::create_symlink("word", from_ / "data/link");
  const Result<Bytes> shipped = ship_test(spec_, {from_ / "data"}, {});
  ASSERT_TRUE(shipped) << shipped.error().message;
  const fs::path there = received(*shipped) / "test/data";
  EXPECT_TRUE(fs::is_regular_file(there / "word"));
  EXPECT_TRUE(fs::is_regular_file(there / "link"));
  EXPECT_FALSE(fs::is_symlink(there / "loop"));
  EXPECT_FALSE(fs::is_symlink(there / "dangling"));
}

TEST_F(ShippedTest, links_around_the_candidate_stay_links) {
  fs::create_symlink("loop", from_ / "data/loop");
  const Result<Bytes> shipped =
      ship_test(spec_, {}, Surroundings{.folder = from_ / "data", .place = "", .hidden = {"word"}});
  ASSERT_TRUE(shipped) << shipped.error().message;
  const fs::path there = received(*shipped) / "around";
  EXPECT_EQ(fs::read_symlink(there / "loop"), "loop");
  EXPECT_FALSE(fs::exists(there / "word"));
}

/// A coordinator can send any document in place of the files of a test.
TEST_F(ShippedTest, files_of_a_test_are_written_only_below_its_folder) {
  const fs::path outside = *scratch_.fresh_folder("outside");
  const auto is_received = [&](const std::vector<std::string>& paths, const std::string& place,
                               const std::string& target) {
    spec_.paths = paths;
    write(from_ / "tree/sub/x", "x");
    fs::remove(from_ / "tree/link");
    fs::create_symlink(target, from_ / "tree/link");
    const Result<Bytes> shipped =
        ship_test(spec_, {}, Surroundings{.folder = from_ / "tree", .place = place, .hidden = {}});
    EXPECT_TRUE(shipped) << shipped.error().message;
    const bool is_fine = receive_test(*shipped, *scratch_.fresh_folder("to")).has_value();
    EXPECT_TRUE(fs::is_empty(outside));
    return is_fine;
  };
  EXPECT_TRUE(is_received({"a.c", "sub/b.c"}, "sub", "sub"));
  EXPECT_FALSE(is_received({"../../a.c"}, "sub", "sub"));
  EXPECT_FALSE(is_received({"/etc/passwd"}, "sub", "sub"));
  EXPECT_FALSE(is_received({}, "../outside", "sub"));
  EXPECT_FALSE(is_received({}, "/tmp", "sub"));
  // Folders for the candidate would be made there before the sandbox begins.
  EXPECT_FALSE(is_received({}, "link/sub", outside));
  EXPECT_FALSE(is_received({}, "link", outside));
}

// Found by fuzz_shelf: a pattern that RE2 refuses ended the worker.
TEST_F(ShippedTest, a_test_that_makes_no_sense_is_refused) {
  WantedBug bug{.lines = {"a pattern"}, .frames = {"another frame"}};
  spec_.steps[0].expect.bug.emplace(bug);
  spec_.steps[0].expect.output_has.push_back(*Pattern::compile("some output"));
  const Result<Bytes> shipped = ship_test(spec_, {}, {});
  ASSERT_TRUE(shipped) << shipped.error().message;
  received(*shipped);
  for (const char* pattern : {"a pattern", "another frame", "some output"}) {
    Bytes damaged = *shipped;
    const std::size_t place = damaged.find(pattern);
    ASSERT_NE(place, damaged.npos) << pattern;
    damaged[place] = '(';
    EXPECT_FALSE(receive_test(damaged, *scratch_.fresh_folder("to"))) << pattern;
  }
  TestSpec no_step = spec_;
  no_step.main_step = 1;
  const Result<Bytes> bytes = ship_test(no_step, {}, {});
  ASSERT_TRUE(bytes);
  EXPECT_FALSE(receive_test(*bytes, *scratch_.fresh_folder("to")));
}

TEST_F(ShippedTest, folders_that_vanish_meanwhile_are_no_exception) {
  std::atomic<bool> is_over = false;
  std::thread other([&] {
    while (!is_over) {
      for (const char* name : {"a", "b", "c"}) write(from_ / "data" / name / "deep/file", "x");
      std::error_code ignored;
      for (const char* name : {"a", "b", "c"}) fs::remove_all(from_ / "data" / name, ignored);
    }
  });
  const Surroundings around{.folder = from_ / "data", .place = "", .hidden = {}};
  for (int times = 0; times < 300; ++times) {
    const Result<Bytes> shipped = ship_test(spec_, {from_ / "data"}, around);
    if (!shipped) {
      EXPECT_EQ(shipped.error().kind, ErrorKind::input) << shipped.error().message;
    }
  }
  is_over = true;
  other.join();
}

}  // namespace
}  // namespace whittle
