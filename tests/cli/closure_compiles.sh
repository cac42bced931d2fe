#!/bin/bash
# With libclang, the closure of one function compiles, although the test does not ask for it.
. "$(dirname "$0")/lib.sh"
needs g++
helper=$(dirname "$WHITTLE")/whittle-cxx-graph
[ -x "$helper" ] || fail "whittle-cxx-graph is not beside whittle"
"$helper" --check 2>/dev/null || fail "no libclang; scripts/setup installs one"
cat >pristine.cc <<'END'
namespace shop {
typedef unsigned long size;
template <typename T> struct traits { typedef T value; };
template <> struct traits<char> { typedef int value; };
struct base {
  virtual ~base() {}
  virtual int price() const = 0;
  virtual int second_price() const { return 0; }
};
template <typename T, size n> class list {
 public:
  list() : count_(0) {}
  void add(const T& one) { items_[count_++] = one; }
  const T& operator[](size i) const { return items_[i]; }
  size count() const { return count_; }
  void clear() { count_ = 0; }
 private:
  T items_[n];
  size count_;
};
class item : public base {
 public:
  explicit item(int price = 0) : price_(price) {}
  int price() const override { return price_; }
  void print() const;
 private:
  int price_;
  friend int compare(const item& a, const item& b);
};
int twice(int x);
double twice(double x) { return x + x; }
int twice(int x) { return 2 * x; }
const char* twice(const char* x) { return x; }
int compare(const item& a, const item& b) { return a.price_ - b.price_; }
bool operator<(const item& a, const item& b) { return compare(a, b) < 0; }
template <typename T> const T& larger(const T& a, const T& b) { return a < b ? b : a; }
template <typename T> typename traits<T>::value value_of(T x) { return x; }
enum colour { red, green };
struct tree {
  tree(colour c = red) {}
  tree(const tree&) {}
  int depth() const;
};
struct forest { tree first; };
struct meter { static constexpr int limit(int x); };
constexpr int meter::limit(int x) { return x + 1; }
void unused_paint(colour c) { (void)c; }
void item::print() const { unused_paint(red); }
}
typedef short small;
namespace std_like { template <typename T> int look(const T& x); }
namespace shop {
class sealed {
  short secret_ = 1;
  template <typename T> friend int std_like::look(const T& x);
};
}
namespace std_like {
template <typename T> int look(const T& x) { return x.secret_; }
}
namespace std_like { using ::small; }
namespace hidden { struct first {}; }
namespace mark { using namespace hidden; }
namespace hidden { constexpr short here = 3; }
namespace mark {
char test(...);
typedef short yes;
template <typename T> yes test(T*);
template <typename T> char test(const T&);
template <typename T> bool is_pointer(T x) { return sizeof(test(x)) == sizeof(yes); }
}
namespace other {
using shop::item;
int unused() { return 41; }
int best(int price) {
  shop::list<item, 4> all;
  all.add(item(price));
  all.add(item(shop::twice(21)));
  return shop::larger(all[0], all[1]).price() + shop::value_of('x');
}
short reads(const shop::sealed& s) { return std_like::look(s) + mark::here; }
std_like::small narrow(short x) { return x; }
int grow() { shop::forest f; return f.first.depth(); }
int measure(shop::meter m) { return m.limit(3); }
}
int main() {
  using namespace other;
  return best(1) + unused();
}
END
g++ -fsyntax-only -Wall pristine.cc || fail "the input itself does not compile"

# closure_of PATTERN: what is left if only that text must be there.
closure_of() {
  rm -rf x.cc*
  cp pristine.cc x.cc
  printf '#!/bin/sh\ngrep -qF "%s" x.cc\n' "$1" >test.sh
  chmod +x test.sh
  whittle_exits 0 -q --listen=off --json events --plan closure ./test.sh x.cc
  grep -q '"stage":"closure/clang"' events || fail "the graph is not by clang: $1"
  cp x.cc out
  g++ -fsyntax-only x.cc || fail "does not compile: the closure of $1"
}
closure_of 'shop::value_of('
for word in larger traits operator\< 'using shop::item'; do prints "$word"; done
for word in unused colour main twice; do prints_not "$word"; done
closure_of 'shop::twice(21)'
prints 'int twice(int x)'
prints_not larger
closure_of 'items_[count_++]'
prints "template <typename T, size n> class list"
for word in traits namespace\ other twice; do prints_not "$word"; done
closure_of 'return compare(a, b)'
prints "friend int compare"
prints_not "larger"
closure_of 'unused_paint(red)'
prints "enum colour"
prints_not "list"
# A class is made without naming its constructor, and a constexpr function without a return is none.
closure_of 'f.first.depth()'
prints "tree(colour c = red)"
closure_of 'm.limit(3)'
prints "return x + 1"
# A namespace consists of all its parts, and takes names from elsewhere in any of them.
closure_of 'small narrow(short'
prints "using ::small;"
closure_of 'mark::here'
prints "using namespace hidden;"
prints "friend int std_like::look"
closure_of 'sizeof(test(x))'
prints "test(const T&)"
