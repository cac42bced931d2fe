/// Which children of this process belong to whom.
///
/// This process adopts the orphans of the programs it starts (PR_SET_CHILD_SUBREAPER), so that it
/// can find the processes that they left running. Its children then include the processes of all
/// oracles and tools that live in it, and those that the embedding program has started itself. No
/// list can tell them apart: an orphan may be adopted, and even die, before anyone looks.
///
/// So each process carries a mark that its descendants inherit: its RLIMIT_LOCKS is a number that
/// no other owner uses. Linux has ignored that limit since 2.4.25. Unlike a session or a variable
/// of the environment, a program does not lose the mark by accident, and the mark of a zombie can
/// still be read. A program that changes the limit on purpose (`ulimit -x`), or a system on which
/// the hard limit is lower than our numbers, leaves only process groups and control groups.
#pragma once

#include <cstdint>
#include <mutex>
#include <sys/types.h>
#include <vector>

namespace whittle {

using Mark = std::uint64_t;

/// A mark that nobody has: no other owner in this process, and not this process itself.
Mark new_mark();
/// Marks the calling process. Only makes system calls.
void set_mark(Mark mark);
/// Whether the process has this mark; also of one that has ended, until it is reaped.
bool has_mark(pid_t pid, Mark mark);

/// This process adopts orphans as long as one of these lives, in any thread.
class AdoptsOrphans {
 public:
  AdoptsOrphans();
  ~AdoptsOrphans();
  AdoptsOrphans(const AdoptsOrphans&) = delete;
  AdoptsOrphans& operator=(const AdoptsOrphans&) = delete;
};

/// Children of this process, adopted ones too. Requires: `reaping` is held.
std::vector<pid_t> children();

/// Held while a child is reaped or the list of children is read: the kernel's list can skip an
/// entry if an earlier one is removed meanwhile.
std::mutex& reaping();

}  // namespace whittle
