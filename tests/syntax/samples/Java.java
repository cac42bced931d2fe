package shop.orders;

import java.util.*;
import java.util.function.Function;

/** Orders and what they cost. */
public class Java<T extends Comparable<T>> implements Iterable<T> {
  private final List<T> items = new ArrayList<>();
  protected static int made = 0, limit = 10;

  enum State { OPEN, PAID(2), SENT; State(int... codes) {} }

  interface Priced { double price() throws Exception; }

  record Line(String name, int count) {}

  @SafeVarargs
  public Java(T... start) {
    for (T item : start) items.add(item);
    made++;
  }

  @Override
  public Iterator<T> iterator() { return items.iterator(); }

  int total(Map<String, Integer> prices, String... names) {
    int sum = 0;
    for (int i = 0, n = names.length; i < n; i++) {
      Integer price = prices.get(names[i]);
      if (price == null) continue;
      else sum += price > limit ? limit : price;
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    Function<Integer, Integer> twice = x -> x * 2;
    int[][] grid = {{1, 2}, {3}};
    switch (args.length) {
      case 0: System.out.println("none"); break;
      default: System.out.println(twice.apply(grid[0][1]));
    }
    try (Scanner in = new Scanner(System.in)) {
      while (in.hasNext()) in.next();
    } catch (IllegalStateException | NullPointerException e) {
      throw new RuntimeException(e);
    } finally {
      made--;
    }
    synchronized (args) { do { made += 1; } while (made < 3); }
    assert made > 0 : "never";
  }
}
