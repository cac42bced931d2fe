const std = @import("std");

const Point = struct {
    x: i32 = 0,
    y: i32,

    pub fn add(self: Point, other: Point) Point {
        return Point{ .x = self.x + other.x, .y = self.y + other.y };
    }
};

const Colour = enum(u8) { red, green = 3, blue };

const Failure = error{ Empty, TooMany };

fn largest(comptime T: type, items: []const T) Failure!T {
    if (items.len == 0) return error.Empty;
    var best = items[0];
    for (items[1..]) |item| {
        if (item > best) best = item;
    }
    return best;
}

pub fn main() !void {
    const a = Point{ .x = 1, .y = 2 };
    var total: i32 = 0;
    var i: usize = 0;
    while (i < 3) : (i += 1) {
        total += a.add(.{ .y = 3 }).x;
    }
    const colour: Colour = .green;
    switch (colour) {
        .red, .blue => total -= 1,
        else => {},
    }
    const n = largest(i32, &[_]i32{ 3, 1, 2 }) catch |err| blk: {
        std.debug.print("{}\n", .{err});
        break :blk 0;
    };
    defer std.debug.print("{d} {d}\n", .{ n, total });
}

test "add" {
    try std.testing.expect(1 + 1 == 2);
}
