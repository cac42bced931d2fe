/// Who we are on the server. Secrets come from files that nobody else can read, never from the
/// command line, and no message contains them.
#pragma once

#include <string>

#include "remote/bus.h"

namespace whittle {

struct AccessOptions {
  std::string url;          ///< "nats://HOST[:PORT]", "tls://HOST[:PORT]", or "local"
  std::string credentials;  ///< a file; empty: none
  std::string ca;           ///< a file; empty: what the system trusts
};

/// "local" is the server that `whittle cluster up` has started.
Result<BusAccess> access_of(const AccessOptions& options);

/// What the server knows us by: the user, the public key, or our login name. Part of subjects, so
/// that the server can give each user rights for the own runs.
std::string name_of(const BusAccess& access);

/// The folder of what `whittle cluster up` has started.
std::string local_cluster_folder();

}  // namespace whittle
