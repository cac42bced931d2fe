#!/bin/bash
# A command keeps its failure, and not another one, without a word from the user.
. "$(dirname "$0")/lib.sh"

# Like docker stack config: any broken file exits with 1, and one line says why.
cat >config <<'END'
#!/bin/sh
[ -s "$1" ] || { echo "empty compose file"; exit 1; }
grep -q '^services' "$1" || { echo "Top-level object must be a mapping"; exit 1; }
grep -q 'ports: 80' "$1" && { echo "services.web.ports must be a list"; exit 1; }
exit 0
END
chmod +x config
{
  echo "services:"
  for i in 1 2 3 4 5; do printf '  s%s:\n    image: x%s\n' $i $i; done
  printf '  web:\n    ports: 80\n'
} >compose.txt
cp compose.txt pristine.txt
whittle_exits 0 --unit lines compose.txt -- "$dir/config" @@
prints "to keep: exits with 1 and prints: services.web.ports must be a list"
file_is compose.txt $'services:\n    ports: 80\n'

# A crash that prints an error message and a stack. Another crash, which is easier to reach, has the same signal.
cat >compiler <<'END'
#!/bin/sh
echo "$1:3:1: error: use of undeclared identifier 'y'" >&2
frame() { echo " #$1 0x000055d1d7fd4370 $2(int) (/usr/bin/compiler+0x1370)" >&2; }
grep -q first "$1" || exit 1
echo "PLEASE submit a bug report" >&2
echo "Stack dump:" >&2
frame 0 'llvm::sys::PrintStackTrace'
if grep -q second "$1"; then frame 1 'ASTContext::getAutoType'; else frame 1 'Diagnostic::Format'; fi
frame 2 'cc1_main'
echo "compiler: error: clang frontend command failed with exit code 139" >&2
kill -SEGV $$
END
chmod +x compiler
printf 'first\nsecond\nthird\nfourth\n' >pristine.txt
cp pristine.txt bug.txt
whittle_exits 0 --unit lines bug.txt -- "$dir/compiler" @@
prints "to keep: killed by SIGSEGV and prints: Stack dump, in ASTContext::getAutoType"
file_is bug.txt $'first\nsecond\n'
for level in message kind any; do
  cp pristine.txt bug.txt
  whittle_exits 0 --unit lines --same-bug $level bug.txt -- "$dir/compiler" @@
  file_is bug.txt $'first\n'
done
cp pristine.txt bug.txt
whittle_exits 0 --force --make-test made.sh bug.txt -- "$dir/compiler" @@
./made.sh bug.txt || fail "the script made does not find the original interesting"
echo first >only.txt
! ./made.sh only.txt || fail "the script made accepts another crash"

# Two errors of UBSan with one message and no stack happen at two places of the program that reads the file.
cat >reader <<'END'
#!/bin/sh
grep -q first "$1" && { echo "src/reader.c:31:8: runtime error: shift exponent 40 is too large" >&2; exit 1; }
grep -q second "$1" && { echo "src/reader.c:77:8: runtime error: shift exponent 50 is too large" >&2; exit 1; }
exit 0
END
chmod +x reader
printf 'hay\nfirst\nhay\nsecond\n' >place.txt
whittle_exits 0 --unit lines place.txt -- "$dir/reader" @@
prints "shift exponent N is too large, at reader.c:31:8"
file_is place.txt $'first\n'
# A place in a program that the command makes of the file moves with its lines, whatever its name.
cat >builder <<'END'
#!/bin/sh
line=$(grep -n first "$1" | cut -d: -f1)
[ -z "$line" ] || { echo "built.c:$line:8: runtime error: shift exponent 40 is too large" >&2; exit 1; }
END
chmod +x builder
printf 'hay\nhay\nfirst\nhay\n' >place.txt
whittle_exits 0 --force --unit lines place.txt -- "$dir/builder" @@
file_is place.txt $'first\n'

# --same-bug with a script reads what the script prints.
printf '#!/bin/sh\n%s/compiler "$1"\n[ $? = 139 ]\n' "$dir" >script.sh && chmod +x script.sh
whittle_exits 0 --unit lines --same-bug frames ./script.sh bug.txt
file_is bug.txt $'first\nsecond\n'
cp pristine.txt bug.txt
whittle_exits 4 --same-bug frames bug.txt -- sh -c 'grep -q first "$1" && exit 3' sh @@
prints "error: --same-bug frames: the failure has no stack: exits with 3"
prints "keep what it shows: --same-bug any"
