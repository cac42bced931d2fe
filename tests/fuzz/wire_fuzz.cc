// Any bytes as a message between a coordinator and workers: they are read or refused. A message
// that was read is written as bytes that are read as the same message. The first byte chooses the
// kind.
#include <cstdint>

#include "fuzz/must.h"

#include "remote/nkey.h"
#include "remote/seal.h"
#include "remote/wire.h"

using namespace whittle;

namespace {

template <typename Message>
void read_message(BytesView bytes) {
  const std::optional<Message> message = from_wire<Message>(bytes);
  if (!message) return;
  const Bytes written = to_wire(*message);
  const std::optional<Message> again = from_wire<Message>(written);
  must(again && to_wire(*again) == written);
}

void read_key(BytesView text) {
  if (const auto key = read_user_nkey(text)) must(read_user_nkey(user_nkey(*key)) == key);
  if (const auto seed = read_user_seed(text)) must(read_user_seed(user_seed(*seed)) == seed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const BytesView bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  version_in(bytes);
  key_in(bytes);
  must(without_seal(bytes).size() <= bytes.size());
  switch (data[0] % 8) {
    case 0:
      read_message<Announcement>(bytes);
      break;
    case 1:
      read_message<Job>(bytes);
      break;
    case 2:
      read_message<Cancel>(bytes);
      break;
    case 3:
      read_message<Began>(bytes);
      break;
    case 4:
      read_message<Answer>(bytes);
      break;
    case 5:
      read_message<JobRefusal>(bytes);
      break;
    case 6:
      read_message<WorkerState>(bytes);
      break;
    default:
      read_key(bytes);
  }
  return 0;
}
