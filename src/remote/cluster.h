/// A cluster on this machine, to try it out: a private server and some workers.
///
/// Everything about it is in one folder (`local_cluster_folder`) that only its owner can read: the
/// server's data and key, the logs, and who was started. `cluster_down` ends exactly these.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace whittle {

/// Starts a server and `workers` workers with one slot each; gives the server's address.
Result<std::string> cluster_up(std::size_t workers, bool sandbox);

/// A new key: its public half, and the text of a file for `--credentials`.
struct Credentials {
  std::string nkey, text;
};
Result<Credentials> new_credentials();

/// Ends what `cluster_up` has started, and removes its folder. Gives how many processes it ended.
Result<std::size_t> cluster_down();

}  // namespace whittle
