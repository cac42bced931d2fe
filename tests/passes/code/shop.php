<?php
namespace Shop;
use Shop\Util\Tools;
const RATE = 19;
#[Attribute]
final class Box extends Base implements Sized {
    private $content = 1;
    public static function get($scale, $unused) {
        return $scale;
    }
}
function twice($n) { return $n + $n; }
function sum(array $values, int $count, string $unused): int {
    $total = 0;
    $steps = 0;
    foreach ($values as $value) {
        $total += $value;
        $steps++;
    }
    return $total;
}
function log($text) {
    echo $text;
    flush();
}
$p = ["whole" => 3, "part" => 50];
$q = ["whole" => 4, "part" => 60];
if (twice($p["whole"]) > RATE) {
    log("over");
}
sum([1, 2], 2, "cm");
