"""What the real framework tells accessibility of every widget that declared apps know, in every state and at every level, as a table."""
import argparse, glob, os, re, shutil, subprocess, sys, tempfile
from frames import Process
from phone import Phone

here = os.path.dirname(os.path.abspath(__file__))
arguments = argparse.ArgumentParser()
arguments.add_argument("parts")
arguments.add_argument("table", help="the file to write, or to compare with --check")
arguments.add_argument("--check", action="store_true")
arguments.add_argument("--api", default="28,31,34,35")
arguments.add_argument("--jar", default=os.path.join(here, "..", "fingertip-runtime.jar"))
arguments.add_argument("--java", default="java")
a = arguments.parse_args()
levels = [int(level) for level in a.api.split(",")]

HEAD = """# What the framework tells accessibility of its widgets, recorded by runtime/test/widgets.py: do not edit.
# Per widget and state: levels for which the line holds; node (the widget itself, or its place below it); class; id; text; hint;
# description; state; flags; actions; range (type, least, most, now); collection (rows, columns, selection); item (row, span, column, span).
"""
NAMES = {1: "focus", 2: "clearFocus", 4: "select", 8: "clearSelection", 16: "click", 32: "longClick", 64: "accessibilityFocus",
         128: "clearAccessibilityFocus", 256: "nextAtGranularity", 512: "previousAtGranularity", 4096: "scrollForward", 8192: "scrollBackward",
         16384: "copy", 32768: "paste", 65536: "cut", 131072: "setSelection", 262144: "expand", 524288: "collapse", 2097152: "setText"}


def action(one):
    """A number has a name only where it is one of the old bits; the others are resource ids, whose low half stays."""
    number = one["id"] if isinstance(one, dict) else one
    return NAMES.get(number) or "%x" % (number & 0xffffff)


def row(node):
    def number(value):
        return "%g" % value
    cells = [node.get(name, "") for name in ("class", "id", "text", "hint", "desc", "state")]
    cells.append(" ".join(sorted(node["flags"])))
    cells.append(" ".join(sorted(action(one) for one in node.get("actions", []))))
    cells += [" ".join(number(part) for part in node.get(name, [])) for name in ("range", "collection", "item")]
    return [cell.replace("\n", "\\n") for cell in cells]


def below(nodes, at, name, out, path="."):
    """A node and what is in it."""
    out.append((name, path, row(nodes[at])))
    child = at + 1
    while child < nodes[at]["end"]:
        below(nodes, child, name, out, (path if path != "." else "") + "/%d" % nodes[child]["index"])
        child = nodes[child]["end"]


def read(nodes, out):
    """Each line that names a widget is followed by that widget, unless the framework tells nothing of it."""
    for at, node in enumerate(nodes):
        title = node.get("text", "")
        if not title.startswith("# ") or title.startswith("# ("):
            continue
        after = node["end"]
        name = title[2:]
        if after < len(nodes) and not nodes[after].get("text", "").startswith("# "):
            below(nodes, after, name, out)
        else:
            out.append((name, ".", ["nothing"] + [""] * 10))


def tap(phone, node):
    left, top, right, bottom = node["bounds"]
    phone.p.tap(phone.top()["id"], (left + right) / 2, (top + bottom) / 2)
    phone.settle()


def after(nodes, name):
    at = next(at for at, node in enumerate(nodes) if node.get("text") == "# " + name)
    return nodes[at + 1]


def record(level, work):
    p = Process(a.java, a.parts, a.jar)
    out = []
    try:
        phone = Phone(p, "widgets.app")
        # So high and so coarse that everything fits.
        phone.config.update(height=8000, density=160)
        phone.load(level, os.path.join(work, "widgets.apk"), [os.path.join(work, "classes")], os.path.join(work, "data%d" % level))
        phone.launch("widgets.app.Home")
        read(phone.tree(), out)
        tap(phone, after(phone.tree(), "dropdown"))
        for node in phone.tree():
            if node.get("text") in ("One", "Two"):
                out.append(("menu_row" + (" on" if node["text"] == "One" else ""), ".", row(node)))
            elif node.get("class", "").endswith("ListView"):
                out.append(("menu", ".", row(node)))
        phone.back()
        tap(phone, after(phone.tree(), "(alert)"))
        for node in phone.tree():
            name = {"Sure?": "alert title", "It is gone then.": "alert message", "Yes": "alert positive", "No": "alert negative", "Later": "alert neutral",
                    "YES": "alert positive", "NO": "alert negative", "LATER": "alert neutral"}.get(node.get("text"))
            if name:
                out.append((name, ".", row(node)))
        phone.back()
        tap(phone, after(phone.tree(), "field filled"))
        # Above the activity's window there is that of the cursor's handle now.
        nodes = phone.tree(p.windows[1][0])
        field = nodes.index(after(nodes, "field filled"))
        below(nodes, field, "field filled focused", out)
    finally:
        p.end()
    return out


if not shutil.which("aapt2"):
    print("skipped: no aapt2")
    raise SystemExit(0)
work = tempfile.mkdtemp(prefix="fingertip-widgets-")
try:
    framework = glob.glob(os.path.join(a.parts, "android-all-instrumented-14-*.jar"))[0]
    # Instrumented classes implement two interfaces of Robolectric, whose methods javac cannot see in them: empty ones stand in.
    bytecode = os.path.join(work, "stub", "org", "robolectric", "internal", "bytecode")
    os.makedirs(bytecode)
    for name in ("ShadowedObject", "InstrumentedInterface"):
        with open(os.path.join(bytecode, name + ".java"), "w") as file:
            file.write("package org.robolectric.internal.bytecode; public interface %s {}" % name)
    subprocess.run(["javac", "-d", os.path.join(work, "first"), *glob.glob(os.path.join(bytecode, "*.java"))], check=True)
    done = subprocess.run(["javac", "--release", "11", "-nowarn", "-Xlint:none", "-cp", os.path.join(work, "first") + ":" + framework, "-d", os.path.join(work, "classes"),
                           *glob.glob(os.path.join(here, "widgets", "src", "**", "*.java"), recursive=True)], stderr=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    subprocess.run(["aapt2", "link", "-I", framework, "--manifest", os.path.join(here, "widgets", "AndroidManifest.xml"), "-o", os.path.join(work, "widgets.apk")],
                   check=True, stderr=subprocess.DEVNULL)
    lines = {}
    for level in levels:
        for name, path, cells in record(level, work):
            lines.setdefault((name, path), {}).setdefault("\t".join(cells), []).append(str(level))
finally:
    shutil.rmtree(work, ignore_errors=True)
text = HEAD
for (name, path), variants in lines.items():
    for cells, held in variants.items():
        text += "\t".join([name, ",".join(held), path, cells]).rstrip("\t") + "\n"
if a.check:
    with open(a.table) as file:
        known = file.read()
    if known != text:
        import difflib
        sys.stdout.writelines(difflib.unified_diff(known.splitlines(True), text.splitlines(True), a.table, "the framework"))
        sys.exit("FAILED: the framework says otherwise than %s: run runtime/test/widgets.py" % a.table)
    print("ok   the table of widgets, %d lines" % (text.count("\n") - 3))
else:
    with open(a.table, "w") as file:
        file.write(text)
    print("%s: %d lines" % (a.table, text.count("\n")))
