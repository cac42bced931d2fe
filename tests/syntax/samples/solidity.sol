// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./Owned.sol";

interface IToken {
    function balanceOf(address who) external view returns (uint256);
}

library Sums {
    function add(uint a, uint b) internal pure returns (uint) {
        return a + b;
    }
}

contract Token is Owned, IToken {
    using Sums for uint;

    event Sent(address indexed from, address indexed to, uint256 value);
    error TooFew(uint256 have, uint256 want);

    enum State { Open, Closed }
    struct Account { uint256 balance; bool known; }

    mapping(address => Account) private accounts;
    State public state = State.Open;
    uint256 constant LIMIT = 10;

    modifier whenOpen() {
        require(state == State.Open, "closed");
        _;
    }

    constructor(uint256 supply) {
        accounts[msg.sender].balance = supply;
    }

    function balanceOf(address who) external view override returns (uint256) {
        return accounts[who].balance;
    }

    function send(address to, uint256 value) public whenOpen {
        Account storage from = accounts[msg.sender];
        if (from.balance < value) {
            revert TooFew(from.balance, value);
        } else if (value == 0) {
            return;
        }
        from.balance -= value;
        for (uint i = 0; i < LIMIT; i++) {
            accounts[to].balance += value / LIMIT;
        }
        emit Sent(msg.sender, to, value);
    }
}
