/// A record that is written by hand.
#pragma once

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <string_view>

#include "store/best_history.h"
#include "store/recording.h"
#include "store/temporary_folder.h"

namespace whittle {

struct HandWrittenRecord {
  void write(std::string_view lines) {
    std::ofstream(Recording::events_path(path), std::ios::app) << lines;
  }
  void begin(const Document& original) {
    bests.emplace(*BestHistoryWriter::open(Recording::bests_path(path), original));
    write("{\"event\":\"start\",\"files\":[\"a\"],\"tokens\":3,\"bytes\":12,\"jobs\":1}\n");
  }
  void add(std::size_t number, const std::string& text) {
    write(
        fmt::format("{{\"event\":\"best\",\"at\":{0},\"number\":{0},\"stage\":\"lines/"
                    "x\",\"tokens\":2,\"bytes\":{1},\"lines\":1}}\n",
                    number, text.size()));
    ASSERT_TRUE(bests->add(number, Document::single("a", text)));
    ASSERT_TRUE(bests->flush());
  }

  TemporaryFolder folder;
  std::string path = folder / "";
  std::optional<BestHistoryWriter> bests;
};

}  // namespace whittle
