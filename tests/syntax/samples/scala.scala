package shop

import scala.collection.mutable.{ArrayBuffer, Map}

trait Priced {
  def price: Int
  def cheap: Boolean = price < 10
}

case class Item(name: String, price: Int = 1) extends Priced

object Shop extends App {
  val items = List(Item("pen", 2), Item("book", 12))
  var total = 0

  def sum[A](list: List[A])(f: A => Int): Int = list match {
    case Nil => 0
    case head :: tail => f(head) + sum(tail)(f)
  }

  for (item <- items if item.cheap; n = item.name) {
    println(s"$n costs ${item.price}")
    total += item.price
  }

  val names = for { item <- items; if item.price > 1 } yield item.name

  def classify(x: Any): String = x match {
    case i: Int if i > 0 => "positive"
    case "a" | "b" => "letter"
    case _ => "other"
  }

  try {
    println(sum(items)(_.price) + classify(names))
  } catch {
    case e: Exception => throw e
  } finally {
    total = 0
  }
  while (total < 3) total += 1
}
