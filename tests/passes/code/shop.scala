package shop
import scala.collection.mutable
import scala.math.{sqrt, Pi}
object Shop {
  type Cents = Long
  val rate = 19
  case class Price(whole: Int, part: Int)
  @deprecated
  final class Box[T](private val content: T) extends Base with Sized {
    override def get(scale: Int): T = content
  }
  def twice(n: Int): Int = n + n
  def sum(values: List[Int], count: Int, unused: String): Int = {
    var total = 0
    var steps = 0
    for (value <- values) {
      total += value
      steps += 1
    }
    total
  }
  def log(text: String): Unit = {
    println(text)
    flush()
  }
  def main(args: Array[String]): Unit = {
    val p = Price(3, 50)
    val c: Cents = 4
    val box = new Box[String]("x")
    if (twice(p.whole) > rate) {
      log("over")
    }
    sum(List(1, 2), 2, "cm")
  }
}
