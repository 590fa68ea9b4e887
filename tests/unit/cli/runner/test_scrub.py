"""An environment without secrets, for us and for every child; /proc is read in e2e/github/test_kills.py."""

import pytest

from skilleval.cli.runner.scrub import clean_environment


@pytest.mark.parametrize(
    "name",
    [
        "INPUT_GITHUB-TOKEN", "INPUT_MODEL", "STATE_head", "GITHUB_TOKEN", "GITHUB_ENV", "GITHUB_PATH",
        "GH_TOKEN", "ACTIONS_RUNTIME_TOKEN", "ACTIONS_CACHE_URL", "ACTIONS_RESULTS_URL",
        "ACTIONS_ID_TOKEN_REQUEST_URL", "RUNNER_TEMP", "ANTHROPIC_API_KEY", "NPM_TOKEN",
        "aws_secret_access_key", "DB_PASSWORD", "MY_APIKEY",
    ],
)  # fmt: skip
def test_no_child_sees(name: str) -> None:
    """Tokens, keys, cache and OIDC variables, and the files that steer later steps stay behind."""
    assert clean_environment({name: "x", "PATH": "/bin"}) == {"PATH": "/bin"}


@pytest.mark.parametrize("name", ["PATH", "HOME", "LANG", "HTTPS_PROXY", "SSL_CERT_FILE", "DOCKER_HOST"])
def test_children_keep_what_they_need(name: str) -> None:
    """Paths, proxies and certificates are passed on."""
    assert clean_environment({name: "x"}) == {name: "x"}
