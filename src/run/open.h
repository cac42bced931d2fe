/// The second step of a run: creates or reopens the run folder, keeps a copy of the original, and
/// recalls the outcomes of earlier calls of the run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "oracle/hosts.h"
#include "run/notices.h"
#include "run/prepare.h"
#include "schedule/memo.h"
#include "store/run_folder.h"

namespace whittle {

/// The start of a search.
enum class Beginning : std::uint8_t {
  anew,
  resumed,  ///< an earlier call of the run was stopped or killed
  again,    ///< outcomes were revoked, so the search of this call is repeated without them
};

/// A run that has a folder. From here on there is a best so far, and a journal to continue from.
struct Opened {
  Ready ready;
  RunFolder folder;
  std::vector<std::string> copies;  ///< of the original, made by this run
  Memo memo;                        ///< all outcomes that are known
  std::size_t known = 0;            ///< outcomes in the record when the search began
  Beginning beginning = Beginning::anew;
  std::unique_ptr<OracleElsewhere> elsewhere;  ///< null: all tests run on this host
  std::vector<std::string> compilers = {};     ///< that the test starts, if the report names them
  int publishing_parts = 20;                   ///< as in `Journal`

  /// The oracle that answers the search.
  Oracle& oracle() { return elsewhere ? static_cast<Oracle&>(*elsewhere) : *ready.oracle; }
};

/// `notices` must outlive the returned value.
Result<Opened> open(Ready ready, Notices& notices);

/// Outcomes of these candidates have turned out to be wrong: the search must begin again.
struct Revoked {
  enum class How : std::uint8_t {
    untested,  ///< as if they had not been tested: a test that was given no time says nothing
    refused,   ///< they fail too seldom, so they are uninteresting
  };
  std::vector<Hash> candidates;
  How how = How::untested;
};

/// Forgets these outcomes. The next search begins again, like that of a run that is resumed:
/// outcomes that are still known are not tested again.
Result<void> forget(Opened& opened, const Revoked& revoked);

/// Makes the files hold `document`. The journal knows it first, so that a run that is resumed does
/// not take it for a change by the user.
Result<void> save(Opened& opened, const Document& document, Durability durability);

/// `error`, with the file that holds the best so far and whose run can be continued.
Error with_way_on(Error error, const Request& request);

}  // namespace whittle
