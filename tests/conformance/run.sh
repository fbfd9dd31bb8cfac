#!/usr/bin/env bash
# Runs the protocol's official conformance suite: what needs no fixtures against the real server,
# everything against the fixture server. What does not apply is in not-applicable.txt.
#
# FINGERTIP  the real server's program   (default: the newest build of `fingertip`)
# FIXTURES   the fixture server's program (default: the newest build of the example)
set -euo pipefail
cd "$(dirname "$0")"
. ../suite.sh

real=${FINGERTIP:-$(built fingertip)}
real_arguments=(${FINGERTIP_ARGUMENTS-mcp})
fixtures=${FIXTURES:-$(built examples/conformance_fixtures)}
npm_tool conformance @modelcontextprotocol/conformance@0.2.0-alpha.12
node=$(node_22)
suite() { "$node" "$tools/conformance/node_modules/.bin/conformance" server --url "$url" "$@" >>"$results/log" 2>&1; }

results=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$results"' EXIT

# check SERVER VERSION [SCENARIO…]: all scenarios of a version, or those named.
check() {
  local out=$results/$1/$2
  mkdir -p "$out"
  if [ $# -eq 2 ]; then
    suite --suite all --spec-version "$2" -o "$out" || true
  else
    for scenario in "${@:3}"; do
      suite --scenario "$scenario" --spec-version "$2" -o "$out" || true
    done
  fi
}

start_http "$results/real.log" "$real" "${real_arguments[@]}" --http 127.0.0.1:0
pids+=("$pid")
check real 2025-11-25 server-initialize ping tools-list server-sse-multiple-streams \
  dns-rebinding-protection server-session-lifecycle
check real 2026-07-28 server-stateless tools-list server-sse-multiple-streams \
  dns-rebinding-protection http-header-validation

start_http "$results/fixtures.log" "$fixtures" --http 127.0.0.1:0
pids+=("$pid")
check fixtures 2025-11-25
check fixtures 2026-07-28

"$node" verdict.mjs "$results" not-applicable.txt
