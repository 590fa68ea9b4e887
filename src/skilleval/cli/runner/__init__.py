"""The GitHub runner around us: what it hands in, what it reads from us, and what must not leak to it."""
