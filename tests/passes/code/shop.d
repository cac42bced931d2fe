module shop;
import std.stdio;
import std.math : sqrt;
alias Cents = long;
enum rate = 19;
struct Price { int whole; int part; }
final class Box(T) : Base, Sized {
  private T content;
  override T get(int scale) { return content; }
}
int twice(int n) { return n + n; }
int sum(int[] values, int count, string unused) {
  int total = 0, steps = 0;
  foreach (value; values) {
    total += value;
    ++steps;
  }
  return total;
}
void log(string text) {
  writeln(text);
  flush();
}
void main() {
  Price p = {3, 50};
  Cents c = 4;
  if (twice(p.whole) > rate) {
    log("over");
  }
  sum([1, 2], 2, "cm");
}
