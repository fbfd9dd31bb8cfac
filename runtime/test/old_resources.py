"""APKs as build tools made them up to 2014: the header of a package of resources is four bytes shorter."""
import struct, zipfile

PACKAGE, HEADER, OLD_HEADER = 0x0200, 288, 284


def with_old_resources(apk, out):
    """A copy of an APK, with a table of that time."""
    with zipfile.ZipFile(apk) as new, zipfile.ZipFile(out, "w") as old:
        for entry in new.infolist():
            content = new.read(entry)
            old.writestr(entry.filename, older(content) if entry.filename == "resources.arsc" else content)
    return out


def older(table):
    kind, header, size, packages = struct.unpack_from("<HHII", table)
    out, place = bytearray(table[:header]), header
    while place < size:
        kind, _, length = struct.unpack_from("<HHI", table, place)
        chunk = table[place:place + length]
        out += shorter(chunk) if kind == PACKAGE else chunk
        place += length
    struct.pack_into("<I", out, 4, len(out))
    return bytes(out)


def shorter(package):
    """The last field goes; what follows the header moves up, and with it where types and keys are said to be."""
    kind, header, size = struct.unpack_from("<HHI", package)
    assert header == HEADER, header
    out = bytearray(package[:OLD_HEADER] + package[HEADER:])
    struct.pack_into("<HHI", out, 0, kind, OLD_HEADER, len(out))
    for field in (268, 276):
        struct.pack_into("<I", out, field, struct.unpack_from("<I", package, field)[0] - 4)
    return out
