#!/usr/bin/env bash
# Runs the runtime without a phone: API Demos tapped through, then an app of our own that tries each thing a process can be asked for.
# Usage: run.sh PARTS_FOLDER APK [options of demos.py, such as --api 31]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] || { echo "usage: run.sh PARTS_FOLDER APK" >&2; exit 2; }
command -v java >/dev/null || { echo "skipped: no java" >&2; exit 0; }
ls "$1"/robolectric-*.jar >/dev/null 2>&1 || { echo "skipped: no parts in $1" >&2; exit 0; }
parts=$1 apk=$2; shift 2
python3 "$here/demos.py" "$parts" "$apk" "$@"
python3 "$here/probe.py" "$parts" "$@"
python3 "$here/components.py" "$parts" "$@"
