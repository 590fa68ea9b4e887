"""The shipped price table."""

from pathlib import Path

import pytest

from skilleval.domain.price import TokenCount
from skilleval.errors import ConfigError
from skilleval.models.prices import load_prices

MILLION = TokenCount(fresh=1_000_000)


@pytest.mark.parametrize(
    ("model", "input_usd", "output_usd"),
    [
        ("claude-sonnet-5-5", 2.0, 10.0),
        ("claude-opus-5-5", 4.0, 20.0),
        ("claude-haiku-5-5", 0.1, 0.5),
        ("claude-sonnet-4-6", 3.0, 15.0),
        ("offline", 0.0, 0.0),
    ],
)
def test_shipped_prices(model: str, input_usd: float, output_usd: float) -> None:
    """List prices per million tokens."""
    prices = load_prices()

    assert prices.cost_usd(model, MILLION) == pytest.approx(input_usd)
    assert prices.cost_usd(model, TokenCount(output=1_000_000)) == pytest.approx(output_usd)


@pytest.mark.parametrize(
    "content", ["", "[]", '{"as_of": "2026-01-01", "prices": [{"model": "m"}]}', '{"x": 1}']
)
def test_unusable_table(tmp_path: Path, content: str) -> None:
    """A file that is no price table is the user's to mend, and is named."""
    path = tmp_path / "mine.json"
    path.write_text(content, encoding="utf-8")

    with pytest.raises(ConfigError, match=r"mine\.json"):
        load_prices(path)


def test_missing_table(tmp_path: Path) -> None:
    """A file that is not there is named, too."""
    with pytest.raises(ConfigError, match=r"gone\.json"):
        load_prices(tmp_path / "gone.json")
