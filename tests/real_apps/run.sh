#!/usr/bin/env bash
# Real apps on the phone: brings the parts, makes the runtime again and compares it with what is committed, brings API Demos, makes
# our own two apps, and runs the tests that need them. Where a registry is out of reach it says so and ends well.
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 0; }
. tests/real_apps/bring.sh
tests/apps/build.sh "$tools/apps" "$tools/apps-work" >"$tools/apps.log" 2>&1 || {
  tail -n 5 "$tools/apps.log"
  echo "skipped: our own apps cannot be made here"
  exit 0
}

export FINGERTIP_SHOP="$tools/apps/shop.apk" FINGERTIP_WIDGETS="$tools/apps/widgets.apk"
export FINGERTIP_WIDGETS_CLASSES="$tools/apps-work/widgets/classes"
runtime/test/run.sh "$FINGERTIP_RUNTIME" "$FINGERTIP_APIDEMOS"
# One process per app and two cores: one test at a time.
cargo test --quiet --package phone --test real_apps -- --test-threads=1
cargo test --quiet --package fingertip --test real -- --test-threads=1
