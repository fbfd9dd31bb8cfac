#!/usr/bin/env bash
# Makes a runtime that also lets androidx's dumper write every window it is asked for: fingertip-runtime.jar, its Tree renamed, the
# Tree of src/ before it, and the classes of the dumper. For tests only; ends with 3 where the dumper cannot be brought.
# Usage: build.sh PARTS_FOLDER OUT.jar [AAR]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
runtime="$here/../.."
parts=${1:?folder of jars} out=${2:?jar to write} aar=${3:-}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
if [ -z "$aar" ]; then
  mvn -q -B dependency:copy -Dartifact=androidx.test.uiautomator:uiautomator:2.3.0:aar -DoutputDirectory="$work" >"$work/log" 2>&1 \
    || { tail -n 3 "$work/log"; echo "androidx.test.uiautomator cannot be brought"; exit 3; }
  aar="$work/uiautomator-2.3.0.aar"
fi
mkdir "$work/aar" "$work/src" "$work/first" "$work/classes"
(cd "$work/aar" && jar --extract --file "$(realpath "$aar")" classes.jar && jar --extract --file classes.jar)

# Private parts of the runtime's own that the test needs: which views are fetched, and the root.
sed -e 's/\bTree\b/RuntimeTree/g' -e 's/private static final int FETCH/static int FETCH/' -e 's/private static \(AccessibilityNodeInfo root\|void clearCache\)(/static \1(/' \
  "$runtime/src/fingertip/runtime/Tree.java" >"$work/src/RuntimeTree.java"
mkdir -p "$work/stub/org/robolectric/internal/bytecode"
echo 'package org.robolectric.internal.bytecode; public interface ShadowedObject {}' >"$work/stub/org/robolectric/internal/bytecode/ShadowedObject.java"
javac --release 17 -d "$work/first" "$work/stub/org/robolectric/internal/bytecode/ShadowedObject.java"
path=$(ls "$parts"/*.jar | grep -v '/android-all' | paste -sd:):$(ls "$parts"/android-all-instrumented-14-*.jar)
javac --release 17 -proc:none -nowarn -Xlint:none -implicit:none -encoding UTF-8 -cp "$work/first:$runtime/fingertip-runtime.jar:$path" -d "$work/classes" \
  "$work/src/RuntimeTree.java" "$here/src/fingertip/runtime/Tree.java" 2>"$work/log" || { grep -v '^Note:' "$work/log" >&2; exit 1; }

cp "$runtime/fingertip-runtime.jar" "$work/out.jar"
jar --update --file "$work/out.jar" -C "$work/classes" . -C "$work/aar" androidx
mkdir -p "$(dirname "$out")"
mv "$work/out.jar" "$out"
