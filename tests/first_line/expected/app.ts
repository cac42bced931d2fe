import { type /* see docs/rows.md */ R } from ""
