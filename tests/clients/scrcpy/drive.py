"""scrcpy, the real client: it finds the phone, pushes its server, opens its tunnel, and stops where the server would run."""

import os
import re
import subprocess

from steps import check, contains, eventually, not_offered, step

SERVER = "com.genymobile.scrcpy.Server"
JAR = "/data/local/tmp/scrcpy-server.jar"
serial = os.environ["SERIAL"]
scrcpy = os.path.join(os.environ["TOOL"], "bin", "scrcpy")
pushed = os.path.join(os.environ["TOOL"], "root/usr/share/scrcpy/scrcpy-server")


class Dex(Exception):
    """The place where only foreign dex code would go on."""


def adb(*arguments):
    return subprocess.run([os.environ["ADB"], "-s", serial, *arguments], capture_output=True, text=True, timeout=30, check=True).stdout


def stops_at_the_server(*arguments, wanted=()):
    """Runs scrcpy, which must do everything up to its server, and fail because that cannot be run and for no other reason."""
    adb("shell", f"rm -f {JAR}; logcat -c")
    process = subprocess.run(
        [scrcpy, "--serial", serial, "--verbosity=verbose", *arguments],
        capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
    )
    said = process.stdout + process.stderr
    contains(said, "INFO: ADB device found:", "1 file pushed", "Aborted")
    check(re.search(rf"--> .*\(tcpip\)  {re.escape(serial)} +device  \S+", said), said)
    for word in wanted:
        contains(said, word)
    check(os.path.getsize(pushed) == int(adb("shell", f"stat -c %s {JAR}")), "the size of what was pushed")
    log = adb("logcat", "-d")
    contains(log, f"ERROR: could not find class '{SERVER}'", f'Didn\'t find class "{SERVER}" on path: DexPathList[[zip file "{JAR}"]', "Fatal signal 6 (SIGABRT)")
    eventually(lambda: check(adb("reverse", "--list").strip() == "", "the tunnel is still open"))
    eventually(lambda: check(adb("forward", "--list").strip() == "", "the tunnel is still open"))
    raise Dex(f"app_process aborted: it cannot run the class {SERVER} of scrcpy-server")


@step("connect")
def _():
    mirror = ["--no-window", "--no-audio", "--record=screen.mp4"]
    try:
        stops_at_the_server(*mirror, wanted=["ERROR: Server connection failed"])
    except Dex:
        stops_at_the_server(*mirror, "--force-adb-forward")


@step("list apps")
def _():
    for question in ("--list-displays", "--list-encoders"):
        try:
            stops_at_the_server(question)
        except Dex:
            pass
    stops_at_the_server("--list-apps")


not_offered("read the screen", "not offered: it shows pictures, and has no tree of the screen")


@step("tap through the sign-in")
def _():
    stops_at_the_server("--mouse=sdk", "--no-audio")


@step("type")
def _():
    stops_at_the_server("--keyboard=uhid", "--no-audio")


not_offered("screenshot", "not offered: it records films, not pictures")
not_offered("logs", "not offered: it has nothing that reads the log")
