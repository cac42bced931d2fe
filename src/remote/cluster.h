/// A cluster on this machine, to try it out: a private server and some workers.
///
/// All its files are in one folder (`local_cluster_folder`) that only its owner can read: the data
/// and the key of the server, the logs, and the list of processes. `cluster_down` ends exactly
/// these processes.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace whittle {

/// Starts a server and `workers` workers with one slot each. Returns the address of the server.
Result<std::string> cluster_up(std::size_t workers, bool sandbox);

/// A new key: its public half, and the text of a file for `--credentials`.
struct Credentials {
  std::string nkey, text;
};
Result<Credentials> new_credentials();

/// Ends the processes that `cluster_up` has started, and removes its folder. Returns the number of
/// processes.
Result<std::size_t> cluster_down();

}  // namespace whittle
