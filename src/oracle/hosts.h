/// Slots on other hosts. `remote/` implements this interface; the rest of whittle knows only it.
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
  /// The candidates that an unreliable host has answered. Their outcomes may be wrong. `wait` says
  /// `revoked` until the caller has taken them.
  virtual std::vector<Hash> take_revoked() = 0;
  /// The number of outcomes that came from other runs; see `--share-outcomes`.
  virtual std::size_t from_other_runs() const = 0;
  /// Called if the result did not pass its final test: revokes the outcomes of other runs, and uses
  /// no more of them.
  virtual void doubt_other_runs() = 0;
};

class Hosts {
 public:
  struct Test {
    TestSpec spec;
    Document original;
    /// How this host tests candidates that no worker can test.
    LocalOracle::Options local;
    std::string run_folder;  ///< a run that is resumed has the same one
    std::function<void(std::string message, std::string way_out)> warn;
  };
  virtual ~Hosts() = default;
  /// The number of slots now, whether they can run the test or not.
  virtual std::size_t slots() = 0;
  virtual Result<std::unique_ptr<OracleElsewhere>> open(Test test) = 0;
};

}  // namespace whittle
