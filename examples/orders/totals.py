import json, sys

total = 0
for order in json.load(open(sys.argv[1]))["orders"]:
    for item in order["items"]:
        total += float(item["price"]) * item["count"]
print(f"{total:.2f}")
