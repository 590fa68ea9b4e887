#!/usr/bin/env bash
# Gives this machine a Docker Engine and the base image that our Dockerfile names, where either is missing.
# Runs as root on Debian, as often as you like; a minute from nothing, a second when all is there.
# The base is made with debootstrap because no image registry can be reached where our CI runs.
set -euo pipefail

BASE_IMAGE=${SKILLEVAL_BASE_IMAGE:-debian:bookworm-slim}
CACHE=${SKILLEVAL_CACHE:-$HOME/.cache/skilleval}
LOG=${SKILLEVAL_DOCKERD_LOG:-/tmp/skilleval-dockerd.log}

say() { echo "engine: $*"; }

answers() { docker version --format '{{.Server.Version}}' >/dev/null 2>&1; }

install_engine() {
  command -v dockerd >/dev/null && return
  say "installing docker.io"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends docker.io iptables >/dev/null
}

# $@ = flags of dockerd. Detached with setsid, so that it outlives this script.
start_with() {
  rm -f /var/run/docker.pid
  setsid nohup dockerd "$@" >"$LOG" 2>&1 </dev/null &
  local pid=$!
  for _ in $(seq 60); do
    answers && return 0
    kill -0 "$pid" 2>/dev/null || return 1
    sleep 0.25
  done
  kill "$pid" 2>/dev/null || true
  return 1
}

start_engine() {
  answers && return
  install_engine
  say "starting dockerd"
  # Trials have no network at all, so an engine without bridge and iptables serves them as well.
  start_with || start_with --iptables=false --ip6tables=false --bridge=none ||
    start_with --iptables=false --ip6tables=false --bridge=none --storage-driver=vfs ||
    { say "dockerd does not start; its log:"; tail -20 "$LOG"; exit 1; }
}

# The machine's own certificate authorities: without them apt, pip and npm fail in builds here.
put_certificates() {
  mkdir -p "$1/usr/local/share/ca-certificates" "$1/etc/ssl/certs"
  cp /usr/local/share/ca-certificates/*.crt "$1/usr/local/share/ca-certificates/" 2>/dev/null || true
  cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/ca-certificates.crt" 2>/dev/null || true
}

make_base() {
  command -v debootstrap >/dev/null || {
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
  }
  local room
  room=$(mktemp -d)
  trap 'rm -rf "$room"' RETURN
  say "making $BASE_IMAGE with debootstrap"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$room/root" >"$room/log" 2>&1 ||
    { tail -20 "$room/log"; exit 1; }
  rm -rf "$room"/root/var/cache/apt/archives/*.deb
  put_certificates "$room/root"
  tar -C "$room/root" -c . | docker import -c 'CMD ["bash"]' - "$BASE_IMAGE" >/dev/null
  mkdir -p "$CACHE"
  docker save "$BASE_IMAGE" -o "$CACHE/base.tar.part" && mv "$CACHE/base.tar.part" "$CACHE/base.tar"
}

has_base() { docker image inspect "$BASE_IMAGE" >/dev/null 2>&1; }

start_engine
has_base || { [ -s "$CACHE/base.tar" ] && docker load -q -i "$CACHE/base.tar" >/dev/null 2>&1 && has_base; } || make_base
say "Docker Engine $(docker version --format '{{.Server.Version}}'), base $BASE_IMAGE"
