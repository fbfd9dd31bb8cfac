"""An app process of the runtime, spoken to in frames. For tests: the phone's side in a hundred lines."""
import json, os, select, struct, subprocess, tempfile, time, zlib


class Failed(Exception):
    """The call was answered with a failure."""


class Gone(Exception):
    """The process has ended."""


def command(java, parts, jar, temporary, heap="512m", extra=()):
    """The command line of README.md, "Starting"."""
    names = sorted(n for n in os.listdir(parts) if n.endswith(".jar") and not n.startswith("android-all"))
    path = ":".join([jar] + [os.path.join(parts, n) for n in names])
    return [java, "-Xms64m", "-Xmx" + heap, "-Xmn32m", "-XX:MinHeapFreeRatio=20", "-XX:MaxHeapFreeRatio=40", "-Xss4m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto",
            "-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote", "-XX:-BytecodeVerificationLocal",
            "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.io=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.net=ALL-UNNAMED", "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
            "-Drobolectric.offline=true", "-Drobolectric.dependency.dir=" + parts, "-Drobolectric.useRealAni=true",
            "-Djava.io.tmpdir=" + temporary, *extra, "-cp", path, "fingertip.runtime.Main"]


class Process:
    def __init__(self, java, parts, jar, verbose=False, **more):
        self.temporary = tempfile.mkdtemp(prefix="fingertip-app-")
        read, write = os.pipe()
        self.began = time.monotonic()
        line = command(java, parts, jar, self.temporary, **more)

        def third():
            os.dup2(write, 3)

        self.child = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL if not verbose else None,
                                      preexec_fn=third, pass_fds=(3,) if write != 3 else (write,), bufsize=0)
        os.close(write)
        self.read = read
        self.number, self.now, self.next = 0, 1000, None
        self.events, self.windows, self.verbose = [], {}, verbose
        self.recorded = {}
        self.resolve = lambda intent: {"problem": None, "matches": []}

    def _bytes(self, count, deadline):
        out = b""
        while len(out) < count:
            ready, _, _ = select.select([self.read], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError("no frame in time")
            piece = os.read(self.read, count - len(out))
            if not piece:
                raise Gone("the process ended: %s" % self.child.wait(5))
            out += piece
        return out

    def frame(self, timeout=60):
        deadline = time.monotonic() + timeout
        length = struct.unpack(">I", self._bytes(4, deadline))[0]
        body = self._bytes(length, deadline)
        return body[0], struct.unpack(">I", body[1:5])[0], body[5:]

    def take(self, timeout=60):
        """One frame: an event is kept and None returned, an answer is returned."""
        kind, number, payload = self.frame(timeout)
        if kind == 6:
            return self._question(number, json.loads(payload))
        if kind != 5:
            return kind, number, payload
        event = json.loads(payload)
        self.events.append(event)
        if self.verbose:
            print("  <", json.dumps(event, ensure_ascii=False)[:400])
        if event["event"] == "windows":
            self.windows[event["activity"]] = event["windows"]
        self.recorded.setdefault("event-" + event["event"], event)
        return None

    def _write(self, kind, number, payload):
        data = json.dumps(payload).encode()
        self.child.stdin.write(struct.pack(">IBI", len(data) + 5, kind, number) + data)

    def _question(self, number, question):
        """What the app asks is answered at once: its thread waits."""
        answer = self.resolve(question["intent"])
        self.recorded.setdefault("question-" + question["ask"], {"question": question, "answer": answer})
        self._write(2, number, answer)

    def call(self, what, timeout=60, **more):
        self.number += 1
        payload = dict({"do": what, "now": self.now}, **more)
        self._write(1, self.number, payload)
        if self.verbose:
            print(">", json.dumps(payload)[:200])
        while True:
            got = self.take(timeout)
            if got is None:
                continue
            kind, number, payload_back = got
            assert number == self.number, (number, self.number)
            if kind == 3:
                return payload_back
            answer = json.loads(payload_back)
            if kind == 4:
                self.recorded.setdefault("failed", {"call": payload, "answer": answer})
                raise Failed(answer["error"])
            self.next = answer.get("next")
            self._record(what, payload, answer)
            return answer

    def _record(self, what, payload, answer):
        """One example of each call, the shortest tree; without the paths of the machine it ran on."""
        known = self.recorded.get(what)
        if known and (what != "tree" or not 2 < len(answer["nodes"]) < len(known["answer"]["nodes"])):
            return
        if what == "load":
            payload = dict(payload, apk="/apps/base.apk", classes=["/apps/classes.jar"], data="/data/data/app", shared="/storage/emulated/0")
        if what == "threads":
            answer = dict(answer, trace=answer["trace"][:160])
        self.recorded[what] = {"call": payload, "answer": answer}

    def run(self, ms=0, timeout=60):
        """Lets the phone's time pass, call by call as the process asks."""
        until = self.now + ms
        while self.next is not None and self.next <= until:
            self.now = max(self.now, self.next)
            self.call("run", timeout)
        self.now = until
        self.call("run", timeout)

    def tap(self, window, x, y):
        self.call("pointer", window=window, action="down", x=x, y=y)
        self.run(60)
        self.call("pointer", window=window, action="up", x=x, y=y)

    def end(self):
        import shutil
        try:
            self.call("stop", timeout=5)
        except (Gone, TimeoutError, BrokenPipeError):
            pass
        self.child.stdin.close()
        try:
            self.child.wait(5)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        shutil.rmtree(self.temporary, ignore_errors=True)

    def memory(self):
        with open("/proc/%d/status" % self.child.pid) as status:
            for line in status:
                if line.startswith("VmRSS"):
                    return int(line.split()[1]) // 1024


def record(recorded, folder):
    os.makedirs(folder, exist_ok=True)
    for name, frame in recorded.items():
        with open(os.path.join(folder, name + ".json"), "w") as out:
            json.dump(frame, out, ensure_ascii=False, indent=1)
            out.write("\n")


def png(payload, file):
    width, height = struct.unpack(">II", payload[:8])
    rows = payload[8:]
    raw = b"".join(b"\0" + rows[y * width * 4:(y + 1) * width * 4] for y in range(height))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    with open(file, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
                  + chunk(b"IDAT", zlib.compress(raw, 1)) + chunk(b"IEND", b""))
