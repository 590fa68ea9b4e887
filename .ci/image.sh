#!/usr/bin/env bash
# Builds the action's image for the tests that start it; needs the engine and the base of .ci/engine.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
IMAGE=${SKILLEVAL_ACTION_IMAGE:-skilleval-action:test}
docker build --quiet --network host -t "$IMAGE" . >/dev/null
size() { docker image inspect --format '{{.Size}}' "$1"; }
BASE=$(awk '/^FROM/ { base = $2 } END { print base }' Dockerfile)
OVER=$((($(size "$IMAGE") - $(size "$BASE")) / 1000000))
echo "image: $IMAGE, $OVER MB over $BASE"
# docs/github.md, "Image", says about 600: what is forgotten in the image costs every job that pulls or builds it
if ((OVER > 640)); then
  echo "the image has grown: find what came in (docker history $IMAGE), or say the new size in docs/github.md" >&2
  exit 1
fi
