"""Counts the processes (not threads) that a program in an strace log forked."""

import re
import sys

trace, program = sys.argv[1:3]
lines = open(trace, errors="replace").read().splitlines()
ours = set()
forked = 0
for line in lines:
    pid, _, call = line.partition(" ")
    call = call.strip()
    if re.match(r"execve(at)?\(", call) and f'"{program}"' in call and call.endswith("= 0"):
        ours.add(pid)
    if pid not in ours:
        continue
    thread = re.search(r"CLONE_THREAD.*= (\d+)$", call)
    if thread:
        ours.add(thread.group(1))
    elif re.match(r"(fork|vfork|clone3?)\(", call):
        forked += 1
print(forked)
