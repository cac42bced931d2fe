use std::collections::HashMap;
use std::fmt;

type Cents = u64;
const RATE: u32 = 19;

enum Color { Red, Green, Blue }

#[derive(Debug)]
pub struct Price(u32, u32);

struct Pair<T> {
    left: T,
    right: u8,
}

trait Sized2: fmt::Debug {
    fn size(&self) -> usize;
}

mod util {
    pub fn twice(n: u32) -> u32 {
        n + n
    }
}

fn sum(from: &[u32], count: usize, unused: &str) -> u32 {
    let mut total = 0;
    let mut steps = 0;
    for i in 0..count {
        total += from[i];
        steps += 1;
    }
    return total;
}

fn log(text: &str) {
    println!("{}", text);
    flush();
}

fn main() {
    let p = Price(3, 50);
    let pair: Pair<u16> = Pair { left: 1, right: 2 };
    let c: Cents = 4;
    let map: HashMap<u8, u8> = HashMap::new();
    if util::twice(p.0) > RATE {
        log("over");
    }
    sum(&[1, 2], 2, "cm");
}
