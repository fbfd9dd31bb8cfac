# Sourced by the scripts that check us with programs of others.
# Node programs are installed once, in pinned versions, under .tools/ at the root of the repository.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=$root/.tools

# npm_tool FOLDER PACKAGE@VERSION…: installs the packages into .tools/FOLDER unless they are there.
npm_tool() {
  local folder=$tools/$1 wanted="${*:2}"
  if [ "$(cat "$folder/.installed" 2>/dev/null)" != "$wanted" ]; then
    mkdir -p "$folder"
    [ -f "$folder/package.json" ] || echo '{"private":true}' >"$folder/package.json"
    npm install --prefix "$folder" --no-audit --no-fund --no-save --loglevel=error "${@:2}" >&2 || return 1
    echo "$wanted" >"$folder/.installed"
  fi
}

# Prints the path of a Node of at least 22.19: the system's, else one from npm.
node_22() {
  if node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b >= 19) ? 0 : 1)'; then
    command -v node
    return
  fi
  local arch
  case $(uname -m) in x86_64) arch=x64 ;; aarch64 | arm64) arch=arm64 ;; *) uname -m && return 1 ;; esac
  npm_tool node "node-$(uname -s | tr '[:upper:]' '[:lower:]')-$arch@22.23.3" || return 1
  echo "$tools"/node/node_modules/node-*/bin/node
}

# start_http LOG COMMAND…: starts a server that prints its address on stderr; sets $url and $pid.
start_http() {
  local log=$1
  "${@:2}" 2>"$log" </dev/null &
  pid=$!
  for _ in $(seq 100); do
    url=$(grep -om1 'http://[^ ]*' "$log" || true)
    [ -n "$url" ] && return 0
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  echo "the server did not come up: ${*:2}" >&2
  cat "$log" >&2
  return 1
}

target=${CARGO_TARGET_DIR:-$root/target}

# built NAME: the newest build of a program, release or debug.
built() {
  { ls -t "$target"/{release,debug}/"$1" 2>/dev/null || true; } | head -n1
}

# start_phone LOG PROGRAM: runs a phone on a free port; sets $phone_pid and $phone_address. What clients do is in the log.
start_phone() {
  "$2" phone --port 0 >"$1" 2>&1 </dev/null &
  phone_pid=$!
  for _ in $(seq 200); do
    phone_address=$(sed -n 's/^the phone listens on //p' "$1")
    [ -n "$phone_address" ] && return 0
    kill -0 "$phone_pid" 2>/dev/null || break
    sleep 0.05
  done
  echo "the phone did not come up" >&2
  cat "$1" >&2
  return 1
}
