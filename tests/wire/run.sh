#!/usr/bin/env bash
# Two implementations of the adb wire that nobody here wrote connect straight to the phone's port and run shell, push
# and pull: PyPI adb-shell and npm @yume-chan/adb.
set -euo pipefail
cd "$(dirname "$0")"
. ../suite.sh
fingertip=${FINGERTIP:-$(built fingertip)}
work=$(mktemp -d)
trap 'kill "${phone_pid:-}" 2>/dev/null || true; rm -rf "$work"' EXIT
start_phone "$work/phone.log" "$fingertip"
passed=0
failed=0
check() {
  if "${@:2}"; then
    echo "ok: $1"
    passed=$((passed + 1))
  else
    echo "FAILED: $1"
    failed=$((failed + 1))
  fi
}

python=$tools/python/bin/python
if ! "$python" -c 'import adb_shell' 2>/dev/null; then
  python3 -m venv "$tools/python"
  "$python" -m pip install --quiet adb-shell==0.4.4
fi
npm_tool yume-chan @yume-chan/adb@2.6.4
check "adb-shell 0.4.4" "$python" adb_shell_client.py "$phone_address"
check "@yume-chan/adb 2.6.4" env YUME_CHAN="$tools/yume-chan/node_modules" "$(node_22)" yume_chan_client.mjs "$phone_address"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
