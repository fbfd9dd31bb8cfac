"""The nodes of a uiautomator dump, for drivers whose program hands out the XML as it is."""

import re
import xml.etree.ElementTree as ElementTree

from steps import check


def node(xml, id):
    """The one node with this resource id of the shop."""
    found = [node for node in ElementTree.fromstring(xml).iter("node") if node.get("resource-id") == f"com.example.shop:id/{id}"]
    check(len(found) == 1, f"{len(found)} nodes with the id {id} in: {xml[:600]}")
    return found[0]


def centre(node):
    left, top, right, bottom = map(int, re.findall(r"\d+", node.get("bounds")))
    return (left + right) // 2, (top + bottom) // 2
