"""A GitHub on loopback: `emulate` for its state, and a proxy of ours for limits, faults and gaps."""
