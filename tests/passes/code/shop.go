package main

import (
	"fmt"
	str "strings"
)

type Cents int
type Price struct {
	Whole int
	Part  int
}
type Box[T any] struct {
	content T
}

const rate = 19

var first, second int

func twice(n int) int { return n + n }

func (b *Box[T]) get() T { return b.content }

func sum(from []int, count int, unused string) int {
	total, steps := 0, 0
	seen := [2]int{1, 2}
	for i := 0; i < count; i++ {
		total += from[i] + seen[i]
		steps++
	}
	return total
}

func log(text string) {
	fmt.Println(text)
	flush()
}

func main() {
	p := Price{3, 50}
	q := &p
	var c Cents = 4
	box := Box[int]{content: 1}
	if twice(q.Whole) > rate {
		log("over")
	}
	fmt.Println(sum([]int{1, 2}, 2, "cm"), c, box.get(), str.ToUpper("x"))
}
