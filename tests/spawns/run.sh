#!/usr/bin/env bash
# A tool call on a connected device spawns no process: watched with strace, straight to an adbd and through the
# real adb server.
set -euo pipefail
cd "$(dirname "$0")"
. ../suite.sh
fingertip=${FINGERTIP:-$(built fingertip)}
if ! command -v strace >/dev/null || ! strace -o /dev/null true 2>/dev/null; then
  echo "skipped: strace cannot run here"
  exit 0
fi
work=$(mktemp -d)
adb_port=
cleanup() {
  [ -n "$adb_port" ] && adb -P "$adb_port" kill-server >/dev/null 2>&1 || true
  kill "${phone_pid:-}" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
start_phone "$work/phone.log" "$fingertip"

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
passed=0
failed=0

# check NAME PORT: drives the server, whose adb server would be at PORT, under strace.
check() {
  ADB_SERVER_SOCKET="tcp:127.0.0.1:$2" python3 drive.py "$fingertip" "$phone_address" "$work/trace" >"$work/answers"
  # The one program that is started is the server itself.
  read -r started forked < <(python3 forks.py "$work/trace")
  calls=$(sed -n 's/^calls: //p' "$work/answers")
  if [ "$started" -eq 1 ] && [ "$forked" -eq 0 ] && [ "${calls% of *}" = "${calls#* of }" ] && [ -n "$calls" ]; then
    echo "ok: $1: $calls calls spawned nothing"
    passed=$((passed + 1))
  else
    echo "FAILED: $1: $started programs started (the server is one), $forked processes forked"
    cat "$work/answers"
    failed=$((failed + 1))
  fi
}

check "straight to the adbd" "$(free_port)"
if command -v adb >/dev/null; then
  adb_port=$(free_port)
  ADB_EMU=0 ADB_USB=0 ADB_MDNS=0 adb -P "$adb_port" start-server >/dev/null 2>&1
  check "through the adb server" "$adb_port"
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
