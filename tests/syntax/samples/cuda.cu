#include <cstdio>

__constant__ float scale = 2.0f;

__device__ float twice(float x) { return x * scale; }

__global__ void add(const float *a, const float *b, float *c, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    tile[threadIdx.x] = twice(a[i]);
    __syncthreads();
    c[i] = tile[threadIdx.x] + b[i];
  }
}

int main() {
  const int n = 1 << 10;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMallocManaged(&b, n * sizeof(float));
  cudaMallocManaged(&c, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = n - i;
  }
  add<<<(n + 255) / 256, 256>>>(a, b, c, n);
  cudaDeviceSynchronize();
  printf("%f\n", c[3]);
  return 0;
}
