#!/bin/bash
# A TypeScript file on which prettier gives up: it loses a comment.
. "$(dirname "$0")/lib.sh"
takes_long
needs npx
first_line 400 app.ts -- npx prettier app.ts
gives app.ts
