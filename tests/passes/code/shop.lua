local json = require("json")
local rate = 19
local function twice(n) return n + n end
function sum(values, count, unused)
  local total, steps = 0, 0
  for _, value in ipairs(values) do
    total = total + value
    steps = steps + 1
  end
  return total
end
local function log(text)
  print(text)
  flush()
end
local p = { whole = 3, part = 50 }
local q = { whole = 4, part = 60 }
if twice(p.whole) > rate then
  log("over")
end
sum({1, 2}, 2, "cm")
