require 'set'
RATE = 19
module Util
  def self.twice(n)
    n + n
  end
end
class Box < Base
  include Sized
  attr_reader :content
  def get(scale, unused)
    return scale
  end
end
def sum(values, count, unused)
  total = 0
  steps = 0
  values.each do |value|
    total += value
    steps += 1
  end
  return total
end
def log(text)
  puts(text)
  flush
end
a = { whole: 3, part: 50 }
b = { whole: 4, part: 60 }
if Util.twice(a[:whole]) > RATE
  log("over")
end
sum([1, 2], 2, "cm")
