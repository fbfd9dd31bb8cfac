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
# The table that declared widgets are held to, from the frameworks that run here.
if "$program" runtime install --api 28 --api 31 --api 34 --api 35 --dir "$FINGERTIP_RUNTIME" >"$tools/levels.log" 2>&1; then
  python3 runtime/test/widgets.py "$FINGERTIP_RUNTIME" crates/phone/src/apps/tests/framework_widgets.tsv --check
else
  tail -n 1 "$tools/levels.log"
  echo "skipped: the widgets of other levels are not recorded again"
fi
# What `uiautomator dump` writes is held to androidx's own dumper, where that can be brought.
if runtime/test/dumper/build.sh "$FINGERTIP_RUNTIME" "$tools/dumper.jar"; then
  export FINGERTIP_DUMPER_JAR="$tools/dumper.jar"
elif [ $? -ne 3 ]; then
  exit 1
else
  echo "skipped: dumps are not compared with androidx's"
fi
# One process per app and two cores: one test at a time. FINGERTIP_TAPS=2000 taps that often at random (200 otherwise), FINGERTIP_KILLS
# kills so many app processes (5), FINGERTIP_SEED has other taps and moments, FINGERTIP_CASE runs the cases whose names contain it.
cargo test --quiet --package phone --test real_apps -- --test-threads=1
cargo test --quiet --package fingertip --test real -- --test-threads=1
