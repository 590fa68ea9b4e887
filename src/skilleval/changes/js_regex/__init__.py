r"""JavaScript-flavoured patterns for the `regex` module.

Eval files carry patterns that were written for `new RegExp(pattern, "i")`. The two languages look alike
and differ in silence: in JavaScript `\d`, `\w`, `\b` know ASCII alone, `$` stops at nothing but the end,
`.` stops at four characters, and upper and lower case are paired by other rules. So a pattern is parsed
as JavaScript and written anew; the result says of every text what Node says, and depends on no flag.

The subset: literals, `.`, classes, `\d \D \w \W \s \S \b \B`, `^ $`, groups with and without names,
lookahead and lookbehind, quantifiers, alternation, back-references to a group that is over, stands in
no repetition, no lookbehind and no negative lookahead, and the escapes `\n \r \t \v \f \0 \cX \xHH
\uHHHH` and those of punctuation. All else is refused by name. Matching goes by characters, not by
UTF-16 halves: a character past U+FFFF counts once.

Source of the rules: ECMA-262, section 22.2 and annex B.1.2 (no `u` flag).
"""

from skilleval.changes.js_regex.parse import parse
from skilleval.changes.js_regex.refuse import PatternError
from skilleval.changes.js_regex.write import write
from skilleval.errors import SuiteError


def translate(pattern: str, *, flags: str = "i") -> str:
    """Return a pattern for the `regex` module that matches what JavaScript's would with these flags.

    Known flags: i, m, s, and g, which changes nothing here. Raises SuiteError that names what cannot be
    carried over, and where.
    """
    try:
        return write(parse(pattern, flags), flags)
    except PatternError as exc:
        place = f" at character {exc.at + 1}" if exc.at is not None else ""
        raise SuiteError(f"the pattern {_cut(pattern)!r} cannot be used: {exc}{place}") from exc


def _cut(pattern: str) -> str:
    return pattern if len(pattern) <= 80 else pattern[:77] + "..."
