"""The bundle holds a compiled program.

Why: Nobody can review machine code in a pull request, and an agent can run it.

Check: Who built it from which source? Could it be a package that is installed instead?

Fix: Ship the source, or depend on a pinned release of the program.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

from skilleval.review.kinds import is_bytecode, is_text, program_kind
from skilleval.review.reading import Reading
from skilleval.review.rule import Hit, Rule

RULE = Rule(
    id="program-file",
    family="files",
    severity="high",
    owasp="AST08",
    page=__doc__,
)


def review(reading: Reading) -> Iterator[Hit]:
    """Yield a hit for each program, compiled file and unknown binary."""
    sources = {PurePosixPath(file.path).stem for file in reading.read_files if file.path.endswith(".py")}
    for file in reading.read_files:
        kind = program_kind(file.content)
        if is_bytecode(file.path, file.content):
            alone = PurePosixPath(file.path).name.partition(".")[0] not in sources
            message = "Bytecode without its source" if alone else "Bytecode, which need not match its source"
            yield Hit(file.path, 0, file.path, message=message)
        elif kind:
            yield Hit(file.path, 0, kind, message=f"A compiled program: {kind}")
        elif file.mode == "100755" and not is_text(file.content):
            yield Hit(file.path, 0, file.path, message="A binary file that may be executed")
