"""As much of an activity manager as the tests need: one task, one app, a keyboard that is an inset."""
from frames import Process

CONFIG = {"width": 1080, "height": 2400, "density": 420, "rotation": 0, "fontScale": 1.0, "night": False, "locale": "en-US",
          "statusBar": 63, "navigationBar": 63, "keyboard": 0}


class Phone:
    def __init__(self, process: Process, package):
        self.p, self.package, self.config = process, package, dict(CONFIG)
        self.stack, self.last, self.seen, self.requests = [], 0, 0, {}
        self.keyboard = False

    def load(self, api, apk, classes, data, granted=()):
        return self.p.call("load", wall=1790000000000, api=api, package=self.package, apk=apk, classes=classes, data=data, shared=data + "-shared", pid=7903, uid=10129,
                           config=self.config, granted=list(granted), rationale=[], settings={"global": {"adb_enabled": "1"}, "system": {"accelerometer_rotation": "0", "font_scale": "1.0"}}, clipboard=None,
                           properties={"ro.product.manufacturer": "Maker", "ro.product.model": "Model 1", "ro.build.version.release": "10.1",
                                       "ro.build.fingerprint": "Maker/one/one:10.1/ID/1:user/keys", "ro.product.cpu.abilist": "x86_64,arm64-v8a"})

    def open(self, name, intent=None):
        if self.stack:
            self.p.call("state", activity=self.stack[-1], state="paused")
        self.last += 1
        number, root = self.last, not self.stack
        self.stack.append(number)
        self.p.call("start", activity=number, **{"class": name}, intent=intent or {"class": name, "package": self.package}, root=root, caller=self.package)
        self.p.call("state", activity=number, state="resumed")
        if len(self.stack) > 1:
            self.p.call("state", activity=self.stack[-2], state="stopped")

    def launch(self, name, intent=None):
        self.open(name, intent)
        self.settle()

    def settle(self, ms=700):
        """Time passes until nothing new happens; what the app asks of the phone is done."""
        for _ in range(20):
            self.p.run(ms)
            if not self.follow():
                return

    def follow(self):
        did = False
        while self.seen < len(self.p.events):
            event = self.p.events[self.seen]
            self.seen += 1
            if event["event"] == "start" and event["intent"].get("class"):
                if event["request"] >= 0:
                    self.requests[self.last + 1] = (event["activity"], event["request"])
                self.open(event["intent"]["class"], event["intent"])
                did = True
            elif event["event"] == "finish" and event["activity"] in self.stack:
                self.leave(event)
                did = True
            elif event["event"] == "keyboard":
                self.keyboard = event["shown"]
                self.config["keyboard"] = 900 if event["shown"] else 0
                self.p.call("configure", config=self.config)
                did = True
        return did

    def leave(self, event):
        number = event["activity"]
        top = self.stack and self.stack[-1] == number
        if top:
            self.p.call("state", activity=number, state="paused")
        self.stack.remove(number)
        if number in self.requests:
            to, request = self.requests.pop(number)
            self.p.call("result", activity=to, request=request, code=event["code"], intent=event["intent"])
        if top and self.stack:
            self.p.call("state", activity=self.stack[-1], state="resumed")
        self.p.call("state", activity=number, state="destroyed")

    def top(self):
        windows = self.p.windows.get(self.stack[-1]) or []
        return windows[-1]

    def tree(self, window=None):
        return self.p.call("tree", window=(window or self.top())["id"])["nodes"]

    def find(self, text, window=None):
        for node in self.tree(window):
            if text in (node.get("text"), node.get("desc"), node.get("id")) and "invisible" not in node["flags"]:
                return node
        raise AssertionError("%r is not on the screen: %s" % (text, [n.get("text") or n.get("desc") for n in self.tree(window) if n.get("text") or n.get("desc")]))

    def tap(self, text):
        bounds = self.find(text)["bounds"]
        self.p.tap(self.top()["id"], (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2)
        self.settle()

    def scroll_to(self, text):
        """Swipes up, then down, until the text is there."""
        if self.keyboard:
            self.hide_keyboard()
        for i in range(30):
            for node in self.tree():
                if node.get("text") == text and "invisible" not in node["flags"] and node["bounds"][3] - node["bounds"][1] > 60:
                    return
            self.swipe(540, 1800, 540, 900) if i < 12 else self.swipe(540, 900, 540, 1800)
        raise AssertionError("no %r after scrolling" % text)

    def swipe(self, x, y, to_x, to_y, steps=12):
        window = self.top()["id"]
        self.p.call("pointer", window=window, action="down", x=x, y=y)
        for i in range(1, steps + 1):
            self.p.run(16)
            self.p.call("pointer", window=window, action="move", x=x + (to_x - x) * i / steps, y=y + (to_y - y) * i / steps)
        # A finger that rests still reports where it is; without that the list would be thrown.
        self.p.run(200)
        self.p.call("pointer", window=window, action="move", x=to_x, y=to_y)
        self.p.run(16)
        self.p.call("pointer", window=window, action="up", x=to_x, y=to_y)
        self.settle()

    def hide_keyboard(self):
        self.keyboard = False
        self.config["keyboard"] = 0
        self.p.call("configure", config=self.config)
        self.settle()

    def back(self):
        used = self.p.call("back", window=self.top()["id"])["used"]
        self.settle()
        return used

    def events(self, name):
        return [e for e in self.p.events if e["event"] == name]
