#!/bin/bash
# A reader that insists on the counts its input gives: cases, and numbers of each.
. "$(dirname "$0")/lib.sh"
{
  echo 40
  for i in $(seq 40); do
    echo 3
    echo "$i 50 $((i * 7))"
  done
} >input.txt
cat >test.sh <<'END'
#!/bin/sh
awk 'NR == 1 { cases = $1; next }
     NR % 2 == 0 { count = $1; next }
     { if (NF != count) exit 1; ++seen; for (i = 1; i <= NF; ++i) if ($i == 154) found = 1 }
     END { exit !(found && seen == cases) }' input.txt
END
chmod +x test.sh
whittle_exits 0 ./test.sh input.txt
file_is input.txt $'1\n1\n154\n'
