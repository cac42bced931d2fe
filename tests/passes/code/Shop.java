package shop;
import java.util.List;
import java.util.ArrayList;
public final class Shop<T> extends Base implements Sized {
  private static final int RATE = 19;
  enum Color { RED, GREEN, BLUE }
  record Price(int whole, int part) {}
  private int first, second;
  @Override
  public int sum(int[] from, int count, String unused) throws Exception {
    int total = 0, steps = 0;
    int[] seen = {1, 2};
    for (int i = 0; i < count; ++i) {
      total += from[i] + seen[i];
      ++steps;
    }
    return total;
  }
  static int twice(int n) { return n + n; }
  static void log(String text) {
    System.out.println(text);
    count();
  }
  void use() throws Exception {
    Price p = new Price(3, 50);
    Shop<String> box = new Shop<>();
    List<Integer> list = new ArrayList<Integer>();
    if (twice(p.whole()) > RATE) {
      log("over");
    }
    box.sum(new int[2], 2, "cm");
  }
}
