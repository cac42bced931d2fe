#include <algorithm>
#include <memory>
#include <vector>

namespace shapes {

template <typename T, int N = 2>
class Point final {
 public:
  Point() = default;
  explicit Point(T x, T y = T()) : x_(x), y_(y) {}
  virtual ~Point() {}
  T operator+(const Point& other) const noexcept { return x_ + other.x_; }

 private:
  T x_{}, y_ = 0;
  static constexpr int size = N;
};

enum class Side : unsigned char { left, right };

struct Shape {
  virtual double area() const = 0;
};

struct Square : public Shape, private Point<int> {
  double side;
  double area() const override { return side * side; }
};

}  // namespace shapes

using shapes::Shape;

template <typename... Parts>
auto total(Parts&&... parts) -> decltype(auto) {
  return (parts + ... + 0);
}

int main() {
  std::vector<std::unique_ptr<Shape>> all;
  auto square = std::make_unique<shapes::Square>();
  square->side = 1.5;
  all.push_back(std::move(square));
  double sum = 0;
  for (const auto& shape : all) sum += shape->area();
  try {
    std::sort(all.begin(), all.end(), [&sum](const auto& a, const auto& b) { return a->area() < b->area(); });
  } catch (const std::exception& error) {
    throw;
  } catch (...) {
    return 1;
  }
  if (int n = static_cast<int>(all.size()); n > 3 && !(n % 2)) return n ? -n : 0;
  delete new int[3];
  return total(1, 2, 3) != 6;
}
