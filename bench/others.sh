# Sourced by the measurements that compare us with programs of others. Installs them as tests/clients does, starts an adb
# server of its own, and gives them a home of their own. Sets $node, $tools and $stand_in; ends with a message where
# something cannot be had.

. tests/suite.sh
skip() { echo "skipped: $*" && exit 0; }

node=$(node_22) || skip "no Node 22 here, and the registry is out of reach"
ADB=$(command -v adb) || skip "no adb on the PATH"
command -v python3 >/dev/null || skip "no python3 on the PATH"
for client in mobile-mcp agentest agent-device claude-in-mobile; do
  packages=$("$node" tests/clients/clients.mjs needs "$client" | sed -n 's/^npm\t//p')
  (npm_tool "$client" $packages) 2>/dev/null || skip "$client cannot be installed here"
done

work=$(mktemp -d)
stop() {
  [ -n "${ADB_SERVER_SOCKET-}" ] && timeout 10 "$ADB" kill-server >/dev/null 2>&1 || true
  # Some programs leave daemons behind; they are known by this home.
  for left in $(grep -lzsxF "HOME=$work/home" /proc/[0-9]*/environ); do
    left=${left#/proc/} && left=${left%/environ}
    [ "$left" = "$$" ] || kill -9 "$left" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap stop EXIT

stand_in=$work/stand-in
mkdir -p "$work/home" "$work/sdk/platform-tools"
cp -r bench/stand-in "$stand_in"
ADB=$(readlink -f "$ADB")
ln -s "$ADB" "$work/sdk/platform-tools/adb"
# Whatever server the user has is not ours to ask, or to stop.
unset ADB_SERVER_SOCKET ANDROID_ADB_SERVER_ADDRESS ANDROID_SERIAL ADB_TRACE ADB_VENDOR_KEYS
port=$("$node" -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
export ADB HOME=$work/home TMPDIR=$work ADB_EMU=0 ADB_USB=0 ADB_MDNS=0 ADB_MDNS_AUTO_CONNECT=0
export DO_NOT_TRACK=1 NO_UPDATE_NOTIFIER=1 PYTHONDONTWRITEBYTECODE=1
export ANDROID_HOME=$work/sdk ANDROID_SDK_ROOT=$work/sdk ANDROID_ADB_SERVER_PORT=$port
PATH=$work/sdk/platform-tools:$(dirname "$node"):$PATH
"$ADB" start-server >/dev/null 2>&1
export ADB_SERVER_SOCKET=tcp:127.0.0.1:$port
