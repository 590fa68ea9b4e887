"""Two skills whose descriptions compete for the same requests: found from the words, without a trial."""

from skilleval.domain.value import Value


class Collision(Value):
    """A pair of skills, `one` before `other` in the alphabet.

    `lexical` and `embedding` are similarities from 0 to 1; `embedding` is None where no model was asked.
    `words` are those that weigh most in both.
    """

    one: str
    other: str
    lexical: float
    embedding: float | None = None
    words: tuple[str, ...] = ()

    @property
    def closeness(self) -> float:
        """Return the larger similarity."""
        return max(self.lexical, self.embedding or 0.0)
