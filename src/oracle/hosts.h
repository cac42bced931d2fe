/// Slots on other hosts. `remote/` has them; the rest of whittle knows no more than this.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/hash.h"
#include "oracle/local_oracle.h"

namespace whittle {

class OracleElsewhere : public Oracle {
 public:
  /// The candidates that a host has answered which was found to answer at random. Their outcomes
  /// may be wrong, and `wait` fails with `ErrorKind::unreliable` until they were taken.
  virtual std::vector<Hash> take_revoked() = 0;
  /// How many outcomes came from other runs; see `--share-outcomes`.
  virtual std::size_t from_other_runs() const = 0;
  /// The result did not pass its last test: what came from other runs is revoked, and nothing is
  /// taken from them any more.
  virtual void doubt_other_runs() = 0;
};

class Hosts {
 public:
  struct Test {
    TestSpec spec;
    Document original;
    /// How this host tests what no other one can.
    LocalOracle::Options local;
    std::string run_folder;  ///< a run that is resumed has the same one
    std::function<void(std::string message, std::string way_out)> warn;
  };
  virtual ~Hosts() = default;
  /// How many slots there are now, whether they can run the test or not.
  virtual std::size_t slots() = 0;
  virtual Result<std::unique_ptr<OracleElsewhere>> open(Test test) = 0;
};

}  // namespace whittle
