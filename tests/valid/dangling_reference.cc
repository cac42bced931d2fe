// A reference to a temporary that no longer exists.
extern "C" int puts(const char*);
struct Number {
  int x;
  const int& value() const { return x; }
};
Number five() {
  return {5};
}
int main() {
#ifdef BAD
  const int& value = five().value();
#else
  const Number number = five();
  const int& value = number.value();
#endif
  const int* volatile p = &value;
  puts(*p != 77 ? "yes" : "no");
}
