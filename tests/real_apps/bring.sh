# Sourced from the project's folder: brings the parts and API Demos, makes the runtime again and compares it with what is committed.
# Ends the run well, with the reason, where that cannot be had.
tools="$PWD/.tools/real_apps"
mkdir -p "$tools"
for program in java javac mvn npm; do
  command -v "$program" >/dev/null || { echo "skipped: no $program"; exit 0; }
done
program="${FINGERTIP:-${CARGO_TARGET_DIR:-target}/debug/fingertip}"
[ -x "$program" ] || cargo build --quiet --package fingertip

export FINGERTIP_RUNTIME="$tools/parts"
if ! "$program" runtime install --api 34 --dir "$FINGERTIP_RUNTIME" >"$tools/install.log" 2>&1; then
  cat "$tools/install.log"
  echo "skipped: the parts cannot be brought here"
  exit 0
fi
tail -n 1 "$tools/install.log"

runtime/build.sh "$FINGERTIP_RUNTIME" "$tools/fingertip-runtime.jar"
cmp "$tools/fingertip-runtime.jar" runtime/fingertip-runtime.jar || {
  echo "FAILED: runtime/fingertip-runtime.jar is not what its sources make: run runtime/build.sh"
  exit 1
}

export FINGERTIP_APIDEMOS="$tools/ApiDemos-debug.apk"
if [ ! -f "$FINGERTIP_APIDEMOS" ]; then
  (cd "$tools" && npm pack --silent android-apidemos@5.0.0 >/dev/null && tar xzf android-apidemos-5.0.0.tgz package/apks/ApiDemos-debug.apk) || {
    echo "skipped: npm's registry is out of reach"
    exit 0
  }
  mv "$tools/package/apks/ApiDemos-debug.apk" "$FINGERTIP_APIDEMOS"
fi

export FINGERTIP_RUNTIME_PARTS="$FINGERTIP_RUNTIME" FINGERTIP_RUNTIME_CACHE="$tools/cache"
mkdir -p "$FINGERTIP_RUNTIME_CACHE"
