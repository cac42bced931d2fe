package shapes

import kotlin.math.sqrt

interface Shape { fun area(): Double }

data class Square(val side: Double, var name: String = "square") : Shape {
    override fun area(): Double = side * side
}

sealed class Result<out T> {
    class Good<T>(val value: T) : Result<T>()
    object Bad : Result<Nothing>()
}

enum class Colour { RED, GREEN, BLUE }

fun <T> largest(items: List<T>, by: (T) -> Double): T? {
    var best: T? = null
    for (item in items) {
        if (best == null || by(item) > by(best)) {
            best = item
        }
    }
    return best
}

fun describe(x: Any): String = when (x) {
    is String -> "text of ${x.length}"
    1, 2, 3 -> "small"
    in 4..9 -> "middle"
    else -> "other"
}

fun main(args: Array<String>) {
    val squares = listOf(Square(1.0), Square(2.5, name = "big"))
    println(largest(squares) { it.area() })
    var i = 0
    while (i < args.size) {
        try {
            println(args[i].toInt())
        } catch (e: NumberFormatException) {
            println("not a number: ${args[i]}")
        } finally {
            i += 1
        }
    }
    println(describe(sqrt(2.0)))
}
