#!/usr/bin/env bash
# What the tests of the GitHub side need: npm packages, linters and act, and the action's image.
# As often as you like; needs the engine and base image of .ci/engine.sh, and .venv of `make setup`.
set -euo pipefail
cd "$(dirname "$0")/.."
IMAGE=${SKILLEVAL_ACTION_IMAGE:-skilleval-action:test}

say() { echo "github: $*"; }

command -v npm >/dev/null || {
  say "installing Node.js"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs npm >/dev/null
}
cmp -s .ci/npm/package-lock.json .ci/npm/node_modules/.installed || {
  say "installing npm packages"
  (cd .ci/npm && npm ci --silent --no-audit --no-fund)
  cp .ci/npm/package-lock.json .ci/npm/node_modules/.installed
}
cmp -s requirements/ci.txt .venv/.ci || {
  say "installing act and linters"
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/ci.txt
  cp requirements/ci.txt .venv/.ci
}
say "building the action's image"
docker build --quiet --network host -t "$IMAGE" . >/dev/null
say "image $IMAGE, $(docker image inspect --format '{{.Size}}' "$IMAGE" | awk '{printf "%d MB", $1 / 1e6}')"
