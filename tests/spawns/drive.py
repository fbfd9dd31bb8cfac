"""Starts an MCP server under strace and makes four calls on one device."""

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
calls = 0
for number, (tool, arguments) in enumerate(
    [("get_ui_tree", {}), ("tap", {"x": 500, "y": 900}), ("get_ui_tree", {}), ("tap", {"x": 500, "y": 900, "settle": "none"})], 2
):
    answer = request(number, "tools/call", {"name": tool, "arguments": {**arguments, "deviceId": address}})
    if answer.get("isError"):
        print(tool, answer)
    else:
        calls += 1
print(f"calls: {calls}")
server.stdin.close()
server.wait()
