/// A child of this process that runs no program, only a function of ours.
///
/// For work that must be done even if this process is killed, such as resetting the terminal.
#pragma once

#include <functional>
#include <span>
#include <sys/types.h>

namespace whittle {

/// Forks a child in which no signal is delivered and only the descriptors `kept` are open, as 0, 1,
/// 2 and so on. It ends when `work` returns. Returns its number, or -1. A copy of a process with
/// threads can do little: `work` makes system calls, allocates nothing and takes no lock.
pid_t fork_helper(std::span<const int> kept, const std::function<void()>& work);

}  // namespace whittle
