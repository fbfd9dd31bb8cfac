"""Fails when an strace log shows an address that is not among the allowed ones."""

import re
import sys

allowed, reached, foreign = set(sys.argv[2:]), set(), []
for line in open(sys.argv[1], errors="replace"):
    if "sa_family=" not in line:
        # A socket is no connection, and what is sent on a connected one goes where that leads.
        continue
    port = re.search(r"sin6?_port=htons\((\d+)\)", line)
    host = re.search(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"', line)
    address = f"{host.group(1) or host.group(2)}:{port.group(1)}" if port and host else line.strip()
    (reached.add if address in allowed else foreign.append)(address)
for address in foreign:
    print("reached", address)
print("reached " + " and ".join(sorted(reached)) + " and nobody else" if reached else "nothing was seen")
sys.exit(bool(foreign) or not reached)
