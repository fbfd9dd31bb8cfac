"""PyPI adb-shell straight to an adbd: shell, push, pull, stat and list."""

import os
import sys
import tempfile

from adb_shell.adb_device import AdbDeviceTcp

host, port = sys.argv[1].rsplit(":", 1)
device = AdbDeviceTcp(host, int(port), default_transport_timeout_s=20.0)
device.connect(rsa_keys=[], auth_timeout_s=1.0)
assert device.available

assert device.shell("echo hello; echo two") == "hello\ntwo\n"
assert device.shell("getprop ro.build.version.release").strip()
assert device.exec_out("printf 'a\\nb'") == "a\nb"

with tempfile.TemporaryDirectory() as folder:
    for size in (0, 1, 65_536, 3_000_001):
        sent, received = os.path.join(folder, "sent"), os.path.join(folder, "received")
        with open(sent, "wb") as file:
            file.write(os.urandom(size))
        remote = f"/data/local/tmp/adb-shell-{size}.bin"
        device.push(sent, remote)
        mode, length, _ = device.stat(remote)
        assert length == size and mode & 0o100000, (mode, length)
        device.pull(remote, received)
        assert open(sent, "rb").read() == open(received, "rb").read(), size

names = [entry.filename for entry in device.list("/data/local/tmp")]
assert b"adb-shell-1.bin" in names, names
device.close()
