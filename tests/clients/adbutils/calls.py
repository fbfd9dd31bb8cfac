"""What adbutils does besides the scenario: a call, and what must come of it."""

import importlib.resources
import os
import stat

import adbutils
from steps import SHOP, check, contains, eventually

FILE = "/data/local/tmp/adbutils.txt"


def containing(text, *words):
    contains(text, *words)
    return text


def fails(call, *words):
    try:
        result = call()
    except Exception as error:
        return contains(str(error), *words)
    raise AssertionError(f"no error, but {result}")


def shells(device):
    check(device.get_state() == "device", device.get_state())
    check(device.info["serialno"] == device.serial, device.info)
    contains(device.get_features(), "shell_v2", "cmd", "stat_v2")
    check(device.shell("echo hi") == "hi", "shell")
    check(device.shell(["echo", "a  b", "c'd", "$e"]) == "a  b c'd $e", "shell with a list")
    check(device.shell("head -c 5 /dev/zero", encoding=None) == bytes(5), "shell with bytes")
    old = device.shell2("echo out; echo err >&2; exit_code() { return 7; }; exit_code")
    check((old.returncode, old.output) == (7, "out\nerr\n"), old)
    new = device.shell2("echo out; echo err >&2; exit 7", v2=True)
    check((new.returncode, new.stdout, new.stderr) == (7, "out\n", "err\n"), new)
    with device.shell("cat", stream=True) as stream:
        stream.send(b"line\n")
        check(stream.read(5) == b"line\n", "shell with a stream")
    check(device.adb_output("shell", "echo", "x").strip() == "x", "adb_output")
    check(device.prop.get("ro.build.version.sdk").isdigit(), "ro.build.version.sdk")
    check(device.prop.name and device.prop.model and device.prop.device, device.prop)


def files(device):
    content = os.urandom(300_000)
    check(device.sync.push(content, FILE, mode=0o640, check=True) == len(content), "push")
    found = device.sync.stat(FILE)
    check(stat.S_ISREG(found.mode) and found.size == len(content) and found.mtime, found)
    check(device.sync.exists(FILE) and not device.sync.exists("/data/local/tmp/none"), "exists")
    check(device.sync.read_bytes(FILE) == content, "read_bytes")
    check(device.sync.pull(FILE, "pulled") == len(content), "pull")
    check(open("pulled", "rb").read() == content, "what was pulled")
    listed = {entry.path: entry.size for entry in device.sync.list("/data/local/tmp")}
    check(listed.get("adbutils.txt") == len(content), listed)
    check(not device.sync.list("/data/local/tmp/none"), "a list of nothing")
    device.shell("mkdir -p /data/local/tmp/tree/in; echo 1 >/data/local/tmp/tree/in/one; echo 22 >/data/local/tmp/tree/two")
    check(device.sync.pull("/data/local/tmp/tree", "tree", exist_ok=True) == 5, "pull of a folder")
    check(open("tree/in/one").read() == "1\n", "what was pulled in a folder")
    device.sync.push("pulled", "/data/local/tmp/tree")
    check(device.sync.stat("/data/local/tmp/tree/pulled").size == len(content), "push into a folder")
    fails(lambda: device.sync.read_text("/data/local/tmp/none"), "No such file or directory")
    device.remove(FILE)
    device.rmtree("/data/local/tmp/tree")
    check(not device.sync.exists(FILE) and not device.sync.exists("/data/local/tmp/tree"), "remove")


def ports(adb, device):
    local = device.forward_port(9009)
    check(device.forward_port(9009) == local, "the same port twice")
    check(("tcp:9009", f"tcp:{local}") in [(item.remote, item.local) for item in adb.forward_list(device.serial)], "forward_list")
    device.forward_remove(f"tcp:{local}")
    device.forward_remove_all()
    check(device.forward_list() == [], device.forward_list())
    device.reverse("localabstract:adbutils", f"tcp:{local}")
    device.reverse("tcp:8081", f"tcp:{local}")
    fails(lambda: device.reverse("tcp:8081", f"tcp:{local}", norebind=True), "rebind")
    reversed_ports = {(item.remote, item.local) for item in device.reverse_list()}
    check(reversed_ports == {("localabstract:adbutils", f"tcp:{local}"), ("tcp:8081", f"tcp:{local}")}, reversed_ports)
    device.reverse_remove("tcp:8081")
    check(len(device.reverse_list()) == 1, device.reverse_list())
    device.reverse_remove_all()
    check(device.reverse_list() == [], device.reverse_list())
    fails(lambda: device.create_connection(adbutils.Network.TCP, 9), "closed")
    fails(lambda: device.create_connection(adbutils.Network.LOCAL_ABSTRACT, "none"), "closed")


def packages(device):
    shop = device.app_info(SHOP)
    check(shop.version_name and shop.version_code and shop.first_install_time and "DEBUGGABLE" in shop.flags, shop)
    check(shop.path.endswith("/base.apk"), shop.path)
    check("SYSTEM" in device.app_info("com.android.settings").flags, "the flags of a system app")
    check(device.app_info("com.example.none") is None, "the info of no app")
    # A real APK of somebody else: the one that uiautomator2 carries.
    with importlib.resources.path("uiautomator2", "assets") as assets:
        device.install(str(assets / "app-uiautomator.apk"), nolaunch=True, silent=True)
    installed = device.app_info("com.github.uiautomator")
    check(installed and installed.version_name, installed)
    check(device.sync.read_bytes(installed.path)[:2] == b"PK", installed.path)
    check("com.github.uiautomator" in device.list_packages(["-3"]), "the installed app is not listed")
    contains(device.uninstall("com.github.uiautomator"), "Success")
    check(device.app_info("com.github.uiautomator") is None, "the app is still there")
    device.sync.push(b"no zip", "/data/local/tmp/broken.apk")
    fails(lambda: device.install_remote("/data/local/tmp/broken.apk"), "Failed to parse APK file")


def settings(device):
    battery = device.battery()
    check(battery.present and 0 < battery.level <= 100 and battery.scale == 100 and battery.temperature > 0, battery)
    device.switch_screen(False)
    check(not device.is_screen_on(), "the screen is on")
    device.switch_screen(True)
    check(device.is_screen_on(), "the screen is off")
    device.brightness_value = 77
    check(device.brightness_value == 77, device.brightness_value)
    device.brightness_mode = adbutils.BrightnessMode.AUTO
    check(device.brightness_mode == adbutils.BrightnessMode.AUTO, device.brightness_mode)
    check(len(device.wlan_ip().split(".")) == 4, device.wlan_ip())
    device.switch_wifi(False)
    eventually(lambda: check(device.shell("settings get global wifi_on") == "0", "wifi is on"))
    device.switch_wifi(True)
    eventually(lambda: check(device.shell("settings get global wifi_on") == "1", "wifi is off"))
    device.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    eventually(lambda: check(device.rotation() == 1, device.rotation()))
    width, height = device.window_size()
    check(width > height, "the size did not turn")
    device.shell("settings put system user_rotation 0")
    eventually(lambda: check(device.rotation() == 0, device.rotation()))
    device.keyevent("HOME")
    eventually(lambda: check(device.app_current().package != SHOP, device.app_current()))
    device.app_start(SHOP, ".MainActivity")
    eventually(lambda: check(device.app_current().package == SHOP, device.app_current()))
    device.app_stop(SHOP)
    check(device.shell(f"pidof {SHOP}") == "", "the app still runs")
    device.app_clear(SHOP)
    contains(device.root(), "root")
    eventually(lambda: check(device.shell("id -u") in ("0", "2000"), device.shell("id")))
