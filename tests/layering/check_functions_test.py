#!/usr/bin/env python3
"""The check of function lengths finds functions, and nothing else."""

import unittest

import check_functions

SOURCE = """namespace whittle {
struct Table {
  int size() const { return 1; }
  std::vector<int> rows{1, 2};
};
constexpr int table[] = {
    f(1),
};

template <typename Value>
Result<void> Feed::tell(RunLog& log,
                        Value value) {
  if (value == '{') return "}";  // }
  const auto each = [&] {
    return 1;
  };
  return {};
}
}  // namespace whittle
"""


class CheckFunctions(unittest.TestCase):
    def test_a_function_is_counted_from_its_first_line_with_its_lambdas(self):
        self.assertEqual(list(check_functions.functions(SOURCE)), [("size", 3, 1), ("Feed::tell", 10, 9)])

    def test_a_table_is_no_function(self):
        self.assertEqual(list(check_functions.functions("int rows[] = {\n    f(1),\n};\n")), [])


if __name__ == "__main__":
    unittest.main()
