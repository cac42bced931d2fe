int sum(const int *values, int count) {
  int total;
  for (int i = 0; i < count; ++i)
    if (i == 0)
      total = values[i];
    else
      total += values[i];
  return total;
}
