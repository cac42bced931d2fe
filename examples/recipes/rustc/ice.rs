#![feature(core_intrinsics, rustc_attrs)]
#![allow(dead_code)]
use std::collections::HashMap;
use std::fmt::Debug;
use std::intrinsics::rustc_peek;

#[derive(Debug, Clone, PartialEq)]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

trait Area {
    fn area(&self) -> f64;
}

impl Area for Shape {
    fn area(&self) -> f64 {
        match self {
            Shape::Circle { radius } => 3.14 * radius * radius,
            Shape::Square { side } => side * side,
        }
    }
}

struct Store<T> {
    items: Vec<T>,
    index: HashMap<String, usize>,
}

impl<T: Debug + Clone> Store<T> {
    fn add(&mut self, name: &str, item: T) -> usize {
        let at = self.items.len();
        self.items.push(item);
        self.index.insert(name.to_string(), at);
        at
    }

    fn find(&self, name: &str) -> Option<&T> {
        self.index.get(name).map(|at| &self.items[*at])
    }
}

fn same<T>(item: T) -> T {
    item
}

#[rustc_mir(rustc_peek_maybe_init, stop_after_dataflow)]
fn watch<T: Copy + Debug>(item: T, times: usize) -> usize {
    let mut seen = 0;
    for _ in 0..times {
        unsafe {
            rustc_peek(same(item));
        }
        seen += 1;
    }
    seen
}

pub fn run() -> f64 {
    let mut store = Store { items: Vec::new(), index: HashMap::new() };
    store.add("a", Shape::Circle { radius: 1.0 });
    store.add("b", Shape::Square { side: 2.0 });
    watch(1u8, 3);
    store.find("a").map_or(0.0, |shape| shape.area())
}
