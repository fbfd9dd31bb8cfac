#!/usr/bin/env bash
# Runs API Demos on the runtime and prints what works and how long it takes: run.sh PARTS_FOLDER APK [options of demos.py]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] || { echo "usage: run.sh PARTS_FOLDER APK" >&2; exit 2; }
command -v java >/dev/null || { echo "skipped: no java" >&2; exit 0; }
ls "$1"/robolectric-*.jar >/dev/null 2>&1 || { echo "skipped: no parts in $1" >&2; exit 0; }
exec python3 "$here/demos.py" "$@"
