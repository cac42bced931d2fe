/// A search: a value that asks about candidates and is told outcomes. The scheduler drives it.
///
/// The same contract as a `Reduction`, one level up: a reduction asks about subsets of numbered
/// elements, a search about documents. A list with one algorithm is a search; so is a whole plan
/// that goes from pass to pass. Because it is a value, the scheduler can test ahead over copies of
/// it, across the end of one list into the next.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/any_value.h"
#include "base/outcome.h"
#include "base/query_role.h"
#include "document/edit.h"
#include "report/event.h"

namespace whittle {

/// A candidate that a search wants tested. It is not rendered yet: many questions asked ahead never
/// are.
struct Question {
  std::shared_ptr<const EditList> edits;
  Subset kept;
  double likelihood = 0.5;
  std::string_view stage;  ///< who asks, for reports: "lines/gallop"; lives as long as the program
  QueryRole role = {};     ///< for reports, as of `Query`
  std::size_t list = 0;    ///< the number of the list it is about, for reports; see `ListStep`

  Document render() const { return edits->render(kept); }
};

/// A list was begun or ended; for reports.
struct ListStep {
  std::size_t number = 0;  ///< counts the lists of a run, from 1
  std::string_view stage;
  std::shared_ptr<const EditList> edits;
  std::optional<Subset> kept;  ///< the edits that were not applied; nothing when the list begins
  bool changed = false;        ///< whether the document was changed, at the end
};

template <typename T>
concept Search = requires(const T& asked, T& told, Outcome outcome, std::size_t index) {
  /// The question that will be asked after `index` more outcomes, whatever they are, if that is
  /// settled. Index 0 is the next question; nothing there means the search is over.
  { asked.question(index) } -> std::same_as<std::optional<Question>>;
  /// Tells the outcome of question 0. Requires: there is one.
  {told.observe(outcome)};
  /// The smallest document known to be interesting.
  { asked.best() } -> std::same_as<Document>;
}
&&std::copyable<T>;

/// A search that numbers its lists also tells when they begin and end.
template <typename T>
concept NumbersLists = requires(T& told) {
  /// The lists that the last `observe` ended and began, in order; at first, those that began with
  /// the search. Asking again gives nothing.
  { told.take_list_steps() } -> std::same_as<std::vector<ListStep>>;
};

/// A search that leaves out edits because it judges them hopeless also says how many.
template <typename T>
concept CountsLeftOut = requires(const T& asked) {
  /// The number of edits of the best document that were not tried for that reason; valid at the
  /// end.
  { asked.left_out() } -> std::same_as<std::size_t>;
};

/// A search that can use the reason of a refusal. Finding it takes time, so only the search itself
/// does that, and no copy that tests ahead.
template <typename T>
concept FindsReasons = requires(T& told) {
  /// Called after `observe`: the reason found for the refusal of the last candidate; nothing if it
  /// was not looked for. If the reason `asks_again`, the next question has changed. Must be called
  /// until it returns nothing: a question that was asked again may be explained before it is
  /// tested.
  { told.find_reason() } -> std::same_as<std::optional<Explained>>;
};

/// A search that can leave out the rest of the list it works on.
template <typename T>
concept SkipsLists = requires(T& told) {
  /// Ends the list with the removals so far, and continues with the next list.
  {told.skip_list()};
};

/// Holds a search of any kind, as a value.
class AnySearch {
 public:
  template <typename T>
  requires(!std::same_as<T, AnySearch> && Search<T>)
      AnySearch(T search)  // NOLINT(google-explicit-constructor): any search is one
      : held_(SearchModel<T>(std::move(search))) {}

  std::optional<Question> question(std::size_t index = 0) const { return held_->question(index); }
  void observe(Outcome outcome) { held_->observe(outcome); }
  Document best() const { return held_->best(); }
  /// Nothing for a search that does not number its lists.
  std::vector<ListStep> take_list_steps() { return held_->take_list_steps(); }
  /// 0 for a search that leaves nothing out.
  std::size_t left_out() const { return held_->left_out(); }
  /// Nothing for a search that does not look for reasons.
  std::optional<Explained> find_reason() { return held_->find_reason(); }
  /// Does nothing if the search cannot skip.
  void skip_list() { held_->skip_list(); }

 private:
  struct SearchInterface {
    virtual ~SearchInterface() = default;
    virtual std::optional<Question> question(std::size_t index) const = 0;
    virtual void observe(Outcome outcome) = 0;
    virtual Document best() const = 0;
    virtual std::vector<ListStep> take_list_steps() = 0;
    virtual std::size_t left_out() const = 0;
    virtual std::optional<Explained> find_reason() = 0;
    virtual void skip_list() = 0;
  };
  template <typename T>
  struct SearchModel final : SearchInterface {
    explicit SearchModel(T search) : value(std::move(search)) {}
    std::optional<Question> question(std::size_t index) const override {
      return value.question(index);
    }
    void observe(Outcome outcome) override { value.observe(outcome); }
    Document best() const override { return value.best(); }
    std::vector<ListStep> take_list_steps() override {
      if constexpr (NumbersLists<T>) return value.take_list_steps();
      return {};
    }
    std::size_t left_out() const override {
      if constexpr (CountsLeftOut<T>) return value.left_out();
      return 0;
    }
    std::optional<Explained> find_reason() override {
      if constexpr (FindsReasons<T>) return value.find_reason();
      return std::nullopt;
    }
    void skip_list() override {
      if constexpr (SkipsLists<T>) value.skip_list();
    }
    T value;
  };
  AnyValue<SearchInterface> held_;
};

}  // namespace whittle
