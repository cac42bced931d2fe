/* A small image filter: blends rows of pixels and keeps a histogram. */
typedef unsigned char byte;
typedef char row __attribute__((vector_size(64)));

struct image {
  int width, height;
  row rows[32];
};

static int histogram[256];
static row scratch[2];

static void count(const byte *pixels, int length) {
  for (int i = 0; i < length; ++i) histogram[pixels[i]]++;
}

static int brightest(void) {
  int best = 0;
  for (int i = 1; i < 256; ++i)
    if (histogram[i] > histogram[best]) best = i;
  return best;
}

void blend(struct image *image, const struct image *other, int weight) {
  for (int y = 0; y < image->height && y < 32; ++y) {
    const byte *from = (const byte *)&other->rows[y];
    byte *to = (byte *)&image->rows[y];
    for (int x = 0; x < image->width && x < 64; ++x)
      to[x] = (byte)((to[x] * (255 - weight) + from[x] * weight) / 255);
    count(to, image->width);
  }
}

int mirror(struct image *image) {
  int swapped = 0;
  for (int y = 0; y < image->height / 2; ++y) {
    scratch[0] = image->rows[y];
    scratch[1] = image->rows[image->height - 1 - y];
    image->rows[y] = scratch[1];
    image->rows[image->height - 1 - y] = scratch[0];
    ++swapped;
  }
  return swapped + brightest();
}
