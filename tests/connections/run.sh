#!/usr/bin/env bash
# No telemetry: a whole session opens no connection but to its device (or its adb server) and its client, and sends
# nothing anywhere else. Watched with strace, over stdio and over HTTP.
# Holds guards.17.
set -euo pipefail
cd "$(dirname "$0")"
. ../suite.sh
fingertip=${FINGERTIP:-$(built fingertip)}
if ! command -v strace >/dev/null || ! strace -o /dev/null true 2>/dev/null; then
  echo "skipped: strace cannot run here"
  exit 0
fi
work=$(mktemp -d)
export XDG_CACHE_HOME=$work
adb_port=
cleanup() {
  [ -n "$adb_port" ] && adb -P "$adb_port" kill-server >/dev/null 2>&1 || true
  kill "${phone_pid:-}" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
passed=0
failed=0

# check NAME ADB_PORT MODE ADDRESS…: a session on a new phone, whose adb server would be at ADB_PORT, reaches the
# addresses only; `device` is the phone's.
check() {
  start_phone "$work/phone.log" "$fingertip"
  local allowed=("${@:4}")
  # No adb server is started: what it would do is its own affair.
  if FINGERTIP_ADB=/nowhere/adb ADB_SERVER_SOCKET="tcp:127.0.0.1:$2" \
    python3 session.py "$fingertip" "$phone_address" "$work/trace" "$3" >"$work/answers" 2>&1 &&
    python3 reached.py "$work/trace" "127.0.0.1:$2" "${allowed[@]/#device/$phone_address}" >"$work/reached" 2>&1; then
    echo "ok: $1: $(tail -n1 "$work/answers"), $(cat "$work/reached")"
    passed=$((passed + 1))
  else
    echo "FAILED: $1"
    cat "$work/answers" "$work/reached" 2>/dev/null || true
    failed=$((failed + 1))
  fi
  kill "$phone_pid" 2>/dev/null || true
  wait "$phone_pid" 2>/dev/null || true
}

check "straight to the adbd" "$(free_port)" stdio device
http_port=$(free_port)
check "over HTTP" "$(free_port)" "$http_port" device "127.0.0.1:$http_port"
if command -v adb >/dev/null; then
  adb_port=$(free_port)
  ADB_EMU=0 ADB_USB=0 ADB_MDNS=0 adb -P "$adb_port" start-server >/dev/null 2>&1
  check "through the adb server" "$adb_port" stdio
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
