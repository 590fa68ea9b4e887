"""Parts of the client that need no server; the rest is in tests/contract/test_models.py."""

import subprocess
import sys


def test_sdk_is_not_imported_with_the_module() -> None:
    """The SDK takes over a second to import; a command without a model does not pay for it."""
    code = "import sys, skilleval.models.anthropic; sys.exit('anthropic' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
