#!/bin/sh
# Go that every compiler must treat alike: `go vet` accepts it, and it uses neither `unsafe` nor assembly.
# gccgo's is called go-12, or as its version is.
go=$(command -v go || command -v go-14 || command -v go-13 || command -v go-12) ||
  { echo "go is not installed" >&2; exit 1; }
for file; do grep -qE '"unsafe"|//go:(linkname|noescape)' "$file" && exit 1; done
GOFLAGS=-mod=mod GO111MODULE=off "$go" vet $VALID_FLAGS "$@" >/dev/null 2>&1
