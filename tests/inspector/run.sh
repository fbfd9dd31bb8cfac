#!/usr/bin/env bash
# Lists and calls tools with the official MCP inspector, over stdio and HTTP, with the handshake of
# 2025-11-25 ("legacy") and without ("modern"). `--strict` fails on schemas that some models refuse.
#
# FINGERTIP  the server's program (default: the newest build of `fingertip`)
# TOOL       a tool to call, and its arguments as JSON
set -euo pipefail
cd "$(dirname "$0")"
. ../suite.sh

server=("${FINGERTIP:-$(built fingertip)}" ${FINGERTIP_ARGUMENTS-mcp})
tool=${TOOL:-list_devices}
arguments=${ARGUMENTS:-{\}}
npm_tool inspector @modelcontextprotocol/inspector@2.12.0
node=$(node_22)

work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT
passed=0
failed=0

# The inspector keeps a catalogue in the home folder unless told otherwise.
inspect() {
  HOME=$work "$node" "$tools/inspector/node_modules/.bin/mcp-inspector" --cli "$@"
}

# expect NAME PATTERN ARGUMENT…: the inspector succeeds and prints what matches.
expect() {
  if inspect "${@:3}" >"$work/out" 2>&1 && grep -Eq "$2" "$work/out"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED $1"
    tail -n 20 "$work/out"
  fi
}

all() {
  local name=$1
  shift
  for era in legacy modern; do
    local to=("$@" --protocol-era "$era")
    expect "$name $era: list" "\"name\": \"$tool\"" "${to[@]}" --method tools/list
    expect "$name $era: list --strict" "\"name\": \"$tool\"" "${to[@]}" --method tools/list --strict
    expect "$name $era: call $tool" '"type": "text"' "${to[@]}" --method tools/call \
      --tool-name "$tool" --tool-args-json "$arguments"
  done
}

all stdio "${server[@]}"
all "stdio --structured" "${server[@]}" --structured

start_http "$work/http.log" "${server[@]}" --http 127.0.0.1:0
pids+=("$pid")
all http "$url" --transport http

start_http "$work/http.log" "${server[@]}" --structured --http 127.0.0.1:0
pids+=("$pid")
all "http --structured" "$url" --transport http

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
