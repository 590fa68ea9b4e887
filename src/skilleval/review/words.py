"""Small parts that the patterns of many rules are made of."""


def any_of(words: str) -> str:
    """Return a pattern for one of the blank-separated words; `_` in a word stands for any white space."""
    return "(?:" + "|".join(word.replace("_", r"\s+") for word in words.split()) + ")"
