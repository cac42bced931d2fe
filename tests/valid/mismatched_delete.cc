// An array that is deleted like a single object.
extern "C" int puts(const char*);
int main() {
  int* p = new int[4];
#ifdef BAD
  delete p;
#else
  delete[] p;
#endif
  puts("done");
}
