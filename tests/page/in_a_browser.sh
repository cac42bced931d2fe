#!/bin/bash
# The page over real runs, in headless Chromium.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../cli/lib.sh"
command -v chromium >/dev/null || skip "chromium is not installed"
cat >input.c <<'END'
#include <stdio.h>
/* The needle is in here. */
struct point { int x, y; };
END
for i in $(seq 1 40); do
  printf 'static int helper_%d(struct point *p) {\n  if (p->x > %d) return p->y * %d;\n  return helper_value("text %d");\n}\n' $i $i $i $i
done >>input.c
printf 'int needle(void) { return 42; }\nint main(void) { printf("hello\\n"); return needle(); }\n' >>input.c
cp input.c pristine.c
# As long as there is a folder `permits`, each test takes a file from it or waits for one: so a run cannot end while it is looked at, however
# slow the machine is.
cat >test.sh <<END
#!/bin/sh
while [ -d $dir/permits ]; do
  set -- $dir/permits/*
  rm "\$1" 2>/dev/null && break
  sleep 0.05
done
grep -q "int needle(void)" input.c && grep -q "return needle()" input.c || { echo "there is no needle"; exit 1; }
END
chmod +x test.sh
node "$here/browser.mjs" "$dir" || fail "the page"
