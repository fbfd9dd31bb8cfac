"""Starts an MCP server under strace and makes calls of every kind on one device; says how many of how many did their job."""

import json
import subprocess
import sys

program, address, trace = sys.argv[1:4]
watch = ["strace", "-f", "-qq", "-e", "trace=execve,execveat,fork,vfork,clone,clone3", "-o", trace]
server = subprocess.Popen([*watch, program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def request(number, method, params):
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    server.stdin.write(json.dumps(message) + "\n")
    server.stdin.flush()
    while True:
        answer = json.loads(server.stdout.readline())
        if answer.get("id") == number:
            return answer["result"]


info = {"name": "drive", "version": "0"}
request(1, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info})
server.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
shop = {"packageName": "com.example.shop"}
script = [
    ("get_ui_tree", {}),
    ("tap", {"x": 500, "y": 900}),
    ("tap", {"x": 500, "y": 900, "settle": "none"}),
    ("connect", shop),
    ("find_element", {"query": "Sign in"}),
    ("wait_for_ui", {"text": "Sign in"}),
    ("expect_element_visible", {"text": "Sign in"}),
    ("expect_state", {"id": "remember_me", "property": "checked", "expected": False}),
    ("type_text", {"id": "email", "text": "demo@example.com"}),
    ("clear_text", {"id": "email"}),
    ("tap_element", {"text": "Remember me", "expect": {"id": "remember_me", "property": "checked", "expected": True}}),
    ("long_press", {"text": "Welcome to Shop"}),
    ("double_tap", {"x": 500, "y": 2000}),
    ("swipe", {"direction": "up"}),
    ("press_key", {"key": "enter"}),
    ("press_back", {}),
    ("get_current_screen", {}),
    ("get_screen_fingerprint", {}),
    ("capture_screenshot", {}),
]
calls = 0
for number, (tool, arguments) in enumerate(script, 2):
    answer = request(number, "tools/call", {"name": tool, "arguments": {**arguments, "deviceId": address}})
    if answer.get("isError"):
        print(tool, answer)
    else:
        calls += 1
print(f"calls: {calls} of {len(script)}")
server.stdin.close()
server.wait()
