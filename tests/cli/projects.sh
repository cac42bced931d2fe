#!/bin/bash
# Projects with real compilers: flags, targets, modules and packages that the failure does not need are removed.
. "$(dirname "$0")/lib.sh"
needs make gcc rustc gccgo-12 python3
files_of() { (cd "$1" && find . -type f | sort | tr '\n' ' '); }

# A Makefile: targets, flags, and a source file together with the word that names its object.
mkdir -p make/src
cat >make/Makefile <<'END'
CC = gcc
CFLAGS = -Wall -O2 -DLEVEL=3 -DNEEDLE -Isrc
OBJS = src/main.o src/list.o

all: app docs

app: $(OBJS)
	$(CC) -o $@ $^ -lm

src/%.o: src/%.c src/list.h
	$(CC) $(CFLAGS) -c -o $@ $<

docs:
	@echo docs

clean:
	rm -f app $(OBJS)
END
printf '#include "list.h"\nint list(int x) { return x + LEVEL; }\n' >make/src/list.c
printf 'int list(int);\n' >make/src/list.h
cat >make/src/main.c <<'END'
#include <stdio.h>
#include "list.h"
int main(int argc, char **argv) {
#ifdef NEEDLE
  puts("needle");
#endif
  return list(argc) == 9;
}
END
printf '#!/bin/sh\ncd make && make app >/dev/null 2>&1 && ./app | grep -q needle\n' >make.sh && chmod +x make.sh
whittle_exits 0 -j2 --reduce-build-files ./make.sh make
[ "$(files_of make)" = "./Makefile ./src/main.c " ] || fail "make: left: $(files_of make)"
for word in clean docs CFLAGS Wall list lm; do ! grep -q $word make/Makefile || fail "$word is left: $(cat make/Makefile)"; done

# compile_commands.json: entries, and words of a command.
mkdir cc
cat >cc/compile_commands.json <<'END'
[
  {"directory": "/b", "command": "gcc -Wall -O2 -g -DNEEDLE=1 -Iinclude -fPIC -o main.o -c main.c", "file": "main.c"},
  {"directory": "/b", "arguments": ["gcc", "-O2", "-c", "util.c", "-o", "util.o"], "file": "util.c"}
]
END
printf 'int a;\n#ifdef NEEDLE\n#error needle\n#endif\n' >cc/main.c
printf 'int u;\n' >cc/util.c
cat >cc.sh <<'END'
#!/bin/sh
cd cc && jq -r '.[].command // empty' compile_commands.json >commands 2>/dev/null && sh ./commands 2>&1 | grep -q '#error needle'
END
chmod +x cc.sh
needs jq
whittle_exits 0 -j2 -p auto:build-files ./cc.sh cc
[ "$(files_of cc)" = "./compile_commands.json ./main.c " ] || fail "cc: left: $(files_of cc)"
for word in Wall O2 fPIC include directory util NEEDLE; do
  ! grep -q -- $word cc/compile_commands.json || fail "$word is left: $(cat cc/compile_commands.json)"
done

# Rust: a module goes with its `mod` and `use`, also if the latter has several lines.
mkdir -p rust/src/parse
cat >rust/src/main.rs <<'END'
mod config;
mod parse;
use config::Config;
use parse::{
    lexer::Lexer,
    tree::Tree,
};
fn main() {
    let config = Config { depth: 3 };
    let lexer = Lexer { at: config.depth };
    let tree = Tree { lexer };
    println!("{}", tree.lexer.at);
    let bad: u8 = "text";
}
END
printf 'pub struct Config { pub depth: usize }\n' >rust/src/config.rs
printf 'pub mod lexer;\npub mod tree;\n' >rust/src/parse/mod.rs
printf 'pub struct Lexer { pub at: usize }\n' >rust/src/parse/lexer.rs
printf 'use super::lexer::Lexer;\npub struct Tree { pub lexer: Lexer }\n' >rust/src/parse/tree.rs
cat >rust.sh <<'END'
#!/bin/sh
rustc --edition 2021 --emit=metadata -o "$TMPDIR/out.rmeta" rust/src/main.rs >"$TMPDIR/out" 2>&1 && exit 1
[ "$(grep -c '^error\[' "$TMPDIR/out")" = 1 ] && grep -q '^error\[E0308\]' "$TMPDIR/out"
END
chmod +x rust.sh
whittle_exits 0 -j2 ./rust.sh rust
[ "$(files_of rust)" = "./src/main.rs " ] || fail "rust: left: $(files_of rust)"

# Go: an import that nobody uses is an error, so it goes with the last statement that uses it.
mkdir -p go/text go/store
cat >go/main.go <<'END'
package main

import (
	"fmt"
	"os"

	"go/store"
	"go/text"
)

type App struct{ store *store.Store }

func main() {
	app := &App{store: store.New()}
	app.store.Put(os.Args[0], text.Upper("a"))
	fmt.Println(text.Upper("b"))
	var x int = "needle"
	fmt.Println(x)
}
END
printf 'package text\n\nimport "strings"\n\nfunc Upper(s string) string { return strings.ToUpper(s) }\n' >go/text/text.go
cat >go/store/store.go <<'END'
package store

import "go/text"

type Store struct{ m map[string]string }

func New() *Store                { return &Store{m: map[string]string{}} }
func (s *Store) Put(k, v string) { s.m[k] = text.Upper(v) }
END
cat >go.sh <<'END'
#!/bin/sh
cd go || exit 1
mkdir -p "$TMPDIR/go"
for p in text store; do
  ls $p/*.go >/dev/null 2>&1 || continue
  gccgo-12 -c -fgo-pkgpath=go/$p -I "$TMPDIR" -o "$TMPDIR/go/$p.o" $p/*.go >/dev/null 2>&1 || exit 1
done
gccgo-12 -c -I "$TMPDIR" -o "$TMPDIR/main.o" main.go >"$TMPDIR/out" 2>&1 && exit 1
[ "$(grep -c error: "$TMPDIR/out")" = 1 ] && grep -q 'incompatible type' "$TMPDIR/out"
END
chmod +x go.sh
whittle_exits 0 -j2 --effort quick ./go.sh go
[ "$(files_of go)" = "./main.go " ] || fail "go: left: $(files_of go)"
! grep -q import go/main.go || fail "go: left: $(cat go/main.go)"
