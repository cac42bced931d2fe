package main

import (
	"errors"
	"fmt"
	str "strings"
)

type Shape interface {
	Area() float64
	fmt.Stringer
}

type Square struct {
	Side float64 `json:"side"`
	name string
}

const (
	first = iota
	second
)

var limit, count = 10, 0

func (s *Square) Area() float64 { return s.Side * s.Side }

func largest[T any](items []T, less func(a, b T) bool) (best T, err error) {
	if len(items) == 0 {
		return best, errors.New("empty")
	}
	best = items[0]
	for i, item := range items[1:] {
		if less(best, item) {
			best = item
		} else if i > limit {
			break
		}
	}
	return
}

func main() {
	squares := []*Square{{Side: 1}, {Side: 2, name: "big"}}
	seen := map[string]int{"a": 1, "b": 2}
	ch := make(chan int, 3)
	go func() { ch <- len(seen) }()
	defer close(ch)
	select {
	case n := <-ch:
		count += n
	default:
	}
	for i := 0; i < 3; i++ {
		switch v := interface{}(i).(type) {
		case int, int64:
			fmt.Println(str.Repeat("x", i), v)
		}
	}
	if s, err := largest(squares, func(a, b *Square) bool { return a.Area() < b.Area() }); err == nil {
		fmt.Printf("%v %d\n", s.name, second)
	}
}
