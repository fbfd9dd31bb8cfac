"""A whole session under strace: finds the device, starts an app, reads, acts, waits, proves, fails and ends."""

import json
import subprocess
import sys
import urllib.request

program, address, trace, mode = sys.argv[1:5]
calls = "socket,connect,bind,sendto,sendmsg,sendmmsg"
watch = ["strace", "-f", "-qq", "-s", "0", "-e", f"trace={calls}", "-o", trace, program, "mcp"]

SESSION = [
    ("list_devices", {}, True),
    ("connect", {"packageName": "com.example.shop"}, True),
    ("get_ui_tree", {}, True),
    ("type_text", {"id": "email", "text": "demo@example.com"}, True),
    ("type_text", {"id": "password", "text": "secret123"}, True),
    ("tap_element", {"text": "Sign in", "role": "button", "expect": {"text": "Products"}}, True),
    ("wait_for_ui", {"text": "Ceramic mug", "condition": "clickable"}, True),
    ("scroll_to_element", {"text": "Ceramic mug"}, True),
    ("capture_screenshot", {}, True),
    ("tap_element", {"text": "No such thing"}, False),
    ("get_ui_tree", {"deviceId": "nobody"}, False),
    ("expect_element_visible", {"text": "Ceramic mug"}, True),
    ("press_back", {}, True),
]


class Stdio:
    def __init__(self):
        self.server = subprocess.Popen(watch, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, message):
        self.server.stdin.write(json.dumps(message) + "\n")
        while "id" in message:
            answer = json.loads(self.server.stdout.readline())
            if answer.get("id") == message["id"]:
                return answer["result"]

    def end(self):
        self.server.stdin.close()
        self.server.wait()


class Http:
    def __init__(self, port):
        self.url, self.headers = f"http://127.0.0.1:{port}/mcp", {}
        self.server = subprocess.Popen([*watch, "--http", port], stderr=subprocess.PIPE, text=True)
        while "serving" not in self.server.stderr.readline():
            pass

    def send(self, message):
        accept = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        request = urllib.request.Request(self.url, json.dumps(message).encode(), {**accept, **self.headers})
        with urllib.request.urlopen(request) as response:
            if session := response.headers.get("mcp-session-id"):
                self.headers = {"mcp-session-id": session}
            for line in response.read().decode().splitlines():
                data = line.removeprefix("data:").strip()
                if data.startswith("{") and json.loads(data).get("id") == message.get("id"):
                    return json.loads(data)["result"]

    def end(self):
        # strace passes the signal of a terminal on to nobody: the server itself is its child.
        children = open(f"/proc/{self.server.pid}/task/{self.server.pid}/children").read().split()
        for child in children:
            subprocess.run(["kill", "-INT", child], check=True)
        self.server.wait()


client = Stdio() if mode == "stdio" else Http(mode)
info = {"name": "session", "version": "0"}
hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info}
client.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello})
client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
wrong = 0
for number, (tool, arguments, good) in enumerate(SESSION, 2):
    params = {"name": tool, "arguments": {"deviceId": address, **arguments}}
    answer = client.send({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
    if bool(answer.get("isError")) == good:
        print(tool, answer)
        wrong += 1
client.end()
print(f"{len(SESSION)} calls")
sys.exit(wrong != 0)
