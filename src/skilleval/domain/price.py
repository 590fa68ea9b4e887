"""Prices: what tokens cost, by model. The table itself is dated data (models/prices.json)."""

from datetime import date

from pydantic import Field

from skilleval.domain.value import Value

_MILLION = 1_000_000


class TokenCount(Value):
    """The tokens of one call, by how they are billed."""

    fresh: int = 0
    """Input that was neither read from nor written to the prompt cache."""
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0


class Price(Value):
    """One model family's prices in USD per million tokens; cache prices are factors of `input`."""

    model: str
    """A model's name, or the beginning of it up to a hyphen: `claude-sonnet-4` prices `claude-sonnet-4-5`."""
    input: float = Field(ge=0.0)
    output: float = Field(ge=0.0)
    cache_read: float = Field(default=0.1, ge=0.0)
    cache_write: float = Field(default=1.25, ge=0.0)
    note: str = ""

    def covers(self, model: str) -> bool:
        """Return whether this row prices that model."""
        return model == self.model or model.startswith(f"{self.model}-")


class PriceTable(Value):
    """Prices as they stood on a day. The longest matching name wins."""

    as_of: date
    source: str = ""
    prices: tuple[Price, ...] = ()

    def cost_usd(self, model: str, tokens: TokenCount) -> float | None:
        """Return what the tokens cost in USD, or None for a model that the table does not know."""
        rows = sorted((row for row in self.prices if row.covers(model)), key=lambda row: len(row.model))
        if not rows:
            return None
        row = rows[-1]
        input_tokens = (
            tokens.fresh + row.cache_read * tokens.cache_read + row.cache_write * tokens.cache_write
        )
        return (row.input * input_tokens + row.output * tokens.output) / _MILLION
