"""A small app of our own, run from its class folder, that tries each thing an app may want of its process."""
import argparse, hashlib, os, re, shutil, struct, tempfile, time
from frames import Gone, Process, png, record
from old_resources import with_old_resources
from phone import Phone
from probe_app import build

here = os.path.dirname(os.path.abspath(__file__))
arguments = argparse.ArgumentParser()
arguments.add_argument("parts")
arguments.add_argument("--api", type=int, default=34)
arguments.add_argument("--jar", default=os.path.join(here, "..", "fingertip-runtime.jar"))
arguments.add_argument("--java", default="java")
arguments.add_argument("--pictures")
arguments.add_argument("--record")
arguments.add_argument("-v", action="store_true")
a, _ = arguments.parse_known_args()  # what is meant for demos.py is no matter here
if not shutil.which("aapt2"):
    print("skipped: no aapt2")
    raise SystemExit(0)
work = tempfile.mkdtemp(prefix="fingertip-test-")
failures = []


def check(name, true, seen=""):
    print("%-4s %s%s" % ("ok" if true else "FAIL", name, "" if true else ": %s" % (seen,)))
    if not true:
        failures.append(name)


apk, classes = build(a.parts, work)


def sign(apk, certificate):
    """A signing block that names a certificate: all that is read of it here. The signature itself is the phone's to check."""
    def sized(data):
        return struct.pack("<I", len(data)) + data
    signer = sized(sized(sized(b"") + sized(sized(certificate)) + sized(b"")) + sized(b"") + sized(b""))
    pair = struct.pack("<I", 0x7109871A) + sized(signer)
    pairs = struct.pack("<Q", len(pair)) + pair
    size = struct.pack("<Q", len(pairs) + 24)
    block = size + pairs + size + b"APK Sig Block 42"
    data = open(apk, "rb").read()
    end = data.rindex(b"PK\x05\x06")
    directory = struct.unpack_from("<I", data, end + 16)[0]
    open(apk, "wb").write(data[:directory] + block + data[directory:end + 16] + struct.pack("<I", directory + len(block)) + data[end + 20:])


certificate = b"a certificate, as far as anybody looks"
sign(apk, certificate)


def loaded(apk=apk, boot=False):
    p = Process(a.java, a.parts, a.jar, verbose=a.v)
    phone = Phone(p, "probe.app")
    if boot:
        p.call("boot", api=a.api, config=phone.config)
    phone.load(a.api, apk, [classes], os.path.join(work, "data"), granted=["android.permission.POST_NOTIFICATIONS"])
    return p, phone


def start(apk=apk, boot=False):
    p, phone = loaded(apk, boot)
    phone.launch("probe.app.Home")
    return p, phone


def press(phone, label):
    phone.scroll_to(label)
    phone.tap(label)


def says(phone, text, name=None):
    seen = [e["text"] for e in phone.events("log") if e["tag"] == "probe"]
    check(name or text, any(text in s for s in seen), seen[-3:])


def last(phone, event, **wanted):
    seen = phone.events(event)
    check(event, seen and all(seen[-1].get(k) == v for k, v in wanted.items()), seen[-1:])


def resolve(intent):
    if intent["action"] != "probe.app.SOMEBODY":
        return {"problem": "unresolved", "text": "unable to resolve Intent { act=%s }" % intent["action"], "matches": []}
    return {"problem": None, "text": None, "matches": [{"package": "other.app", "class": "other.app.Main", "label": "Other"}]}


def answers(phone, wanted):
    """Lines that the app has said, whole, by how they begin."""
    seen = [e["text"] for e in phone.events("log") if e["tag"] == "probe"]
    for name, pattern in wanted.items():
        check(name, any(re.fullmatch(re.escape(name) + pattern, s) for s in seen), [s for s in seen if s.startswith(name)][-1:])


def until_said(p, phone, text, milliseconds=16):
    until = time.monotonic() + 10
    while not any(text in e["text"] for e in phone.events("log")) and time.monotonic() < until:
        p.run(milliseconds)


def platform(p, phone):
    """What apps ask of a phone's services and hardware: never missing, and never more than there is."""
    press(phone, "sound")
    p.run(2000)
    check("still playing", not any("played to the end" in e["text"] for e in phone.events("log")))
    p.run(2000)
    answers(phone, {"raw sound": ": 3000 true", "played to the end": "", "file that is not there": ": java.io.FileNotFoundException: .*", "asset sound": ": 3000",
                    "ringtone": ": true", "pool": ": true", "pool loaded": " 0", "recorder": ": java.lang.RuntimeException: setAudioSource failed.", "speech: ": "-1",
                    "speech": " -1", "volume": ": true", "video": ": false", "video failed": " 1"})
    press(phone, "keys")
    answers(phone, {"aliases": r": \[\]", "aes": ": secret", "mac": ": 32", "RSA": ": true", "EC": ": true", "biometrics": ": 12",
                    "key that wants a finger": ": .*Secure lock screen must be enabled.*"})
    press(phone, "phone")
    until_said(p, phone, "network there")
    digest = hashlib.sha256(certificate).hexdigest()
    answers(phone, {"battery": ": 85/100 85", "battery receiver": ": true", "battery heard": " 85 true", "settings": ": 1 0 7",
                    "build": r": Maker/one/one:10\.1/ID/1:user/keys \[x86_64, arm64-v8a\]", "user agent": r": true Mozilla/5\.0 \(Linux; Android 10\.1; Model 1 .*",
                    "signature": ": " + digest, "signer": ": " + digest, "installer": ": null", "features": ": true false true", "icon": ": true",
                    "memory": ": true true", "room": ": true 1", "types": ": image/png pdf", "network": ": true true", "network there": "",
                    "radios": ": null null true 0 0", "camera": ": 0 null", "places": ": java.io.IOException: Service not Available", "broadcasts": ": sent"})
    check("broadcasts heard", sum(e["text"] == "broadcast heard" for e in phone.events("log")) == 2)
    press(phone, "contents")
    answers(phone, {"contacts": ": java.lang.SecurityException: Permission Denial.*READ_CONTACTS.*", "images": r": 0\[_id, _display_name\]",
                    "own image": r": 42 1\[_display_name\]picture.png", "nobody's rows": ": null", "nobody's insert": ": java.lang.IllegalArgumentException: Unknown URL .*",
                    "nobody's stream": ": java.io.FileNotFoundException: No content provider: .*"})
    p.call("granted", granted=["android.permission.READ_CONTACTS"])
    press(phone, "contents")
    answers(phone, {"contacts": r": 0\[_id, display_name\]", "all of contacts": ": true"})
    p.call("granted", granted=[])


p, phone = start()
try:
    p.resolve = resolve
    says(phone, "application probe.app true", "providers before the application")
    says(phone, "factory makes probe.app.Home", "component factory")
    edit = phone.find("android:id/edit")["bounds"]
    check("no focus at the start", "focused" not in phone.find("android:id/edit")["flags"], phone.find("android:id/edit"))
    p.tap(phone.top()["id"], edit[0] + 50, (edit[1] + edit[3]) / 2)
    phone.settle()
    check("keyboard", phone.keyboard, phone.events("keyboard"))
    p.call("commit", window=phone.top()["id"], text="Grace")
    check("action", p.call("action", window=phone.top()["id"])["used"])
    says(phone, "action 2")
    press(phone, "classes")
    says(phone, "guava the app's own, junit false, robolectric false, kotlin false, loader true", "class loaders are apart")
    for label, text in [("prefs", "prefs Ada"), ("database", "database tea"), ("files", "files files cache"), ("storage", "storage mounted 7903 10129 10129"),
                        ("provider", "from the provider"),
                        ("service", "service started work"), ("bind", "hello from the service"), ("library", "libnothing.so"), ("nowhere", "not found")]:
        press(phone, label)
        says(phone, text)
    says(phone, "service destroyed")
    press(phone, "nobody")
    says(phone, "No Activity found to handle Intent { act=probe.app.NOBODY", "an intent that nobody answers")
    last(phone, "start", request=11)
    press(phone, "others")
    says(phone, "others Other other.app/.Main null", "activities of other apps")
    last(phone, "start", request=-1)
    press(phone, "broadcast")
    says(phone, "heard an action")
    says(phone, "heard a name")
    files = sorted(os.path.relpath(os.path.join(d, f), os.path.join(work, "data")) for d, _, fs in os.walk(os.path.join(work, "data")) for f in fs)
    check("files", {"shared_prefs/kept.xml", "databases/shop.db", "files/note.txt", "own/kept"} <= set(files), files)
    shared = os.path.join(work, "data-shared")
    kept = {os.path.relpath(os.path.join(d, f), shared) for d, _, fs in os.walk(shared) for f in fs}
    own = "Android/data/probe.app/"
    check("shared storage", {own + "files/maps/kept", own + "cache/kept", "Pictures/kept"} <= kept, kept)
    press(phone, "thread")
    until = time.monotonic() + 10
    while not any("from helper" in e["text"] for e in phone.events("log")) and time.monotonic() < until:
        phone.settle()
    says(phone, "from helper")
    phone.scroll_to("later")
    bounds = phone.find("later")["bounds"]
    p.tap(phone.top()["id"], (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2)
    p.run(100)
    check("told when", p.next is not None and p.next - p.now <= 5000, (p.now, p.next))
    p.run(6000)
    says(phone, "later 5000")
    press(phone, "frames")
    p.run(2000)
    says(phone, "frames 0 16 16", "a frame at once after rest, then at its pace")
    press(phone, "looper")
    p.run(4000)
    until = time.monotonic() + 10
    while not any("looper 3000" in e["text"] for e in phone.events("log")) and time.monotonic() < until:
        p.run(16)
    says(phone, "looper 3000")
    for label, event, wanted in [("toast", "toast", {"text": "a toast", "long": True}), ("notify", "notify", {"id": 4, "channel": "news", "title": "Title", "text": "Text"}),
                                 ("clipboard", "clipboard", {"text": "copied"}), ("setting", "setting", {"namespace": "system", "key": "screen_brightness", "value": "77"}),
                                 ("portrait", "orientation", {"value": 1}), ("permission", "permissions", {"request": 9, "names": ["android.permission.CAMERA"]})]:
        press(phone, label)
        last(phone, event, **wanted)
    check("cancel", phone.events("cancel"))
    p.call("permitted", activity=1, request=9, permissions=[{"name": "android.permission.CAMERA", "granted": True}], granted=["android.permission.CAMERA"], rationale=[])
    says(phone, "permitted 9 true")
    press(phone, "camera")
    says(phone, "camera true")
    p.call("granted", granted=[], rationale=[])
    press(phone, "camera")
    says(phone, "camera false", "permissions that change by themselves")
    for text, seen in [("of another app", "of another app"), ("", "nothing")]:
        p.call("clipboard", text=text)
        press(phone, "paste")
        says(phone, "paste " + seen, "the phone's clipboard: " + seen)
    check("the phone's clipboard is not told back", len(phone.events("clipboard")) == 1, phone.events("clipboard"))
    press(phone, "device")
    says(phone, "device Maker Model 1 10.1 %d" % a.api, "what the device is")
    press(phone, "meta")
    says(phone, "meta 7 good day null", "what the manifest says of the application")
    press(phone, "print")
    check("print", any(e["tag"] == "System.out" and e["text"] == "printed" for e in phone.events("log")))
    press(phone, "second")
    check("parcelable extra", any("point 1,2 caller probe.app" in (n.get("text") or "") for n in phone.tree()), [n.get("text") for n in phone.tree()])
    phone.config.update(width=2400, height=1080, rotation=1)
    p.call("configure", config=phone.config)
    phone.settle()
    says(phone, "handles 2", "a handled change of configuration")
    phone.config.update(width=1080, height=2400, rotation=0)
    p.call("configure", config=phone.config)
    phone.settle()
    phone.back()
    says(phone, "result 5 7 3")
    check("recreated with its state", any("restored" in (n.get("text") or "") or "result" in (n.get("text") or "") for n in phone.tree()))
    press(phone, "dialog")
    check("dialog", phone.top()["kind"] == "dialog", phone.top())
    phone.tap("Yes" if any(n.get("text") == "Yes" for n in phone.tree()) else "YES")
    says(phone, "yes")
    press(phone, "bottom")
    frame = phone.top()["frame"]
    check("gravity", frame[3] > 2250, frame)
    check("back closes a dialog", phone.back() is True and phone.top()["kind"] == "activity", phone.top())
    press(phone, "menu")
    phone.tap("Entry")
    says(phone, "chose Entry")
    phone.tap("More options")
    phone.tap("Option")
    says(phone, "option Option")
    platform(p, phone)
    p.call("trim", level=15)
    phone.config.update(night=True)
    p.call("configure", config=phone.config)
    phone.settle()
    press(phone, "crash")
    check("crash", False)
except Gone:
    crash = phone.events("crash")
    trace = crash[0]["trace"] if crash else ""
    check("crash", trace.startswith("java.lang.IllegalStateException: on purpose\n\tat probe.app.Home") and "Caused by: java.lang.RuntimeException: because" in trace
          and "robolectric" not in trace and "robo$$" not in trace and "fingertip" not in trace, crash)
except AssertionError as wrong:
    check(str(wrong), False)
finally:
    recorded = p.recorded
    if a.pictures and not phone.events("crash"):
        os.makedirs(a.pictures, exist_ok=True)
        png(p.call("pixels", window=phone.top()["id"]), os.path.join(a.pictures, "probe.png"))
    p.end()

for label, event, wanted in [("background crash", "crash", {"thread": "worker-1"}), ("exit", "exit", {"code": 3})]:
    p, phone = start()
    try:
        press(phone, label)
        until = time.monotonic() + 10
        while not phone.events(event) and time.monotonic() < until:
            p.take(timeout=10)
    except (Gone, TimeoutError, BrokenPipeError):
        pass
    last(phone, event, **wanted)
    recorded.update({k: v for k, v in p.recorded.items() if k not in recorded})
    p.end()

# What is not there is an end of the app that is told at once.
p, phone = loaded()
try:
    p.call("start", timeout=20, activity=1, **{"class": "probe.app.Gone"}, intent={}, root=True)
    check("an activity without a class", False)
except (Gone, TimeoutError) as end:
    trace = phone.events("crash")[0]["trace"] if phone.events("crash") else ""
    wanted = 'java.lang.RuntimeException: Unable to instantiate activity ComponentInfo{probe.app/probe.app.Gone}: ' \
        'java.lang.ClassNotFoundException: Didn\'t find class "probe.app.Gone" on path: DexPathList[[zip file "%s"],' % apk
    check("an activity without a class", isinstance(end, Gone) and trace.startswith(wanted), (end, trace))
p.end()

p, phone = start(with_old_resources(apk, os.path.join(work, "old.apk")))
press(phone, "resources")
says(phone, "resources good day", "resources of old build tools")
p.end()

p, phone = start(boot=True)
check("no focus at the start of one that waited", "focused" not in phone.find("android:id/edit")["flags"], phone.find("android:id/edit"))
press(phone, "keys")
answers(phone, {"aliases": r": \[Aes, EC, Mac, RSA\]", "aes": ": secret"})  # Of the process before.
phone.scroll_to("hang")
bounds = phone.find("hang")["bounds"]
p.call("pointer", window=phone.top()["id"], action="down", x=300, y=(bounds[1] + bounds[3]) / 2)
p.run(60)
try:
    p.call("pointer", window=phone.top()["id"], action="up", x=300, y=(bounds[1] + bounds[3]) / 2, timeout=2)
    p.run(100, timeout=2)
    check("hangs", False)
except TimeoutError:
    trace = p.call("threads", timeout=5)["trace"]
    check("threads while it hangs", "probe.app.Home" in trace, trace[:500])
p.end()
check("a hanging process stops", p.child.returncode is not None)
if a.record:
    record(recorded, a.record)
shutil.rmtree(work, ignore_errors=True)
print("%d failed" % len(failures))
raise SystemExit(1 if failures else 0)
