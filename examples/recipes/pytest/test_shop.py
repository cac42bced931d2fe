import shop


def test_currency():
    assert shop.SETTINGS["currency"] == "EUR"


def test_without_tax():
    shop.SETTINGS["rate"] = 0
    assert shop.total([5, 5]) == 10


def test_nothing():
    assert shop.total([]) == 0


def test_with_tax():
    assert shop.total([10]) == 12
