/// The user's test as it is sent to workers, with everything that it needs from this machine.
///
/// Scripts and other programs that are not on PATH are sent by content, with the files of `--with`
/// beside them. A program on PATH is sent by name: each worker has its own. With `--around` the
/// folder is sent as well.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "oracle/test_spec.h"
#include "process/surroundings.h"

namespace whittle {

/// The bytes that are sent to workers.
Result<Bytes> ship_test(const TestSpec& spec, const std::vector<std::string>& with,
                        const std::optional<Surroundings>& around);

struct ReceivedTest {
  TestSpec spec;
  std::optional<Surroundings> around;
};
/// Writes the files into the empty `folder`, and nothing outside of it, and makes a test of them
/// that can be run there. `ErrorKind::test` if a program is not installed; another kind if the
/// bytes are no test, or if one of its paths leads out of the folder.
Result<ReceivedTest> receive_test(BytesView shipped, const std::string& folder);

}  // namespace whittle
