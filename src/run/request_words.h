/// The names of the values of a request's enumerations: in JSON, and on the command line.
#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "run/request.h"

namespace whittle {

template <typename Value, std::size_t count>
using WordTable = std::array<std::pair<std::string_view, Value>, count>;

inline constexpr WordTable<Unit, 6> unit_words{{{"bytes", Unit::bytes},
                                                {"chars", Unit::chars},
                                                {"tokens", Unit::tokens},
                                                {"lines", Unit::lines},
                                                {"brackets", Unit::brackets},
                                                {"auto", Unit::automatic}}};
inline constexpr WordTable<Goal, 3> goal_words{
    {{"tokens", Goal::tokens}, {"bytes", Goal::bytes}, {"lines", Goal::lines}}};
inline constexpr WordTable<Order, 3> order_words{{{"subsets-first", Order::subsets_first},
                                                  {"complements-first", Order::complements_first},
                                                  {"complements-only", Order::complements_only}}};
inline constexpr WordTable<Direction, 2> direction_words{
    {{"forward", Direction::forward}, {"backward", Direction::backward}}};
inline constexpr WordTable<AfterSuccess, 2> after_success_words{
    {{"continue", AfterSuccess::proceed}, {"restart", AfterSuccess::restart}}};
inline constexpr WordTable<Parallel, 3> parallel_words{
    {{"ahead", Parallel::ahead}, {"merge", Parallel::merge}, {"off", Parallel::off}}};
inline constexpr WordTable<Effort, 3> effort_words{
    {{"quick", Effort::quick}, {"normal", Effort::normal}, {"full", Effort::full}}};
inline constexpr WordTable<Policy, 2> policy_words{
    {{"refusals", Policy::refusals}, {"none", Policy::none}}};
inline constexpr WordTable<SameBug, 4> same_bug_words{{{"frames", SameBug::frames},
                                                       {"message", SameBug::message},
                                                       {"kind", SameBug::kind},
                                                       {"any", SameBug::any}}};
inline constexpr WordTable<KeepRecord, 3> record_words{{{"never", KeepRecord::never},
                                                        {"if-small", KeepRecord::if_small},
                                                        {"always", KeepRecord::always}}};
inline constexpr WordTable<Flaky, 4> flaky_words{
    {{"stop", Flaky::stop}, {"half", Flaky::half}, {"rate", Flaky::rate}, {"raise", Flaky::raise}}};

}  // namespace whittle
