"""The shipped price table, and a user's own beside it."""

import json
from pathlib import Path

from pydantic import ValidationError

from skilleval.domain.price import PriceTable
from skilleval.errors import ConfigError

SHIPPED = Path(__file__).with_name("prices.json")


def load_prices(path: Path = SHIPPED) -> PriceTable:
    """Return the price table in a JSON file. Raises ConfigError when it cannot be read as one."""
    try:
        return PriceTable.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as exc:
        raise ConfigError(
            f"{path.name}: not a usable price table",
            hint="it needs as_of and prices, each with model, input and output in USD per million tokens",
        ) from exc
