"""Vendors whose installers are widely known: their downloads are reported, but as low."""

import re

from skilleval.review.lazy import Lazy
from skilleval.review.probe import words_of

_HOSTS = words_of(
    """sh.rustup.rs static.rust-lang.org get.docker.com download.docker.com install.python-poetry.org
    astral.sh bun.sh bun.com deno.land deno.com get.pnpm.io fnm.vercel.app nixos.org
    install.determinate.systems get.sdkman.io cli.github.com ollama.com claude.ai cursor.com fly.io
    get.helm.sh get.k3s.io dl.k8s.io tailscale.com pkgs.tailscale.com foundry.paradigm.xyz starship.rs
    get.volta.sh mise.run opencode.ai sentry.io cli.sentry.dev dl.google.com packages.cloud.google.com
    sdk.cloud.google.com awscli.amazonaws.com apt.releases.hashicorp.com releases.hashicorp.com
    deb.nodesource.com rpm.nodesource.com nodejs.org aka.ms packages.microsoft.com dot.net
    get.pulumi.com cli.doppler.com taskfile.dev get.modular.com bootstrap.pypa.io
    raw.githubusercontent.com/homebrew/ raw.githubusercontent.com/nvm-sh/
    raw.githubusercontent.com/ohmyzsh/ raw.githubusercontent.com/helm/
    raw.githubusercontent.com/anchore/ raw.githubusercontent.com/aquasecurity/ hex.pm zed.dev
    repo.anaconda.com repo.continuum.io micro.mamba.pm pixi.sh get.nexte.st just.systems"""
)
_VENDOR = Lazy(rf"^https://(?:www\.)?(?:{'|'.join(map(re.escape, sorted(_HOSTS)))})(?=[/?#]|$)")
_VENDOR_PATH = Lazy(rf"^https://(?:{'|'.join(re.escape(h) for h in sorted(_HOSTS) if '/' in h)})")
_URL = Lazy(r"[a-z][a-z0-9+.-]{1,9}://[^\s\"'`)>\]|;]+")
_RELEASE = Lazy(
    r"^https://(?:github\.com/[\w.-]+/[\w.-]+/releases/download/v?\d[\w.+-]*/"
    r"|registry\.npmjs\.org/|files\.pythonhosted\.org/)"
)


def is_vendor_installer(command: str) -> bool:
    """Return whether every address in a command is an installer of a well-known vendor, over https."""
    urls = _URL.findall(command.lower())
    return bool(urls) and all(_is_vendor(url) for url in urls)


def is_vendor_download(url: str) -> bool:
    """Return whether an address belongs to a well-known vendor, over https."""
    return _is_vendor(url.lower())


def is_pinned_release(command: str) -> bool:
    """Return whether every address in a command is a vendor's or a numbered release on a registry."""
    urls = _URL.findall(command.lower())
    return bool(urls) and all(_is_vendor(url) or _RELEASE.match(url) for url in urls)


def _is_vendor(url: str) -> bool:
    return "@" not in url and bool(_VENDOR.match(url) or _VENDOR_PATH.match(url))
