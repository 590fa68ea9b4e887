"""Where the code lives: git checkouts, and GitHub."""
