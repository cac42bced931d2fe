import Foundation
import Dispatch
typealias Cents = Int
let rate = 19
enum Color { case red, green, blue }
struct Price {
    var whole: Int
    var part: Int
}
public final class Box<T>: Base, Sized {
    private var content: T
    @objc func get(scale: Int) -> T {
        return content
    }
}
func twice(n: Int) -> Int { return n + n }
func sum(_ values: [Int], count: Int, unused: String) -> Int {
    var total = 0
    var steps = 0
    for value in values {
        total += value
        steps += 1
    }
    return total
}
func log(_ text: String) {
    print(text)
    flush()
}
let p = Price(whole: 3, part: 50)
var c: Cents = 4
let box: Box<String>
if twice(n: p.whole) > rate {
    log("over")
}
_ = sum([1, 2], count: 2, unused: "cm")
