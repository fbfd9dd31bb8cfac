#!/usr/bin/env bash
# Programs of others, unmodified, do one scenario on the phone through the real adb: each client on a phone and an adb
# server of its own. What happened must be what the clients' client.json say, and the table in docs/phone.md with it.
#
#   run.sh [CLIENT…]   runs these clients, or all
#   run.sh --write     runs all and writes the table
#   run.sh --check     runs nothing: fails when the table is stale
#
# FINGERTIP  the phone's program (default: the newest build of `fingertip`)
# KEEP       a folder in which each client's log is left, and its phone's
set -euo pipefail
cd "$(dirname "$0")"
. ../suite.sh
here=$PWD
skip() { echo "skipped: $*" && exit 0; }
clients() { "$node" "$here/clients.mjs" "$@"; }

write=
case ${1-} in
--check)
  node=$(command -v node) || skip "no node on the PATH"
  clients check && exit || exit 1
  ;;
--write) write=yes && shift ;;
esac

node=$(node_22) || skip "no Node 22 here, and the registry is out of reach"
adb=$(command -v adb) || skip "no adb on the PATH"
fingertip=${FINGERTIP:-$(built fingertip)}
[ -n "$fingertip" ] || { echo "build fingertip first: cargo build -p fingertip" >&2 && exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The phone's clients look for an SDK in different places: this one holds nothing but the real adb.
mkdir -p "$work/sdk/platform-tools"
ln -s "$(readlink -f "$adb")" "$work/sdk/platform-tools/adb"

# pip_tool FOLDER PACKAGE==VERSION…: as npm_tool, into a Python environment.
pip_tool() {
  local folder=$tools/$1 wanted="${*:2}"
  if [ "$(cat "$folder/.installed" 2>/dev/null)" != "$wanted" ]; then
    python3 -m venv "$folder" && "$folder/bin/python" -m pip install --quiet "${@:2}" >&2 && echo "$wanted" >"$folder/.installed"
  fi
}

# install CLIENT: what its client.json names; false where that cannot be had.
install() {
  local kind packages tool
  tool=$(clients tool "$1")
  while IFS=$'\t' read -r kind packages; do
    case $kind in
    npm) (npm_tool "$tool" $packages) ;;
    pip) (pip_tool "$tool" $packages) ;;
    program) command -v "$packages" >/dev/null ;;
    script) "$here/$1/$packages" "$tools/$tool" ;;
    esac || return 1
  done < <(clients needs "$1")
}

# drive CLIENT: one phone, one adb server, one scenario; the results go to $work/CLIENT.results. Runs in a subshell.
drive() {
  client=$1
  folder=$work/$1
  tool=$tools/$(clients tool "$client")
  mkdir -p "$folder/home"
  trap 'stop' EXIT
  stop() {
    [ -n "${ADB_SERVER_SOCKET-}" ] && timeout 10 "$adb" kill-server >/dev/null 2>&1 || true
    # Some clients leave daemons behind; they are known by this client's home.
    for left in $(grep -lzsxF "HOME=$folder/home" /proc/[0-9]*/environ); do
      left=${left#/proc/} && kill -9 "${left%/environ}" 2>/dev/null || true
    done
    kill "${phone_pid:-}" 2>/dev/null || true
  }
  # Whatever server the user has is not ours to ask, or to stop.
  unset ADB_SERVER_SOCKET ANDROID_ADB_SERVER_ADDRESS ANDROID_ADB_SERVER_PORT
  start_phone "$work/$client.phone.log" "$fingertip" >&2 || return 1
  # A home of its own: keys, caches and daemons of the clients stay out of the user's.
  export HOME=$folder/home TMPDIR=$folder ADB_EMU=0 ADB_USB=0 ADB_MDNS=0 ADB_MDNS_AUTO_CONNECT=0
  unset ANDROID_SERIAL ADB_TRACE ADB_VENDOR_KEYS
  export DO_NOT_TRACK=1 NO_UPDATE_NOTIFIER=1
  export ANDROID_HOME=$work/sdk ANDROID_SDK_ROOT=$work/sdk
  PATH=$ANDROID_HOME/platform-tools:$(dirname "$node"):$tool/node_modules/.bin:$tool/bin:$PATH
  port=$("$node" -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
  # With ADB_SERVER_SOCKET set, adb takes the server for somebody else's and does not start it.
  export ANDROID_ADB_SERVER_PORT=$port
  "$adb" start-server >&2
  export ADB_SERVER_SOCKET=tcp:127.0.0.1:$port
  "$adb" connect "$phone_address" >&2
  timeout 30 "$adb" -s "$phone_address" wait-for-device
  SERIAL=$phone_address
  SIZE=$("$adb" -s "$SERIAL" shell wm size | sed 's/.*: //')
  export SERIAL SIZE TOOL=$tool ADB=$ANDROID_HOME/platform-tools/adb PYTHONPATH=$here PYTHONDONTWRITEBYTECODE=1
  driver=$(clients driver "$client")
  case $driver in *.py) interpreter=$tool/bin/python ;; *) interpreter=$node ;; esac
  [ -x "$interpreter" ] || interpreter=python3
  cd "$folder"
  SECONDS=0
  timeout --kill-after=5 150 env $(clients environment "$client") "$interpreter" "$driver" >"$work/$client.results" || true
  echo "$SECONDS" >"$work/$client.seconds"
}

chosen=("$@")
[ $# -gt 0 ] || mapfile -t chosen < <(clients list)
ran=()
for client in "${chosen[@]}"; do
  if install "$client" 2>"$work/$client.install"; then
    ran+=("$client")
  else
    echo "skipped: $client cannot be installed here: $(grep -v '^ *$' "$work/$client.install" | head -n1)"
  fi
done
# As many at once as there are cores: the phones and servers know nothing of each other.
for client in "${ran[@]}"; do
  while [ "$(jobs -pr | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
  (drive "$client" 2>"$work/$client.log") &
done
wait || true
if [ -n "${KEEP-}" ]; then
  mkdir -p "$KEEP"
  cp "$work"/*.log "$work"/*.results "$KEEP" || true
fi
clients verdict "$work" "${ran[@]}"
[ -n "$write" ] || { clients check && exit || exit 1; }
[ "${#ran[@]}" -eq "$(clients list | wc -l)" ] || { echo "the table is written only when all clients ran" >&2 && exit 1; }
clients write
