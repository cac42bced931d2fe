// A list becomes a document whose bytes are the numbers of its items. So the scheduler, the memo
// and every algorithm work on it unchanged: the bytes of a candidate say which items it keeps.
#include "run/reduce_list.h"

#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "document/edit.h"
#include "oracle/function_oracle.h"
#include "run/stop.h"
#include "schedule/scheduler.h"

namespace whittle {
namespace {

using Number = std::uint64_t;  // eight bytes an item

std::shared_ptr<const EditList> removals(std::size_t count, const std::vector<Weight>& weights) {
  Bytes bytes(count * sizeof(Number), '\0');
  std::vector<Edit> edits;
  edits.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Number number = i;
    const std::size_t at = i * sizeof(Number);
    std::memcpy(bytes.data() + at, &number, sizeof(number));
    edits.push_back({{{0, at, at + sizeof(Number), "", false}}, weights.empty() ? 1 : weights[i]});
  }
  return std::make_shared<const EditList>(Document::single("list", std::move(bytes)),
                                          std::move(edits), Joining::exact);
}

std::vector<std::size_t> items_of(const Document& candidate) {
  const Bytes& bytes = candidate.bytes(0);
  std::vector<std::size_t> items(bytes.size() / sizeof(Number));
  for (std::size_t i = 0; i < items.size(); ++i) {
    Number number = 0;
    std::memcpy(&number, bytes.data() + i * sizeof(Number), sizeof(number));
    items[i] = number;
  }
  return items;
}

/// One reduction over one list.
class ListSearch {
 public:
  ListSearch(std::shared_ptr<const EditList> edits, AnyReduction reduction)
      : edits_(std::move(edits)), reduction_(std::move(reduction)) {}

  std::optional<Question> question(std::size_t index) const {
    std::optional<Query> query = reduction_.query_ahead(index);
    if (!query) return std::nullopt;
    return Question{edits_, std::move(query->kept), query->likelihood, "list", query->role};
  }
  void observe(Outcome outcome) { reduction_.observe(outcome); }
  Document best() const { return edits_->render(reduction_.best()); }

 private:
  std::shared_ptr<const EditList> edits_;
  AnyReduction reduction_;
};

}  // namespace

Result<std::vector<std::size_t>> reduce_indices(
    std::size_t count, std::function<bool(const std::vector<std::size_t>& kept)> is_interesting,
    const ListOptions& options) {
  assert(options.weights.empty() || options.weights.size() == count);
  const std::vector<Weight> weights =
      options.weights.empty() ? std::vector<Weight>(count, 1) : options.weights;
  Result<AnyReduction> reduction = make_reduction(options.algorithm, Elements(weights));
  if (!reduction) return std::unexpected(reduction.error());
  const std::shared_ptr<const EditList> edits = removals(count, weights);
  if (!is_interesting(items_of(edits->base())))
    return fail(ErrorKind::not_interesting, "the whole list is not interesting");

  FunctionOracle oracle(
      [&](const Document& candidate, std::stop_token) {
        return is_interesting(items_of(candidate));
      },
      {.slots = options.threads, .interrupt_fd = options.stop ? options.stop->fd() : -1});
  AnySearch search = ListSearch(edits, std::move(*reduction));
  Memo memo;
  memo.remember(edits->base().hash(), Verdict{.outcome = Outcome::interesting});
  Observer nobody;
  const Result<Ending> ending = run(search, oracle, memo, nobody, {.tests = options.max_tests});
  if (!ending) return std::unexpected(ending.error());
  if (options.stop && options.stop->is_stopped()) options.stop->acknowledge();
  return items_of(search.best());
}

}  // namespace whittle
