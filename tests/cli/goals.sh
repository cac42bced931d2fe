#!/bin/bash
# --goal says what "smaller" means, to the passes too: with bytes as the goal they list edits that save
# bytes and no tokens.
. "$(dirname "$0")/lib.sh"
printf '#!/bin/sh\n[ "$(grep -oE "call\\((a|longest_value)\\);" input.c | wc -l)" = 2 ]\n' >test.sh
chmod +x test.sh
fresh() { printf 'void f() {\n  call(a);\n  call(longest_value);\n}\n' >input.c; }

fresh
whittle_exits 0 --goal bytes ./test.sh input.c
prints "-> 10 tokens, 16 bytes"
file_is input.c 'call(a);call(a);'
fresh
whittle_exits 0 --goal tokens ./test.sh input.c
file_is input.c $'call(a);\ncall(longest_value);\n'
fresh
whittle_exits 0 --goal lines ./test.sh input.c
file_is input.c $'call(a);\ncall(longest_value);\n'
whittle_exits 2 --goal words ./test.sh input.c
prints "words"
