#!/usr/bin/env bash
# Builds the action's image for the tests that start it; needs the engine and the base of .ci/engine.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
IMAGE=${SKILLEVAL_ACTION_IMAGE:-skilleval-action:test}
docker build --quiet --network host -t "$IMAGE" . >/dev/null
size=$(docker image inspect --format '{{.Size}}' "$IMAGE")
echo "image: $IMAGE, $((size / 1000000)) MB"
