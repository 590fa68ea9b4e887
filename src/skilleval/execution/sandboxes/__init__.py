"""Providers of rooms. One package each; wiring lists them."""
