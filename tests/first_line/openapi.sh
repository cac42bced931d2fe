#!/bin/bash
# An OpenAPI file that a validator refuses.
. "$(dirname "$0")/lib.sh"
takes_long
needs npx
first_line 250 openapi.yaml -- npx validate-api openapi.yaml
gives openapi.yaml
