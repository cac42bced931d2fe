#!/bin/bash
# A dump that sqlite3 does not read.
. "$(dirname "$0")/lib.sh"
needs sqlite3
first_line 600 dump.sql -- 'sqlite3 :memory: < @@'
gives dump.sql
