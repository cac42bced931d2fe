#include <vector>
#include "shapes.h"
using std::vector;
namespace shop {
enum Color { red, green = 5, blue };
static const int rate = 19;
using Cents = long;
struct Price { int whole; int part; };
template <typename T>
class Box : public Base, Countable {
 public:
  explicit Box(T content) : content_(content) {}
  [[nodiscard]] virtual T get() const { return content_; }
 private:
  T content_;
};
inline int twice(int n) { return n + n; }
}
int sum(const int *from, int count, int unused) {
  int total = 0, steps = 0;
  int seen[2] = {1, 2};
  for (int i = 0; i < count; ++i) {
    total += from[i] + seen[i];
    ++steps;
  }
  return total;
}
int main() {
  shop::Price p = {3, 50}, *q = &p;
  shop::Box<long> box(4);
  shop::Cents c = shop::twice(p.whole) + shop::rate;
  int a[] = {1, 2};
  if (q->part > 1) {
    return sum(a, 2, shop::green);
  }
  return c + box.get();
}
