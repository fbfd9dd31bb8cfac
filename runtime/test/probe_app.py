"""The app of probe/, compiled into a class folder and an APK with its manifest."""
import glob, os, shutil, subprocess, wave

here = os.path.dirname(os.path.abspath(__file__))


def build(parts, work):
    framework = glob.glob(os.path.join(parts, "android-all-instrumented-14-*.jar"))[0]
    # Instrumented classes implement two interfaces of Robolectric, whose methods javac cannot see in them: empty ones stand in.
    bytecode = os.path.join(work, "stub", "org", "robolectric", "internal", "bytecode")
    os.makedirs(bytecode)
    for name in ("ShadowedObject", "InstrumentedInterface"):
        with open(os.path.join(bytecode, name + ".java"), "w") as out:
            out.write("package org.robolectric.internal.bytecode; public interface %s {}" % name)
    first, classes = os.path.join(work, "first"), os.path.join(work, "classes")
    subprocess.run(["javac", "-d", first, *glob.glob(os.path.join(bytecode, "*.java"))], check=True)
    sources = glob.glob(os.path.join(here, "probe", "src", "**", "*.java"), recursive=True)
    subprocess.run(["javac", "--release", "11", "-nowarn", "-Xlint:none", "-cp", first + ":" + framework, "-d", classes, *sources],
                   check=True, stderr=subprocess.DEVNULL)
    apk, compiled = os.path.join(work, "probe.apk"), os.path.join(work, "res.zip")
    manifest = os.path.join(here, "probe", "AndroidManifest.xml")
    resources, assets = os.path.join(work, "res"), os.path.join(work, "assets")
    shutil.copytree(os.path.join(here, "probe", "res"), resources)
    os.makedirs(assets)
    os.makedirs(os.path.join(resources, "raw"))
    for place in (os.path.join(resources, "raw"), assets):
        with wave.open(os.path.join(place, "beep.wav"), "wb") as sound:
            sound.setparams((1, 2, 8000, 0, "NONE", ""))
            sound.writeframes(bytes(2 * 8000 * 3))  # Three seconds.
    subprocess.run(["aapt2", "compile", "--dir", resources, "-o", compiled], check=True)
    subprocess.run(["aapt2", "link", "-I", framework, "--manifest", manifest, "-A", assets, "-o", apk, compiled], check=True, stderr=subprocess.DEVNULL)
    return apk, classes
