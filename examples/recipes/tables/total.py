import csv
import sys

total = 0
with open(sys.argv[1], newline="") as file:
    for row in csv.DictReader(file):
        total += int(row["count"]) * float(row["price"])
print(f"{total:.2f}")
