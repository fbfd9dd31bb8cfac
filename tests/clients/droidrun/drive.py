"""droidrun's Android driver without an agent: it asks for its Portal app, does not find it, and goes on with adb alone."""

import asyncio
import os

from mobilerun_core_local.driver.android.adb import AndroidDriver
from steps import EMAIL, PASSWORD, SHOP, check, contains, eventually, not_offered, png_size, step

loop = asyncio.new_event_loop()
wait = loop.run_until_complete
width, height = map(int, os.environ["SIZE"].split("x"))
driver = AndroidDriver(os.environ["SERIAL"])


def nodes(tree):
    for node in tree if isinstance(tree, list) else [tree]:
        yield node
        yield from nodes(node.get("children", []))


def node(id):
    state = wait(driver.get_ui_tree())
    found = [node for node in nodes(state["a11y_tree"]) if node.get("resourceId") == f"{SHOP}:id/{id}"]
    check(len(found) == 1, f"{len(found)} nodes with the id {id} in: {state}")
    return found[0]


def tap(id):
    bounds = node(id)["boundsInScreen"]
    wait(driver.tap((bounds["left"] + bounds["right"]) // 2, (bounds["top"] + bounds["bottom"]) // 2))


@step("connect")
def _():
    wait(driver.connect())
    check(not driver.portal_available, "a Portal where none is installed")
    contains(wait(driver.get_date()), "20", ":")
    check(tuple(wait(driver.device.window_size())) == (width, height), wait(driver.device.window_size()))
    result = wait(driver.device.shell2("echo out; false"))
    check((result.returncode, result.output.strip()) == (1, "out"), result)
    wait(driver.device.sync.push(b"pushed", "/data/local/tmp/droidrun"))
    check(wait(driver.device.sync.read_bytes("/data/local/tmp/droidrun")) == b"pushed", "push and pull")
    return wait(driver.device.getprop("ro.product.model"))


@step("list apps")
def _():
    apps = [app["package"] for app in wait(driver.get_apps())]
    check(SHOP in apps and "com.android.settings" in apps, apps)
    others = wait(driver.list_packages())
    check(SHOP in others and "com.android.settings" not in others, others)
    return apps


@step("read the screen")
def _():
    contains(wait(driver.start_app(SHOP)), f"App started: {SHOP}", "MainActivity")
    button = eventually(lambda: node("sign_in"))
    check(button["className"] == "android.widget.Button", button)
    state = wait(driver.get_ui_tree())
    check(state["phone_state"]["packageName"] == SHOP, state["phone_state"])
    current = wait(driver.device.app_current())
    check(current.package == SHOP, current)
    return button


@step("type")
def _():
    tap("email")
    wait(driver.input_text(EMAIL))
    field = node("email")
    check(field["text"] == EMAIL, field)
    return field["text"]


@step("tap through the sign-in")
def _():
    tap("password")
    wait(driver.input_text(PASSWORD))
    wait(driver.press_button("back"))
    tap("sign_in")
    eventually(lambda: contains(str(wait(driver.get_ui_tree())), "Walnut desk lamp"))
    before = wait(driver.get_ui_tree())
    wait(driver.swipe(width // 2, height * 4 // 5, width // 2, height // 4, 300))
    eventually(lambda: check(wait(driver.get_ui_tree()) != before, "the list did not scroll"))
    return "Walnut desk lamp"


@step("screenshot")
def _():
    size = png_size(wait(driver.screenshot()))
    check(size == os.environ["SIZE"], size)
    wait(driver.press_button("home"))
    wait(driver.stop_app(SHOP))
    wait(driver.clear_app_data(SHOP))
    return size


not_offered("logs", "not offered: its driver has no call that reads the log")
