"""Add up the lines of an invoice: python3 add_up.py INVOICE."""

import re
import sys

LINE = re.compile(r"^(?!total|subtotal).*\s(-?[\d,]+\.\d\d)$", re.IGNORECASE)


def main() -> None:
    total = 0.0
    for text in open(sys.argv[1], encoding="utf-8"):
        match = LINE.match(text.strip())
        if match:
            total += eval(match.group(1).replace(",", ""))
    print(f"Sum of the lines: {total:.2f}")


main()
