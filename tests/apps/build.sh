#!/usr/bin/env bash
# Makes shop.apk (Compose, Material 3) and widgets.apk (framework views) from their sources, without Gradle: aapt2, kotlinc with the
# Compose plugin, javac, d8 and apksigner. What it brings is kept in the work folder; what is newer than its sources is not made again.
# Usage: build.sh OUT [WORK]   (a JDK 17 and Maven; aapt and apksigner are Debian's and installed when missing)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=$(mkdir -p "${1:?output folder}" && cd "$1" && pwd)
work=$(mkdir -p "${2:-$out/work}" && cd "${2:-$out/work}" && pwd)
missing=()
command -v aapt2 >/dev/null || missing+=(aapt)
command -v apksigner >/dev/null || missing+=(apksigner)
command -v mvn >/dev/null || missing+=(maven)
command -v javac >/dev/null || missing+=(openjdk-17-jdk-headless)
command -v unzip >/dev/null || missing+=(unzip)
command -v zip >/dev/null || missing+=(zip)
if [ "${#missing[@]}" -gt 0 ]; then
  sudo=
  [ "$(id -u)" -eq 0 ] || sudo=sudo
  $sudo apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

# group:artifact:type:version lines on standard input into a folder; flat: without what they depend on.
bring() {
  [ -f "$work/$2/.whole" ] && return
  local flat=''
  [ "$1" = flat ] && flat='<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>'
  {
    echo '<project><modelVersion>4.0.0</modelVersion><groupId>apps</groupId><artifactId>apps</artifactId><version>1</version><dependencies>'
    while IFS=: read -r group artifact type version; do
      echo "<dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><type>$type</type><version>$version</version>$flat</dependency>"
    done
    echo '</dependencies></project>'
  } >"$work/$2.xml"
  mvn -q -B -f "$work/$2.xml" dependency:copy-dependencies -DoutputDirectory="$work/$2"
  touch "$work/$2/.whole"
}
bring flat framework <<<'org.robolectric:android-all:jar:14-robolectric-10818077'
bring flat d8 <<<'com.android.tools:r8:jar:8.5.35'
framework=$(ls "$work"/framework/*.jar)
# Debian's aapt2 is of Android 10 and dies of newer tables when a layout names drawables of the framework; the libraries of the
# shop name newer attributes, but no such drawable.
bring flat table <<<'org.robolectric:android-all:jar:9-robolectric-4913185-2'
table=$(ls "$work"/table/*.jar)

if [ ! -f "$work/key" ]; then
  keytool -genkeypair -keystore "$work/key" -storepass android -keypass android -alias debug -dname CN=Debug \
    -keyalg RSA -keysize 2048 -validity 10000 >/dev/null 2>&1
fi

# A folder with classes (folders or jars) and an APK of resources become an installable APK.
package() {
  local name="$1" resources="$2"
  shift 2
  rm -rf "$work/$name/dex" && mkdir -p "$work/$name/dex"
  java -Xmx1500m -cp "$work/d8/*" com.android.tools.r8.D8 --debug --min-api 24 --lib "$framework" --output "$work/$name/dex" "$@"
  cp "$resources" "$work/$name/unsigned.apk"
  (cd "$work/$name/dex" && zip -q -X "$work/$name/unsigned.apk" ./*.dex)
  apksigner sign --ks "$work/key" --ks-pass pass:android --out "$out/$name.apk" "$work/$name/unsigned.apk"
  rm -f "$out/$name.apk.idsig"
  echo "made $out/$name.apk"
}

fresh() { [ -f "$out/$1.apk" ] && [ -z "$(find "$here/$1" "$here/build.sh" "$here/artifacts.txt" -newer "$out/$1.apk" -print -quit)" ]; }

widgets() {
  rm -rf "$work/widgets" && mkdir -p "$work/widgets/gen" "$work/widgets/classes"
  aapt2 compile --dir "$here/widgets/res" -o "$work/widgets/res.zip"
  aapt2 link -I "$table" --manifest "$here/widgets/AndroidManifest.xml" --java "$work/widgets/gen" \
    -o "$work/widgets/resources.apk" "$work/widgets/res.zip" 2>/dev/null
  javac -nowarn --release 11 -cp "$framework" -d "$work/widgets/classes" \
    $(find "$here/widgets/src" "$work/widgets/gen" -name '*.java') 2>/dev/null
  package widgets "$work/widgets/resources.apk" $(find "$work/widgets/classes" -name '*.class')
}

shop() {
  bring flat libraries <"$here/artifacts.txt"
  bring full kotlinc <<<'org.jetbrains.kotlin:kotlin-compiler-embeddable:jar:2.0.21
org.jetbrains.kotlin:kotlin-compose-compiler-plugin-embeddable:jar:2.0.21'
  rm -rf "$work/shop" && mkdir -p "$work/shop"/{lib,flat,aar,gen,r,classes}
  local packages='' name
  # An AAR is a zip: code in classes.jar, sometimes more in libs, resources in res, its package in the manifest.
  for aar in "$work"/libraries/*.aar; do
    name=$(basename "$aar" .aar)
    unzip -o -q "$aar" -d "$work/shop/aar/$name"
    [ -f "$work/shop/aar/$name/classes.jar" ] && cp "$work/shop/aar/$name/classes.jar" "$work/shop/lib/$name.jar"
    for jar in "$work/shop/aar/$name"/libs/*.jar; do [ -f "$jar" ] && cp "$jar" "$work/shop/lib/$name-$(basename "$jar")"; done
    packages="$packages:$(grep -o 'package="[^"]*"' "$work/shop/aar/$name/AndroidManifest.xml" | head -1 | cut -d'"' -f2)"
    if [ -n "$(ls "$work/shop/aar/$name/res" 2>/dev/null)" ]; then
      aapt2 compile --dir "$work/shop/aar/$name/res" -o "$work/shop/flat/$name.zip"
    fi
  done
  cp "$work"/libraries/*.jar "$work/shop/lib/"
  aapt2 link --auto-add-overlay -I "$framework" --manifest "$here/shop/AndroidManifest.xml" --java "$work/shop/gen" \
    --extra-packages "${packages#:}" -o "$work/shop/resources.apk" $(printf -- '-R %s ' "$work"/shop/flat/*.zip) 2>/dev/null
  javac -nowarn --release 11 -d "$work/shop/r" $(find "$work/shop/gen" -name R.java) 2>/dev/null
  local lib
  lib=$(ls "$work"/shop/lib/*.jar | paste -sd:)
  java -Xmx2g -cp "$work/kotlinc/*" org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -no-stdlib -no-reflect -jvm-target 11 -module-name shop \
    -Xplugin="$(ls "$work"/kotlinc/kotlin-compose-compiler-plugin-embeddable-*.jar)" \
    -cp "$lib:$work/shop/r:$framework" -d "$work/shop/classes" "$here"/shop/src/*.kt
  package shop "$work/shop/resources.apk" $(find "$work/shop/classes" "$work/shop/r" -name '*.class') "$work"/shop/lib/*.jar
}

fresh widgets || widgets
fresh shop || shop
