<?php
declare(strict_types=1);

namespace Shop\Orders;

use InvalidArgumentException;
use Shop\{Cart, Item as Thing};

interface Priced
{
    public function price(): float;
}

trait Named
{
    protected string $name = 'none';
}

abstract class Base implements Priced
{
    use Named;
    const LIMIT = 10;
    private static int $made = 0;

    public function __construct(private int $count = 1, string ...$tags)
    {
        self::$made++;
        $this->name = implode(', ', $tags);
    }

    abstract public function label(): ?string;
}

function largest(array $items, callable $by): mixed
{
    $best = null;
    foreach ($items as $key => $item) {
        if ($best === null || $by($item) > $by($best)) {
            $best = $item;
        } elseif ($key > Base::LIMIT) {
            break;
        } else {
            continue;
        }
    }
    return $best;
}

$table = ['a' => 1, 'b' => [1, 2, 3], "c{$x}d" => null];
for ($i = 0, $n = count($table); $i < $n; $i++) {
    echo $i, "\n";
}
switch ($table['a']) {
    case 1:
        print 'one';
        break;
    default:
        print 'other';
}
try {
    if (!isset($table['z'])) throw new InvalidArgumentException('no z');
} catch (InvalidArgumentException | \TypeError $e) {
    echo $e->getMessage();
} finally {
    unset($table['a']);
}
$twice = fn(int $x): int => $x * 2;
echo match (true) { $n > 3, $n < 0 => 'odd', default => largest([1, 2], $twice) };
?>
<p><?= $n ?></p>
