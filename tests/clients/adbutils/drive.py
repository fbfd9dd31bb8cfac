"""adbutils: the scenario, and with each step the other calls of its kind."""

import os
import threading

import adbutils
import calls
from hierarchy import centre, node
from steps import EMAIL, PASSWORD, SHOP, check, contains, eventually, step

serial = os.environ["SERIAL"]
width, height = map(int, os.environ["SIZE"].split("x"))
adb = adbutils.AdbClient()
device = adb.device(serial)


def tap(id):
    device.click(*centre(node(device.dump_hierarchy(), id)))


@step("connect")
def _():
    listed = adb.list(extended=True)
    check([(info.serial, info.state) for info in listed] == [(serial, "device")], listed)
    check(adb.device_list()[0].serial == serial, "device_list")
    check(next(adb.track_devices()).serial == serial, "track_devices")
    adb.wait_for(serial, timeout=10)
    calls.shells(device)
    calls.files(device)
    calls.ports(adb, device)
    check(device.window_size() == (width, height), device.window_size())
    check(device.rotation() == 0, device.rotation())
    return f"{device.prop.model}, {listed[0].tags['product']}"


@step("list apps")
def _():
    packages = device.list_packages()
    check(SHOP in packages and "com.android.settings" in packages, packages)
    check("com.android.settings" not in device.list_packages(["-3"]), "a system app among those of others")
    calls.packages(device)
    return packages


@step("read the screen")
def _():
    device.app_start(SHOP)
    xml = eventually(lambda: calls.containing(device.dump_hierarchy(), "Welcome to Shop", "com.example.shop:id/sign_in"))
    current = device.app_current()
    check((current.package, current.activity) == (SHOP, f"{SHOP}.MainActivity"), current)
    check(node(xml, "sign_in").get("class") == "android.widget.Button", xml)
    return current


@step("type")
def _():
    tap("email")
    device.send_keys(EMAIL)
    field = node(device.dump_hierarchy(), "email")
    check((field.get("text"), field.get("focused")) == (EMAIL, "true"), field.attrib)
    return field.get("text")


@step("tap through the sign-in")
def _():
    tap("password")
    device.send_keys(PASSWORD)
    device.keyevent("BACK")
    tap("sign_in")
    eventually(lambda: contains(device.dump_hierarchy(), "Walnut desk lamp"))
    before = device.dump_hierarchy()
    device.swipe(0.5, 0.8, 0.5, 0.3, 0.3)
    eventually(lambda: check(device.dump_hierarchy() != before, "the list did not scroll"))
    return "Walnut desk lamp"


@step("screenshot")
def _():
    for image in (device.screenshot(error_ok=False), device.screenshot(display_id=0, error_ok=False), device.framebuffer()):
        check(image.size == (width, height), image.size)
        check(len(image.convert("RGB").getcolors(maxcolors=1 << 24)) > 10, "a screen of one colour")
    return image.size


@step("logs")
def _():
    contains(device.shell("logcat -d -s Shop"), f"signed in as {EMAIL}")
    # Its own follower ends only with the next line.
    following = device.logcat("log.txt", clear=True, re_filter="Mine")
    device.shell("log -t Other one; log -t Mine two")
    eventually(lambda: contains(open("log.txt").read(), "I/Mine", ": two"))
    threading.Timer(0.2, lambda: device.shell("log -t Mine three")).start()
    following.stop(timeout=10)
    check("Other" not in open("log.txt").read(), "the filter let a line through")
    calls.settings(device)
    return open("log.txt").read()
