import Foundation

protocol Shape {
    var area: Double { get }
    func scaled(by factor: Double) -> Self
}

struct Square: Shape {
    let side: Double
    var area: Double { return side * side }
    func scaled(by factor: Double) -> Square {
        return Square(side: side * factor)
    }
}

enum Failure: Error {
    case empty, tooMany(count: Int)
}

class Box<T> {
    private var items: [T] = []
    init(_ items: [T] = []) { self.items = items }
    func first() throws -> T {
        guard let item = items.first else { throw Failure.empty }
        return item
    }
}

func total(_ shapes: [Shape], where keep: (Shape) -> Bool = { _ in true }) -> Double {
    var sum = 0.0
    for shape in shapes where keep(shape) {
        sum += shape.area
    }
    return sum
}

let shapes: [Shape] = [Square(side: 1), Square(side: 2.5)]
let names = ["one": 1, "two": 2]
switch shapes.count {
case 0: print("none")
case 1...3: print("some: \(total(shapes))")
default: break
}
if let n = names["one"], n > 0 {
    print(n)
} else {
    print("no")
}
do {
    _ = try Box(shapes).first()
} catch {
    print(error)
}
