"""Action inputs, skilleval.yml and flags -> frozen Settings, grouped as the stages need it."""
