/// What the scheduler drives: a value that asks about candidates and is told outcomes.
///
/// The same contract as a `Reduction`, one level up: a reduction asks about subsets of numbered
/// elements, a search about documents. A list with one algorithm is a search; so is a whole plan
/// that goes from pass to pass. Because it is a value, the scheduler can test ahead over copies of
/// it, across the end of one list into the next.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/outcome.h"
#include "document/edit.h"

namespace whittle {

/// A candidate a search wants tested, not yet rendered: many questions asked ahead never are.
struct Question {
  std::shared_ptr<const EditList> edits;
  Subset kept;
  double likelihood = 0.5;
  std::string_view stage;  ///< who asks, for reports: "lines/gallop"; lives as long as the program
  bool combination = false;  ///< as of `Query`

  Document render() const { return edits->render(kept); }
};

template <typename T>
concept Search = requires(const T& asked, T& told, Outcome outcome, std::size_t index) {
  /// The question that will be asked after `index` more outcomes, whatever they are, if that is
  /// settled. Index 0 is the next question; nothing there means the search is over.
  { asked.question(index) } -> std::same_as<std::optional<Question>>;
  /// Takes in the outcome of question 0. Requires: there is one.
  {told.observe(outcome)};
  /// The smallest document known to be interesting.
  { asked.best() } -> std::same_as<Document>;
}
&&std::copyable<T>;

/// Holds a search of any kind, as a value.
class AnySearch {
 public:
  template <typename T>
  requires(!std::same_as<T, AnySearch> && Search<T>)
      AnySearch(T search)  // NOLINT(google-explicit-constructor): any search is one
      : held_(std::make_unique<Held<T>>(std::move(search))) {}
  AnySearch(const AnySearch& other) : held_(other.held_->clone()) {}
  AnySearch& operator=(const AnySearch& other) {
    if (this != &other) held_ = other.held_->clone();
    return *this;
  }
  AnySearch(AnySearch&&) noexcept = default;
  AnySearch& operator=(AnySearch&&) noexcept = default;
  ~AnySearch() = default;

  std::optional<Question> question(std::size_t index = 0) const { return held_->question(index); }
  void observe(Outcome outcome) { held_->observe(outcome); }
  Document best() const { return held_->best(); }

 private:
  struct Base {
    virtual ~Base() = default;
    virtual std::unique_ptr<Base> clone() const = 0;
    virtual std::optional<Question> question(std::size_t index) const = 0;
    virtual void observe(Outcome outcome) = 0;
    virtual Document best() const = 0;
  };
  template <typename T>
  struct Held final : Base {
    explicit Held(T search) : value(std::move(search)) {}
    std::unique_ptr<Base> clone() const override { return std::make_unique<Held>(value); }
    std::optional<Question> question(std::size_t index) const override {
      return value.question(index);
    }
    void observe(Outcome outcome) override { value.observe(outcome); }
    Document best() const override { return value.best(); }
    T value;
  };
  std::unique_ptr<Base> held_;
};

}  // namespace whittle
