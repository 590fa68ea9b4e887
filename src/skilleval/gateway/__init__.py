"""The model's door: key, prices, pace, log, egress."""
