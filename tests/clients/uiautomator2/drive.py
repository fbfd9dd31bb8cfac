"""uiautomator2: it connects as far as its own code on the phone, u2.jar; then what it does without that."""

import hashlib
import importlib.resources
import os
import warnings

import uiautomator2
from steps import EMAIL, SHOP, check, contains, eventually, not_offered, step

SERVER = "com.wetest.uia2.Main"
JAR = "/data/local/tmp/u2.jar"
KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
serial = os.environ["SERIAL"]
warnings.simplefilter("ignore")


class WithoutServer(uiautomator2.Device):
    """As it is, but for the start of the server in its constructor."""

    def start_uiautomator(self):
        self._setup_jar()


class Dex(Exception):
    """The place where only foreign dex code would go on."""


def stops_at_the_server(call):
    """Runs what needs the server, which must fail because `app_process` could not run it, and for no other reason."""
    device.shell("logcat -c")
    try:
        result = call()
    except uiautomator2.exceptions.LaunchUiAutomationError as error:
        contains(str(error), "server quit unexpectly", "Aborted")
        log = device.shell("logcat -d").output
        contains(log, f"ERROR: could not find class '{SERVER}'", f'Didn\'t find class "{SERVER}" on path: DexPathList[[zip file "{JAR}"]')
        raise Dex(f"app_process aborted: it cannot run the class {SERVER} of u2.jar") from None
    return f"it went on without its server: {result}"


device = WithoutServer(serial)


@step("connect")
def _():
    with importlib.resources.path("uiautomator2", "assets") as assets:
        jar = (assets / "u2.jar").read_bytes()
    device.shell(["rm", "-f", JAR])
    try:
        return stops_at_the_server(lambda: uiautomator2.connect(serial).info)
    finally:
        contains(device.shell(["toybox", "md5sum", JAR]).output, hashlib.md5(jar).hexdigest())


@step("list apps")
def _():
    known = device.device_info
    check(known["sdk"] and known["model"] and known["arch"] and known["serial"], known)
    check("x".join(map(str, device.window_size())) == os.environ["SIZE"], device.window_size())
    check(device.wlan_ip, "no address")
    check(device.shell("(exit 3)").exit_code == 3, "shell")
    apps = device.app_list()
    check(SHOP in apps and "com.android.settings" in apps, apps)
    check("com.android.settings" not in device.app_list("-3"), "a system app among those of others")
    device.app_start(SHOP)
    eventually(lambda: check(device.app_current()["package"] == SHOP, device.app_current()))
    check(device.app_wait(SHOP, timeout=10, front=True) > 0, "app_wait")
    check(device.wait_activity(f"{SHOP}.MainActivity", timeout=10), "wait_activity")
    check(SHOP in device.app_list_running(), device.app_list_running())
    check(device.app_info(SHOP)["versionName"], device.app_info(SHOP))
    device.app_auto_grant_permissions(SHOP)
    device.push(os.path.abspath(__file__), "/data/local/tmp/", mode=0o644)
    device.pull("/data/local/tmp/drive.py", "pulled.py")
    check(open("pulled.py").read() == open(__file__).read(), "push and pull")
    device.app_stop(SHOP)
    check(SHOP not in device.app_list_running(), "the app still runs")
    device.app_start(SHOP, ".MainActivity", stop=True, wait=True)
    return apps


@step("read the screen")
def _():
    return stops_at_the_server(lambda: uiautomator2.connect(serial).dump_hierarchy())


@step("tap through the sign-in")
def _():
    return stops_at_the_server(lambda: uiautomator2.connect(serial)(resourceId=f"{SHOP}:id/sign_in").click(timeout=5))


@step("type")
def _():
    # Its keyboard is an app that can be installed and chosen; whether it gets the text depends on its code.
    device.set_input_ime()
    check(device.current_ime() == KEYBOARD, device.current_ime())
    check(device.is_input_ime_installed(), "is_input_ime_installed")
    result = device._broadcast("ADB_KEYBOARD_INPUT_TEXT", {"text": "eA=="})
    check(result.code == 0, result)
    device.set_input_ime(False)
    check(device.app_uninstall("com.github.uiautomator"), "app_uninstall")
    return stops_at_the_server(lambda: uiautomator2.connect(serial).send_keys(EMAIL))


@step("screenshot")
def _():
    image = device.screenshot(display_id=0)
    check(f"{image.width}x{image.height}" == os.environ["SIZE"], image.size)
    check(len(image.convert("RGB").getcolors(maxcolors=1 << 24)) > 10, "a screen of one colour")
    return image.size


not_offered("logs", "not offered: it has no call that reads the log")
