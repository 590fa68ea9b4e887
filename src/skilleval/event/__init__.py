"""Stage 1 of 9: payload or argv -> Request."""
