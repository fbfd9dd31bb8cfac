#!/usr/bin/env bash
# Compiles src/ into fingertip-runtime.jar: the same bytes each time.
# Usage: build.sh [FOLDER_OF_JARS] [OUT.jar]   (default folder: where `fingertip runtime install` puts the parts)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
parts=${1:-${FINGERTIP_RUNTIME:-${XDG_DATA_HOME:-$HOME/.local/share}/fingertip/runtime}}
out=${2:-$here/fingertip-runtime.jar}
[ -d "$parts" ] || { echo "no folder of jars at $parts: run \`fingertip runtime install\` first" >&2; exit 1; }
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

# Framework jars come last, API 34 (which the sources are written against) before others.
find -L "$parts" -name '*.jar' | grep -v '/android-all' | sort >"$work/libs"
find -L "$parts" -name 'android-all-instrumented-14-*.jar' | sort >>"$work/libs"
class_path=$(paste -sd: "$work/libs")
find "$here/src" -name '*.java' | LC_ALL=C sort >"$work/sources"
mkdir "$work/classes" "$work/first"
# The framework jars are instrumented: their classes implement an interface whose method javac cannot see in them.
mkdir -p "$work/stub/org/robolectric/internal/bytecode"
echo 'package org.robolectric.internal.bytecode; public interface ShadowedObject {}' >"$work/stub/org/robolectric/internal/bytecode/ShadowedObject.java"
javac --release 17 -d "$work/first" "$work/stub/org/robolectric/internal/bytecode/ShadowedObject.java"
javac --release 17 -proc:none -nowarn -Xlint:none -g:source,lines -encoding UTF-8 -implicit:none -cp "$work/first:$class_path" -d "$work/classes" @"$work/sources" 2>"$work/log" \
  || { grep -v '^Note:' "$work/log" >&2; exit 1; }
javac --release 17 -proc:none -g:source,lines -d "$work/classes" $(find "$here/stubs" -name '*.java' | LC_ALL=C sort)
(cd "$work/classes" && find . -name '*.class' | sed 's|^\./||' | LC_ALL=C sort >"$work/names" && mkdir -p "$(dirname "$out")" \
  && jar --create --no-manifest --date=2020-01-01T00:00:00Z --file "$work/out.jar" @"$work/names")
mv "$work/out.jar" "$out"
echo "$out: $(wc -c <"$out") bytes"
