"""The nouns: frozen values that travel between the stages. They know nothing of I/O."""
