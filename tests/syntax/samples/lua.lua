-- shapes and their areas
local math = require("math")

local Shape = {}
Shape.__index = Shape

function Shape.new(name, ...)
  local self = setmetatable({ name = name, sizes = { ... }, [1] = true }, Shape)
  return self
end

function Shape:area()
  local total = 1
  for i, size in ipairs(self.sizes) do
    total = total * size
  end
  return total
end

local function largest(items, by)
  local best
  for i = 1, #items, 1 do
    local item = items[i]
    if best == nil or by(item) > by(best) then
      best = item
    elseif i > 10 then
      break
    else
      goto continue
    end
    ::continue::
  end
  return best
end

local squares = { Shape.new("a", 1, 1), Shape.new("b", 2, 2) }
local biggest = largest(squares, function(s) return s:area() end)
print(biggest.name, #squares, 2 ^ 3 .. "x", not true and nil or [[long]])

local n = 0
while n < 3 do n = n + 1 end
repeat
  n = n - 1
until n <= 0
