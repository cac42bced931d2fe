/// The running examples of the papers, as predicates. Numbers and letters are those of the papers.
#pragma once

#include "support/reductions.h"

namespace whittle {

inline bool has(const Subset& kept, int number) {
  return kept.contains(static_cast<std::size_t>(number - 1));
}
inline bool has(const Subset& kept, char letter) {
  return kept.contains(static_cast<std::size_t>(letter - 'a'));
}

/// "Probabilistic delta debugging", Listing 1: a program that must still call `type`.
///
///     1 import tensorflow as tf
///     2 x = tf.constant(3.0)
///     3 b = 1.0
///     4 with tf.GradientTape() as tape:
///     5     tape.watch(x)
///     6     y = x**2
///     7 b = tape.gradient(y, x)
///     8 print(type(b))
///
/// Python itself would accept lines 1 2 4 6 7 8, since a gradient of what is not watched is None;
/// the paper's Figure 1 has that fail (one of tests 22 to 28), so line 7 is taken to need line 5.
inline bool calls_type(const Subset& kept) {
  const auto line = [&](int number) { return has(kept, number); };
  const bool block = line(5) || line(6);
  if (line(2) && !line(1)) return false;
  if (line(4) && !(line(1) && block)) return false;
  if (block && !(line(2) && line(4))) return false;
  if (line(7) && !(line(2) && line(4) && line(5) && line(6))) return false;
  return line(8) && (line(3) || line(7));
}

/// "Toward a better understanding of probabilistic delta debugging", Fig. 1: must still crash.
///
///     1 import math, sys
///     2 input = sys.argv[1]
///     3 a = int(input)
///     4 b = math.e
///     5 c = 3
///     6 d = pow(b, a)
///     7 c = math.log(d, b)
///     8 crash(c)
inline bool crashes(const Subset& kept) {
  const auto line = [&](int number) { return has(kept, number); };
  if (line(2) && !line(1)) return false;
  if (line(3) && !line(2)) return false;
  if (line(4) && !line(1)) return false;
  if (line(6) && !(line(3) && line(4))) return false;
  if (line(7) && !(line(1) && line(4) && line(6))) return false;
  return line(8) && (line(5) || line(7));
}

/// "WDD: Weighted delta debugging", Fig. 1(a): a program that makes GCC crash.
inline Predicate crashes_gcc() {
  return needs({1, 3, 6, 7, 8});
}
inline Elements gcc_program() {
  return Elements(std::vector<Weight>{5, 8, 7, 7, 8, 16, 25, 6});
}

}  // namespace whittle
