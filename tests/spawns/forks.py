"""Counts what an strace log shows: programs started, and processes (not threads) forked."""

import re
import sys

lines = [line.partition(" ")[2].strip() for line in open(sys.argv[1], errors="replace")]
started = [line for line in lines if re.match(r"execve(at)?\(", line) and line.endswith("= 0")]
forked = [line for line in lines if re.match(r"(fork|vfork|clone3?)\(", line) and "CLONE_THREAD" not in line]
print(len(started), len(forked))
