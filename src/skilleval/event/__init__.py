"""Stage 1 of 9: payload or argv -> Request."""

from skilleval.event.parse import parse_event

__all__ = ["parse_event"]
