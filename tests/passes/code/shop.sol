pragma solidity ^0.8.0;
import "./Base.sol";
contract Shop is Base, Sized {
    uint constant rate = 19;
    struct Price { uint whole; uint part; }
    enum Color { Red, Green }
    event Paid(address who);
    function twice(uint n) internal pure returns (uint) { return n + n; }
    function sum(uint[] memory values, uint count, string memory unused) public view returns (uint) {
        uint total = 0;
        uint steps = 0;
        for (uint i = 0; i < count; i++) {
            total += values[i];
            steps++;
        }
        return total;
    }
    function log(string memory text) internal {
        emitText(text);
        flush();
    }
    function run(uint[] memory list) public {
        Price memory p = Price(3, 50);
        if (twice(p.whole) > rate) {
            log("over");
        }
        sum(list, 2, "cm");
    }
}
