"""A driver's side of the contract, in Python: one JSON line a step, with what was seen."""

import json
import time

SHOP = "com.example.shop"
EMAIL = "demo@example.com"
PASSWORD = "secret123"


def say(step, ok, note):
    print(json.dumps({"step": step, "ok": ok, "note": str(note)[:600]}), flush=True)


def step(name):
    """Runs the decorated function at once: what it returns is the note, what it raises is why it failed."""

    def run(function):
        try:
            say(name, True, function() or "")
        except Exception as error:  # A client's own exceptions are of any kind.
            say(name, False, f"{type(error).__name__}: {error}")

    return run


def not_offered(name, why):
    """The program has nothing that does this."""
    say(name, None, why)


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def contains(text, *words):
    for word in words:
        check(word in text, f"no {word!r} in: {text[:600]}")


def png_size(data):
    check(len(data) > 24 and data[:8] == b"\x89PNG\r\n\x1a\n", f"not a PNG, {len(data)} bytes")
    return f"{int.from_bytes(data[16:20], 'big')}x{int.from_bytes(data[20:24], 'big')}"


def eventually(function, seconds=20):
    """Tries again until it does not raise: for screens that take a moment to come."""
    end = time.monotonic() + seconds
    while True:
        try:
            return function()
        except Exception:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
