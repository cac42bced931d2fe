#include "remote/wire.h"

#include <gtest/gtest.h>

namespace whittle {
namespace {

TEST(Wire, an_answer_comes_back_with_all_that_the_test_showed) {
  Answer answer{.job = 77, .worker = "w", .receipt = "r", .verdict = {}};
  answer.verdict = {.outcome = Outcome::interesting,
                    .exit_status = 139,
                    .timed_out = true,
                    .untested = false,
                    .duration = std::chrono::microseconds(12),
                    .limit = std::chrono::seconds(3),
                    .other_failure = "killed by SIGABRT",
                    .step_times = {std::chrono::microseconds(5), std::chrono::microseconds(7)},
                    .last_step = 1,
                    .output = Bytes("a\0b\xff", 4)};
  const auto back = from_wire<Answer>(to_wire(answer));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->job, 77u);
  EXPECT_EQ(back->verdict.outcome, Outcome::interesting);
  EXPECT_EQ(back->verdict.exit_status, 139);
  EXPECT_TRUE(back->verdict.timed_out);
  EXPECT_EQ(back->verdict.limit, std::chrono::seconds(3));
  EXPECT_EQ(back->verdict.step_times, answer.verdict.step_times);
  EXPECT_EQ(back->verdict.last_step, 1u);
  EXPECT_EQ(back->verdict.output, answer.verdict.output);
}

TEST(Wire, a_message_that_was_cut_or_has_more_to_it_is_none) {
  const Bytes whole = to_wire(Job{.number = 5, .base = digest_of("base"), .difference = "abc"});
  ASSERT_TRUE(from_wire<Job>(whole));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(from_wire<Job>(whole.substr(0, size)));
  EXPECT_FALSE(from_wire<Job>(whole + "x"));
}

TEST(Wire, a_list_that_is_too_long_is_refused_before_it_is_read) {
  Bytes bytes;
  put_number(bytes, longest_list + 1);
  bytes.append(longest_list + 1, '\1');
  bytes.append("\0\0", 2);
  EXPECT_FALSE(from_wire<Cancel>(bytes));
}

TEST(Wire, numbers_that_no_test_can_have_shown_are_not_plausible) {
  EXPECT_TRUE(is_plausible({}));
  EXPECT_FALSE(is_plausible({.duration = std::chrono::microseconds(-1)}));
  EXPECT_FALSE(is_plausible({.duration = std::chrono::microseconds::max()}));
  EXPECT_FALSE(is_plausible({.limit = std::chrono::microseconds::min()}));
  EXPECT_FALSE(is_plausible({.step_times = {std::chrono::hours(24 * 365)}}));
}

TEST(Wire, the_id_of_a_worker_is_one_word) {
  for (const char* id : {"0123456789abcdef", "w"}) EXPECT_TRUE(is_worker_id(id)) << id;
  for (const char* id : {"", "*", ">", "a.b", "a b", "0123456789abcdef0123456789abcdef0"})
    EXPECT_FALSE(is_worker_id(id)) << id;
}

TEST(Wire, the_version_of_a_message_can_be_read_whatever_comes_after_it) {
  WorkerState state;
  state.version = "9.8.7";
  EXPECT_EQ(version_in(to_wire(state) + "of the future"), "9.8.7");
}

}  // namespace
}  // namespace whittle
