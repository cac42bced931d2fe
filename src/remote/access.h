/// The identity of a user on the server. Secrets come from files that only their owner can read,
/// never from the command line, and no message contains them.
#pragma once

#include <string>
#include <string_view>

#include "remote/bus.h"

namespace whittle {

struct AccessOptions {
  /// "nats://HOST[:PORT]" for a server on this machine, "tls://HOST[:PORT]",
  /// "insecure://HOST[:PORT]" for one on another machine without TLS or credentials, or "local".
  std::string url;
  std::string credentials;  ///< a file; empty: none
  std::string ca;           ///< a file; empty: the certificates that the system trusts
};

/// "local" is the server that `whittle cluster up` has started.
///
/// A server can run programs as the worker's user, and sees the tests. So a server on another
/// machine is refused unless the connection is encrypted and we have credentials, or the user
/// accepts the risk with "insecure".
Result<BusAccess> access_of(const AccessOptions& options);

/// "127.0.0.1", "localhost" and the like, by the text alone: a name service could give any answer.
bool is_loopback(std::string_view host);

/// The name by which the server knows us: the user, the public key, or our login name. It is part
/// of subjects, so that the server can give each user rights for the own runs.
std::string name_of(const BusAccess& access);

/// The folder of the local cluster that `whittle cluster up` has started; it may not exist.
std::string local_cluster_folder();
/// The same, if it exists, belongs to us, and nobody else can enter it. It may be in /tmp, where
/// others can make a folder of this name first.
Result<std::string> own_cluster_folder();

}  // namespace whittle
