#include <cuda_runtime.h>
typedef float real;
struct price { int whole; int part; };
class Grid {
 public:
  int width;
 private:
  int height;
};
static __device__ int twice(int n) { return n + n; }
__global__ void scale(real *data, int count, int unused) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int seen[2] = {1, 2};
  if (i < count) data[i] = twice(i) + seen[i];
}
int main() {
  struct price p = {3, 50}, *q = &p;
  real *values = 0;
  scale(values, 8, 1);
  return q->whole + p.part;
}
