// A base that is treated as a derived class that it is not.
extern "C" int puts(const char*);
struct Base {
  virtual ~Base() {}
  int x = 1;
};
struct Left : Base {
  int y = 2;
};
struct Right : Base {
  int y = 3;
};
int main() {
#ifdef BAD
  Base* volatile base = new Right;
#else
  Base* volatile base = new Left;
#endif
  Left* left = static_cast<Left*>(base);
  puts(left->y > 0 ? "yes" : "no");
  delete base;
}
