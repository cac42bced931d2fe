package shop
import kotlin.math.sqrt
import kotlin.math.PI as pi
typealias Cents = Long
const val RATE = 19
enum class Color { RED, GREEN, BLUE }
data class Price(val whole: Int, val part: Int)
@Suppress("unused")
internal open class Box<T>(private val content: T) : Base(), Sized {
    override fun get(scale: Int): T {
        return content
    }
}
fun twice(n: Int): Int { return n + n }
fun half(n: Int) = n / 2
fun sum(values: List<Int>, count: Int, unused: String): Int {
    var total = 0
    var steps = 0
    for (value in values) {
        total += value
        steps++
    }
    return total
}
fun log(text: String) {
    println(text)
    flush()
}
fun main() {
    val p = Price(3, 50)
    val c: Cents = 4
    val box = Box<String>("x")
    if (twice(p.whole) > RATE) {
        log("over")
    }
    sum(listOf(1, 2), 2, "cm")
}
