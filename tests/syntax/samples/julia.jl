module Shapes

using LinearAlgebra: norm, dot
import Base: show

export Shape, area

abstract type Shape end

struct Square{T<:Real} <: Shape
    side::T
end

mutable struct Counter
    count::Int
    Counter(n = 0) = new(n)
end

area(s::Square) = s.side^2

function largest(items; by = identity, limit::Int = 10)
    best = nothing
    for (i, item) in enumerate(items)
        if best === nothing || by(item) > by(best)
            best = item
        elseif i > limit
            break
        else
            continue
        end
    end
    return best
end

macro twice(x)
    return :($x * 2)
end

const table = Dict("a" => 1, "b" => 2)
squares = [Square(x) for x in 1:3 if x % 2 == 1]

try
    println("largest: $(largest(squares, by = area))")
catch error
    rethrow(error)
finally
    table["a"] += 1
end

while table["a"] < 3
    table["a"] += 1
end

f = x -> begin
    x .+ [1 2; 3 4]
end
y = table["a"] > 2 ? f(1) : @twice(3)

end
