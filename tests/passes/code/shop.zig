const std = @import("std");
const rate: u32 = 19;
const Price = struct { whole: u32, part: u32 };
fn twice(n: u32) u32 {
    return n + n;
}
pub fn sum(values: []const u32, count: usize, unused: u8) u32 {
    var total: u32 = 0;
    var steps: u32 = 0;
    for (values) |value| {
        total += value;
        steps += 1;
    }
    return total;
}
fn log(text: []const u8) void {
    std.debug.print("{s}", .{text});
    flush();
}
pub fn main() void {
    const p = Price{ .whole = 3, .part = 50 };
    if (twice(p.whole) > rate) {
        log("over");
    }
    _ = sum(&.{ 1, 2 }, 2, 7);
}
