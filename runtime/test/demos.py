"""Taps through API Demos on the runtime, and says how long things took."""
import argparse, json, os, shutil, subprocess, tempfile, time
from frames import Failed, Gone, Process, png, record
from phone import Phone

here = os.path.dirname(os.path.abspath(__file__))
arguments = argparse.ArgumentParser()
arguments.add_argument("parts")
arguments.add_argument("apk")
arguments.add_argument("--api", type=int, default=34)
arguments.add_argument("--jar", default=os.path.join(here, "..", "fingertip-runtime.jar"))
arguments.add_argument("--java", default="java")
arguments.add_argument("--classes", help="the APK translated already")
arguments.add_argument("--pictures", help="folder for screenshots")
arguments.add_argument("--record", help="folder for golden frames")
arguments.add_argument("--boot", action="store_true", help="boot before the app is known")
arguments.add_argument("-v", action="store_true")
a = arguments.parse_args()

work = tempfile.mkdtemp(prefix="fingertip-test-")
failures = []


def check(name, true, seen=""):
    print("%-4s %s%s" % ("ok" if true else "FAIL", name, "" if true else ": %s" % (seen,)))
    if not true:
        failures.append(name)


def picture(phone, name):
    payload = phone.p.call("pixels", window=phone.top()["id"])
    if a.pictures:
        os.makedirs(a.pictures, exist_ok=True)
        png(payload, os.path.join(a.pictures, name + ".png"))
    return payload


classes = a.classes
if not classes:
    classes = os.path.join(work, "classes.jar")
    names = [n for n in sorted(os.listdir(a.parts)) if n.startswith(("asm", "dex-"))]
    began = time.monotonic()
    line = [a.java, "-Xmx1g", "-cp", ":".join([a.jar] + [os.path.join(a.parts, n) for n in names]), "fingertip.translate.Main", a.apk, classes]
    out = subprocess.run(line, capture_output=True, text=True, timeout=300)
    summary = json.loads(out.stdout) if out.returncode == 0 else {}
    check("translated", out.returncode == 0 and summary["classes"] > 100, out.stderr[-2000:])
    print("     %s classes, %s failed methods, %.1f s" % (summary.get("classes"), len(summary.get("failed", [])), time.monotonic() - began))

p = Process(a.java, a.parts, a.jar, verbose=a.v)
phone = Phone(p, "io.appium.android.apis")
try:
    if a.boot:
        p.call("boot", api=a.api, config=phone.config)
        print("     boot %.2f s, %d MB" % (time.monotonic() - p.began, p.memory()))
        p.began = time.monotonic()
    answer = phone.load(a.api, os.path.abspath(a.apk), [os.path.abspath(classes)], os.path.join(work, "data"))
    check("load", answer["processName"] == phone.package, answer)
    print("     load %.2f s" % (time.monotonic() - p.began))
    phone.launch("io.appium.android.apis.ApiDemos", {"action": "android.intent.action.MAIN", "categories": ["android.intent.category.LAUNCHER"],
                                                   "package": phone.package, "class": "io.appium.android.apis.ApiDemos"})
    nodes = phone.tree()
    print("     first tree after %.2f s, %d MB" % (time.monotonic() - p.began, p.memory()))
    check("list", any(n.get("text") == "Views" for n in nodes))
    picture(phone, "list")
    phone.tap("Views")
    check("Views opened", len(phone.stack) == 2 and phone.find("Controls"), phone.stack)
    phone.tap("Controls")
    phone.tap("1. Light Theme")
    picture(phone, "controls")
    box = phone.find("Checkbox 1")
    check("unchecked", "checked" not in box["flags"])
    phone.tap("Checkbox 1")
    check("checked", "checked" in phone.find("Checkbox 1")["flags"])
    field = "io.appium.android.apis:id/edit"
    phone.tap(field)
    check("keyboard shown", phone.keyboard, phone.events("keyboard"))
    check("commit", p.call("commit", window=phone.top()["id"], text="Hello wörld")["used"])
    phone.settle()
    check("typed", phone.find(field).get("text") == "Hello wörld", phone.find(field))
    used = p.call("key", window=phone.top()["id"], code=67, meta=0, longPress=False)["used"]  # DEL
    phone.settle()
    check("key", used and phone.find(field).get("text") == "Hello wörl", phone.find(field))
    picture(phone, "typed")
    bottom = max(n["bounds"][3] for n in phone.tree() if n.get("class") == "android.widget.ScrollView")
    check("resized for the keyboard", bottom <= 2400 - 900, bottom)

    began = time.monotonic()
    phone.config.update(width=2400, height=1080, rotation=1)
    p.call("configure", config=phone.config)
    phone.settle()
    print("     rotation %.2f s" % (time.monotonic() - began))
    root = phone.tree()[0]["bounds"]
    check("rotated", root[2] == 2400 and root[3] == 1080, root)
    kept = [n for n in phone.tree() if n.get("id") == field]
    check("state kept", kept and kept[0].get("text") == "Hello wörl", kept)
    picture(phone, "rotated")
    phone.config.update(width=1080, height=2400, rotation=0)
    p.call("configure", config=phone.config)
    phone.settle()
    phone.back()
    check("back", phone.find("1. Light Theme"), phone.stack)
    phone.back(), phone.back()
    check("back to the list", len(phone.stack) == 1 and phone.find("Views"), phone.stack)

    times = []
    for _ in range(10):
        node = phone.find("Views")["bounds"]
        p.run(1000)
        began = time.monotonic()
        p.tap(phone.top()["id"], 200, (node[1] + node[3]) / 2)
        while not phone.follow():
            p.run(16)
        while not p.windows.get(phone.stack[-1]):
            p.run(16)
        phone.tree()
        times.append((time.monotonic() - began) * 1000)
        phone.settle()
        phone.back()
    print("     tap to new tree: %s ms" % ", ".join("%.0f" % t for t in times))

    phone.tap("App")
    phone.tap("Alert Dialogs")
    phone.tap("OK Cancel dialog with a message")
    window = phone.top()
    check("dialog", window["kind"] == "dialog" and window["dim"] > 0, window)
    left, top, right, bottom = window["frame"]
    check("dialog centred", abs(left + right - 1080) <= 2 and 300 < top < bottom < 2100, window["frame"])
    picture(phone, "dialog")
    phone.tap("OK")
    check("dialog closed", phone.top()["kind"] == "activity", phone.top())
    phone.tap("List dialog")
    phone.tap("Command two")
    text = [n.get("text") for n in phone.tree()]
    check("list dialog answers", any(t and "You selected: 1" in t for t in text), text)
    phone.back(), phone.back()
    phone.tap("Activity")
    phone.scroll_to("Receive Result")
    phone.tap("Receive Result")
    phone.tap("Get Result")
    phone.tap("Corky")
    text = " ".join(n.get("text") or "" for n in phone.tree())
    check("result", "Corky" in text, text)
    while len(phone.stack) > 1:
        phone.back()
    phone.tap("Views")
    phone.scroll_to("Spinner")
    phone.tap("Spinner")
    phone.tap("io.appium.android.apis:id/spinner1")
    check("popup", phone.top()["kind"] in ("popup", "dialog"), phone.top())
    picture(phone, "spinner")
    phone.tap("green")
    check("spinner", any(n.get("text") == "green" for n in phone.tree()))
    while len(phone.stack) > 1:
        phone.back()
    phone.launch(phone.package + ".view.WebView1")
    web = [n for n in phone.tree() if n.get("gap") == "webview"]
    check("a WebView has its place", web and web[0]["bounds"][3] > 2000 and "invisible" not in web[0]["flags"], web)
    phone.back()
    check("log events", len(phone.events("log")) > 0)
    check("changed events", len(phone.events("changed")) > 0)
    toasts = phone.events("toast")
    check("toasts", len(toasts) > 0, toasts)
    root = phone.stack[-1]
    if a.api >= 31:
        check("back at the root is not used", phone.back() is False)
    else:
        p.call("back", window=phone.top()["id"])
        check("back at the root finishes", p.events[-1].get("activity") == root or any(e["activity"] == root for e in phone.events("finish")), p.events[-1])
    trace = p.call("threads")["trace"]
    check("threads", '"main"' in trace and "Session" not in trace, trace[:300])
    try:
        p.call("tree", window=4711)
        check("unknown window refused", False)
    except Failed as e:
        check("unknown window refused", "4711" in str(e))
    print("     %d MB at the end" % p.memory())
    files = sorted(os.path.relpath(os.path.join(d, f), work) for d, _, fs in os.walk(os.path.join(work, "data")) for f in fs)
    print("     files: %s" % files)
    try:
        phone.launch("io.appium.android.apis.NoSuchActivity")
        check("crash", False)
    except Gone:
        crash = phone.events("crash")
        check("crash", len(crash) == 1 and crash[0]["thread"] == "main" and "ClassNotFoundException" in crash[0]["trace"], crash)
except Gone as gone:
    failures.append("the process ended")
    print("FAIL the process ended:", gone)
    for crash in phone.events("crash"):
        print(crash["trace"])
except AssertionError as wrong:
    failures.append(str(wrong))
    print("FAIL", wrong)
    picture(phone, "failed")
finally:
    if a.record:
        record(p.recorded, a.record)
    p.end()
    shutil.rmtree(work, ignore_errors=True)
print("%d failed" % len(failures))
raise SystemExit(1 if failures else 0)
