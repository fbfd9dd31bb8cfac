"""The other components of the probe app, as somebody outside reaches them: receivers, services, the provider; alarms; a window that makes
room for the keyboard by moving up."""
import argparse, os, shutil, tempfile, time
from frames import Gone, Process, record
from phone import Phone
from probe_app import build

here = os.path.dirname(os.path.abspath(__file__))
arguments = argparse.ArgumentParser()
arguments.add_argument("parts")
arguments.add_argument("--api", type=int, default=34)
arguments.add_argument("--jar", default=os.path.join(here, "..", "fingertip-runtime.jar"))
arguments.add_argument("--java", default="java")
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


def said(text):
    return [e["text"] for e in p.events if e["event"] == "log" and e["tag"] == "probe" and text in e["text"]]


def says(text):
    check(text, said(text), said("")[-3:])


def received(**more):
    """A broadcast, and what came of it."""
    p.call("receive", **dict({"broadcast": 1, "receivers": [], "registered": False, "foreign": True, "code": 0, "data": None}, **more))
    until = time.monotonic() + 10
    while not phone.events("received") and time.monotonic() < until:
        p.run(16)
    seen = phone.events("received")[-1:]
    p.events[:] = [e for e in p.events if e["event"] != "received"]
    phone.seen = min(phone.seen, len(p.events))
    return {k: seen[0][k] for k in ("broadcast", "code", "data", "extras", "aborted")} if seen else None


def content(method, **more):
    base = {"uri": "content://probe.app.store/typed", "projection": None, "where": None, "sort": None, "values": [], "call": None, "argument": None}
    answer = p.call("content", method=method, **dict(base, **more))
    del answer["next"]
    return answer


apk, classes = build(a.parts, work)
p = Process(a.java, a.parts, a.jar, verbose=a.v)
phone = Phone(p, "probe.app")
try:
    phone.load(a.api, apk, [classes], os.path.join(work, "data"))
    # A process that was started for these alone has no activity.
    heard = received(broadcast=7, intent={"action": "x", "package": "probe.app", "class": "probe.app.Answerer", "extras": [
        {"name": "what", "type": "string", "value": "it"}, {"name": "n", "type": "int", "value": 4}]}, receivers=["probe.app.Answerer"], code=1, data="d")
    check("a receiver by name", heard == {"broadcast": 7, "code": 5, "data": "data of it", "extras": "Bundle[{a=b}]", "aborted": False}, heard)
    says("answerer x it 4 after 1 d")
    later = received(intent={"extras": [{"name": "what", "type": "string", "value": "later"}]}, receivers=["probe.app.Answerer"])
    check("one that takes its time", later and later["code"] == 6, later)
    check("nobody", received(intent={"action": "nothing"}, registered=True)["code"] == 0)
    check("a service starts", p.call("service", order="start", **{"class": "probe.app.Steady"}, intent={"extras": [{"name": "what", "type": "string", "value": "once"}]})["used"])
    says("steady 1 once")
    check("and stops", p.call("service", order="stop", **{"class": "probe.app.Steady"}, intent={})["used"])
    says("steady is over")
    check("once", not p.call("service", order="stop", **{"class": "probe.app.Steady"}, intent={})["used"])
    rows = content("query", projection=["i", "f"], where="i=7", sort="i")
    check("rows", rows == {"columns": ["i", "f", "n", "b", "how"], "rows": [["7", "1.5", "NULL", "BLOB", "[i, f] i=7 i"]]}, rows)
    content("insert", values=[{"name": "x", "type": "int", "value": 3}, {"name": "s", "type": "string", "value": "t"}, {"name": "z", "type": "null", "value": None}])
    says("insert 3 t true")
    check("an update", content("update", values=[{"name": "x", "type": "int", "value": 3}]) == {"count": 0})
    thrown = content("delete")
    check("an exception", thrown == {"thrown": "java.lang.IllegalArgumentException: nothing goes from content://probe.app.store/typed"}, thrown)
    called = content("call", call="m", argument="y", values=[{"name": "n", "type": "long", "value": 9}])
    check("a call", called == {"result": "Bundle[{m=y 9}]"}, called)
    check("a type", content("type") == {"result": "text/plain"})

    phone.launch("probe.app.Parts")
    p.run(1000)
    check("not yet", not said("heard an alarm"))
    p.run(1500)
    says("heard an alarm")
    p.run(1000)
    says("listener 3000")
    p.run(2600)
    check("repeated", len(said("heard again")) >= 2, said("heard"))
    says("steady 1 by alarm")
    check("cancelled", not said("heard never"))
    live = received(intent={"action": "probe.app.LIVE", "extras": [{"name": "what", "type": "string", "value": "one"}]}, registered=True)
    says("live one")
    check("registered receivers", live and live["code"] == 3 and not said("secret"), live)
    received(intent={"action": "probe.app.LIVE"}, registered=True, foreign=False)
    says("secret")
    p.call("trim", level=15)
    says("trim 15")
    p.call("intent", activity=1, intent={})
    says("explain false")
    p.call("granted", granted=[], rationale=["android.permission.CAMERA"])
    p.call("intent", activity=1, intent={})
    says("explain true")
    p.run(60000)
    phone.follow()
    check("an activity by alarm", len(phone.stack) == 2, phone.events("start"))

    phone.settle()
    field = phone.find("android:id/edit")["bounds"]
    check("at the bottom", field[3] > 2200, field)
    p.tap(phone.top()["id"], 500, (field[1] + field[3]) / 2)
    phone.settle()
    check("keyboard", phone.keyboard)
    moved = phone.find("android:id/edit")["bounds"]
    check("above the keyboard", moved[3] <= 1500 and moved[3] - moved[1] == field[3] - field[1], (field, moved))
    middle = phone.find("MIDDLE" if any(n.get("text") == "MIDDLE" for n in phone.tree()) else "middle")["bounds"]
    p.tap(phone.top()["id"], (middle[0] + middle[2]) / 2, (middle[1] + middle[3]) / 2)
    says("middle pressed")
    p.call("commit", window=phone.top()["id"], text="typed")
    check("typed", phone.find("android:id/edit").get("text") == "typed", phone.tree())
    phone.hide_keyboard()
    back = phone.find("android:id/edit")["bounds"]
    check("down again", back == field, (field, back))
    p.call("state", activity=phone.stack[-1], state="destroyed")
    says("low ends true")
except Gone as gone:
    check("alive", False, (gone, phone.events("crash")))
except AssertionError as wrong:
    check(str(wrong), False)
finally:
    recorded = p.recorded
    p.end()
if a.record:
    record({name: frame for name, frame in recorded.items() if name in ("receive", "service", "content", "event-received")}, a.record)
shutil.rmtree(work, ignore_errors=True)
print("%d failed" % len(failures))
raise SystemExit(1 if failures else 0)
