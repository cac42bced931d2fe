#include "passes/text/records.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#include "base/random.h"

namespace whittle::text {
namespace {

using namespace std::string_literals;

/// Each record without its inner ones: "0+25" begins at 0 and has 25 bytes; one that lies in the
/// record before it, at any depth, is indented.
std::string divided(const std::string& bytes) {
  const std::vector<Record> records = guess_records(bytes);
  std::string text;
  const auto print = [&](const auto& again, std::uint32_t parent,
                         const std::string& indent) -> void {
    for (std::uint32_t i = 0; i < records.size(); ++i)
      if (records[i].parent == parent) {
        text += indent + std::to_string(records[i].range.begin) + "+" +
                std::to_string(records[i].range.size()) + "\n";
        EXPECT_EQ(records[i].is_leaf, std::ranges::count(records, i, &Record::parent) == 0);
        again(again, i, indent + " ");
      }
  };
  print(print, Record::no_parent, "");
  return text;
}

TEST(Records, AreFoundBehindAHeaderAndWithAChecksum) {
  EXPECT_EQ(divided("\x89PNG\r\n\x1a\n"
                    "\0\0\0\x04IHDR1234crc1"
                    "\0\0\0\0tEXtcrc2"
                    "\0\0\0\x09tEXtsome textcrc3"
                    "\0\0\0\0IENDcrc4"s),
            "8+16\n24+12\n36+21\n57+12\n");
}

TEST(Records, AreFoundInsideOfRecords) {
  EXPECT_EQ(divided("RIFF\x26\0\0\0WAVEfmt \x04\0\0\0"
                    "abcdLIST\x0e\0\0\0INFOname\x02\0\0\0hi"s),
            "0+46\n 12+12\n 24+22\n  36+10\n");
}

TEST(Records, MayHaveLengthsAsInAsn1) {
  const std::string name = "\x30\x0c\x06\x03\x55\x04\x03\x0c\x05needl"s;
  const std::string number = "\x02\x81\x80"s + std::string(128, 'n');
  const std::string inner = name + number;
  const std::string outer = "\x30\x82\0"s + static_cast<char>(inner.size()) + inner;
  EXPECT_EQ(divided(outer), "0+149\n 4+14\n  6+5\n  11+7\n 18+131\n");
}

TEST(Records, MayHaveLengthsThatCountAllOfThem) {
  EXPECT_EQ(divided("\0\0\0\x0c"
                    "ftypisom\0\0\0\x08"
                    "free\0\0\0\x0bmdatxyz"s),
            "0+12\n12+8\n20+11\n");
}

TEST(Records, WhatFollowsThemDoesNotHideThem) {
  EXPECT_EQ(divided("a\0\0\0\x03one"
                    "b\0\0\0\x03two"
                    "c\0\0\0\x04junk\xff\xff\xff\xff\xff\xff\xff\xff"s),
            "0+8\n8+8\n16+9\n");
}

TEST(Records, LittleIsMadeOfNoise) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Random random(seed);
    std::string noise(1000, '\0');
    for (char& c : noise) c = static_cast<char>(random.below(256));
    found += guess_records(noise).size();
  }
  EXPECT_LT(found, 8 * 20u);
}

}  // namespace
}  // namespace whittle::text
