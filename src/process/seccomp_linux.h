/// The system calls that a program in a sandbox cannot make.
///
/// Namespaces and a read-only file system leave some ways out: a Unix socket of a service can be
/// connected to wherever its file can be seen, keyrings are the user's own, and a new user
/// namespace gives back the privileges that were dropped. The filter is small and written by hand:
/// a list of refused calls, which programs that tests run (compilers, interpreters, debuggers,
/// sanitizers) do not need.
#pragma once

#include <linux/filter.h>

namespace whittle {

/// The filter for `prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ...)`, or as bytes for bubblewrap.
/// Lives for ever.
const sock_fprog& sandbox_filter();

}  // namespace whittle
