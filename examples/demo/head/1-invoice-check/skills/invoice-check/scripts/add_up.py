"""Compare the lines of an invoice with its total: python3 add_up.py INVOICE."""

import re
import sys
from decimal import Decimal
from pathlib import Path

LINE = re.compile(r"^(?P<what>.*?):?\s+(?P<amount>-?[\d,]+\.\d\d)$")


def main() -> None:
    lines, stated = Decimal(0), None
    for text in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        match = LINE.match(text.strip())
        if not match:
            continue
        amount = Decimal(match["amount"].replace(",", ""))
        if match["what"].lower() == "total":
            stated = amount
        else:
            lines += amount
    print(f"Sum of the lines: {lines:.2f}")
    if stated is None:
        print("The invoice states no total.")
    elif stated == lines:
        print("The invoice adds up.")
    else:
        print(f"The invoice does not add up: it states {stated:.2f}, the difference is {abs(stated - lines):.2f}.")


main()
