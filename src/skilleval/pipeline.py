"""The nine calls, top to bottom, and the one loop of looks."""
