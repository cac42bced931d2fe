/// Holds a value of any type that offers an interface, and copies it with its holder.
///
/// `AnyReduction`, `AnySearch` and `AnyStrategy` are made of it. Each has an interface of virtual
/// calls, and a template that implements the interface for a type:
///
///     struct Interface {
///       virtual ~Interface() = default;
///       virtual double area() const = 0;
///     };
///     template <typename T>
///     struct Model final : Interface {
///       explicit Model(T shape) : value(std::move(shape)) {}
///       double area() const override { return value.area(); }
///       T value;
///     };
///     AnyValue<Interface> shape{Model<Circle>(circle)};
///     AnyValue<Interface> copy = shape;   // has a circle of its own
///     use(copy->area());
#pragma once

#include <concepts>
#include <memory>
#include <utility>

namespace whittle {

template <typename Interface>
class AnyValue {
 public:
  template <std::derived_from<Interface> Model>
  explicit AnyValue(Model model)
      : held_(std::make_unique<Model>(std::move(model))),
        copy_([](const Interface& held) -> std::unique_ptr<Interface> {
          return std::make_unique<Model>(static_cast<const Model&>(held));
        }) {}
  AnyValue(const AnyValue& other) : held_(other.copy_(*other.held_)), copy_(other.copy_) {}
  AnyValue& operator=(const AnyValue& other) { return *this = AnyValue(other); }
  /// A value that was moved from can only be assigned to or destroyed.
  AnyValue(AnyValue&&) noexcept = default;
  AnyValue& operator=(AnyValue&&) noexcept = default;
  ~AnyValue() = default;

  const Interface* operator->() const { return held_.get(); }
  Interface* operator->() { return held_.get(); }

 private:
  std::unique_ptr<Interface> held_;
  std::unique_ptr<Interface> (*copy_)(const Interface& held);  // knows the type of the held value
};

}  // namespace whittle
