module shapes;

import std.stdio, std.algorithm : map, sum;

interface Shape
{
    double area() const;
}

class Square : Shape
{
    private double side = 1;
    this(double side) { this.side = side; }
    override double area() const { return side * side; }
}

struct Point(T)
{
    T x, y;
    auto opBinary(string op)(Point other) if (op == "+")
    {
        return Point(x + other.x, y + other.y);
    }
}

enum Colour { red, green = 3, blue }

T largest(T)(T[] items)
{
    T best = items[0];
    foreach (i, item; items)
    {
        if (item > best)
            best = item;
        else
            continue;
    }
    return best;
}

void main(string[] args)
{
    Shape[] shapes = [new Square(1), new Square(2.5)];
    int[string] ages = ["a": 1, "b": 2];
    for (int i = 0; i < 3; i++)
        writeln(i, " ", ages["a"]);
    switch (args.length)
    {
        case 1: writeln("none"); break;
        default: break;
    }
    try { writeln(shapes.map!(s => s.area).sum); }
    catch (Exception e) { throw e; }
    writeln(largest([1, 2, 3]));
}
