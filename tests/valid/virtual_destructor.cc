// A derived object that is deleted through a base without a virtual destructor.
extern "C" int puts(const char*);
struct Base {
#ifndef BAD
  virtual
#endif
      ~Base() {
    puts("base");
  }
  virtual void f() {}
};
struct Derived : Base {
  ~Derived() { puts("derived"); }
};
int main() {
  Base* base = new Derived;
  delete base;
}
