import { type /* see docs/rows.md */ Row } from "./rows";
