require 'set'

module Shapes
  LIMIT = 10

  class Shape
    attr_reader :name, :sizes

    def initialize(name = "none", *sizes, scale: 1, **rest, &block)
      @name, @sizes = name, sizes
      @block = block
    end

    def area
      sizes.inject(1) { |a, b| a * b }
    end

    def <=>(other)
      area <=> other.area
    end
  end

  class Square < Shape
    def initialize(side)
      super("square", side, side)
    end
  end
end

def largest(items)
  best = nil
  items.each_with_index do |item, i|
    next if i > Shapes::LIMIT
    best = item if best.nil? || item > best
  end
  best
end

table = { a: 1, "b" => [1, 2, 3], :c => %w[x y] }
squares = (1..3).map { |n| Shapes::Square.new(n) }
puts "#{squares.first.area} of #{table[:a]}"

case table
when Hash, Array then puts "a collection"
else puts "other"
end

begin
  raise ArgumentError, "bad" unless table.key?(:a)
  while table[:a] < 3
    table[:a] += 1
  end
rescue ArgumentError, TypeError => e
  warn e.message
ensure
  table.clear
end

twice = ->(x) { x * 2 }
puts twice.call(largest([3, 1, 2])) if $0 == __FILE__
