#include "remote/one_slot.h"

#include <fmt/format.h>

namespace whittle {
namespace {

/// The error for a host on which the original is not interesting, as the coordinator shows it.
Result<bool> as_expected(const Witness& witness) {
  if (witness.interrupted) return false;
  if (witness.verdict.outcome == Outcome::interesting) return true;
  std::string output = first_lines(witness);
  if (output.starts_with('\n')) output.erase(0, 1);
  return fail(ErrorKind::not_interesting,
              fmt::format("the original is not interesting there: {}", witness.why_not),
              std::move(output));
}

}  // namespace

Result<std::unique_ptr<OneSlot>> OneSlot::make(TestSpec spec, LocalOracle::Options options,
                                               const Document& original, int stop_fd) {
  options.slots = 1;
  options.document_size = original.size();
  options.interrupt_fd = stop_fd;
  auto oracle = LocalOracle::make(std::move(spec), std::move(options));
  if (!oracle) return std::unexpected(oracle.error());
  std::unique_ptr<OneSlot> slot(new OneSlot(std::move(*oracle), original));
  const Result<bool> works = slot->check_original();
  if (!works) return std::unexpected(works.error());
  if (!*works) slot.reset();
  return slot;
}

Result<bool> OneSlot::check_original() {
  const auto witness = oracle_->run_alone(original_);
  if (!witness) return std::unexpected(witness.error());
  return as_expected(*witness);
}

// `wait` returns early if the descriptor of `make` becomes readable. The test must then be
// cancelled, or its processes would go on.
Result<std::optional<Verdict>> OneSlot::test(const Document& candidate) {
  if (Result<void> started = oracle_->start(++ticket_, candidate); !started)
    return std::unexpected(started.error());
  Result<Oracle::Finished> finished = oracle_->wait();
  if (!finished) return std::unexpected(finished.error());
  if (finished->kind == Oracle::Finished::Kind::verdict) return std::move(finished->verdict);
  oracle_->cancel(ticket_);
  return std::nullopt;
}

}  // namespace whittle
