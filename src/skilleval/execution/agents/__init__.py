"""Agents: what works on a prompt in a room. One package each; wiring lists them."""
