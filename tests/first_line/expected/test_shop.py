import shop
shop.SETTINGS["rate"] = 0
def test():
    assert shop.total([10]) == 12
