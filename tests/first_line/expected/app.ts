import { type /* see 0*/ R } from ""
