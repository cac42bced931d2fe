#!/bin/bash
# --without renames: every name in the result is spelled as one of the original, and strings and numbers still shrink.
. "$(dirname "$0")/lib.sh"
cat >code.c <<'CODE'
int first_value, second_value, third_value;
int unused_value;
int compute(int argument, int other) { return argument + 12345; }
int main(void) {
  first_value = 10; second_value = 21; third_value = 32;
  puts("hello", compute(first_value, third_value));
}
CODE
# Three variables are set in a row, not to the same; a string with h and o is handed over.
cat >test.sh <<'TEST'
#!/bin/sh
tr '\n' ' ' <code.c | grep -E '[a-z_]+ = [0-9]+; +[a-z_]+ = [0-9]+; +[a-z_]+ = [0-9]+;' |
  grep -E '[(]".*h.*o.*", *[a-z_]+[(][a-z_]+' | grep -qvE '([a-z_]+) = [0-9]+; +\1 = '
TEST
chmod +x test.sh
cp code.c pristine.c
names() { sed -E 's/"[^"]*"//g' "$1" | grep -oE '[A-Za-z_][A-Za-z_0-9]*' | sort -u; }

whittle_exits 0 -q ./test.sh code.c
[ -n "$(comm -13 <(names pristine.c) <(names code.c))" ] || fail "without the option nothing was renamed: $(cat code.c)"

cp pristine.c code.c
whittle_exits 0 -q --force --without renames ./test.sh code.c
new=$(comm -13 <(names pristine.c) <(names code.c))
[ -z "$new" ] || fail "names that the original does not have: $new in $(cat code.c)"
grep -q '"ho"' code.c || fail "the string is not as short as it could be: $(cat code.c)"
grep -q '12345' code.c && fail "the number is as long as it was: $(cat code.c)"
for name in first_value second_value third_value; do
  grep -q "$name = " code.c || fail "$name has another name: $(cat code.c)"
done
