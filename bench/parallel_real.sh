#!/bin/bash
# A real run with a test that sleeps 50 ms: as many slots as one likes, on any machine.
# Usage: bench/parallel_real.sh [WHITTLE]. Prints seconds for each number of jobs.
set -e
whittle=$(realpath "${1:-build/release/whittle}")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for i in $(seq 1 300); do echo "line $i"; done >pristine.txt
# Every tenth line is needed.
cat >test.sh <<'SH'
#!/bin/bash
sleep 0.05
text=$(<input.txt)
for i in 10 20 30 40 50 60 70 80 90 100 110 120 130 140 150 160 170 180 190 200; do
  [[ $text == *"line $i"* ]] || exit 1
done
SH
chmod +x test.sh
printf '%-22s' jobs
for jobs in 1 2 4 8 16 32 64; do printf '%8s' $jobs; done
echo
for mode in "--parallel ahead" "--parallel merge" "-a combine"; do
  printf '%-22s' "${mode#* }"
  for jobs in 1 2 4 8 16 32 64; do
    cp pristine.txt input.txt
    begin=$(date +%s%N)
    "$whittle" -q --unit lines $mode -j $jobs ./test.sh input.txt
    awk -v ns=$(($(date +%s%N) - begin)) 'BEGIN { printf "%8.2f", ns / 1e9 }'
  done
  echo
done
