use std::collections::{BTreeMap, HashMap};
use std::fmt;

#[derive(Debug, Clone)]
pub struct Point<T: Copy = i32> {
    pub x: T,
    y: T,
}

enum Shape {
    Circle(f64),
    Square { side: f64 },
    Empty,
}

trait Area {
    const SIDES: usize = 0;
    fn area(&self) -> f64;
}

impl Area for Shape {
    fn area(&self) -> f64 {
        match self {
            Shape::Circle(r) if *r > 0.0 => 3.14 * r * r,
            Shape::Square { side } => side * side,
            _ => 0.0,
        }
    }
}

impl<T: Copy + fmt::Display> fmt::Display for Point<T>
where
    T: PartialOrd,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

macro_rules! square {
    ($x:expr) => { $x * $x };
}

fn parse(text: &str) -> Result<i32, std::num::ParseIntError> {
    let n: i32 = text.trim().parse()?;
    Ok(n)
}

fn main() {
    let shapes = vec![Shape::Circle(1.0), Shape::Square { side: 2.0 }, Shape::Empty];
    let mut total = 0.0;
    for (i, shape) in shapes.iter().enumerate() {
        if i % 2 == 0 { total += shape.area(); } else { continue; }
    }
    let mut seen: HashMap<&str, [u8; 2]> = HashMap::new();
    seen.insert("a", [1, 2]);
    let add = |a: i32, b| -> i32 { a + b };
    while let Some(x) = seen.remove("a") { println!("{:?}", x); }
    let p = Point { x: 1, y: add(2, 3) };
    loop { break; }
    println!("{} {} {}", p, total as i64, square!(parse("3").unwrap_or(0)));
    let _: BTreeMap<u8, ()> = Default::default();
}
