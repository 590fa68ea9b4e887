"""Destinations of a report, a module each; wiring names them."""
