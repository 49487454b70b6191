"""Reads an order file as the desktop tool of mpc-autofill does, after its published form."""

from pathlib import Path
from xml.etree import ElementTree

STOCKS = {
    "(S27) Smooth",
    "(S30) Standard Smooth",
    "(S33) Superior Smooth",
    "(M31) Linen",
    "(P10) Plastic",
}
MOST = 612


def read_order(file: Path) -> tuple[list[str], list[str]]:
    """Return the path of the front and of the back at each slot; insist on the form."""
    root = ElementTree.parse(file).getroot()
    tags = [child.tag for child in root]
    assert root.tag == "order"
    assert tags in (["details", "fronts", "cardback"], ["details", "fronts", "backs", "cardback"])
    details = {child.tag: child.text or "" for child in root.find("details") or ()}
    assert details.keys() == {"quantity", "stock", "foil"}
    assert details["stock"] in STOCKS
    assert details["foil"] in ("true", "false")
    quantity = int(details["quantity"])
    assert 0 < quantity <= MOST
    fronts = _slots(root.find("fronts"), file.parent)
    assert fronts.keys() == set(range(quantity))
    backs = dict.fromkeys(range(quantity), root.findtext("cardback") or "")
    backs |= _slots(root.find("backs"), file.parent)
    assert backs.keys() == set(range(quantity))
    for path in (*fronts.values(), *backs.values()):
        assert (file.parent / path).stat().st_size > 0, path
    return [fronts[slot] for slot in range(quantity)], [backs[slot] for slot in range(quantity)]


def _slots(cards: ElementTree.Element | None, folder: Path) -> dict[int, str]:
    found: dict[int, str] = {}
    seen: set[str] = set()
    for card in cards if cards is not None else ():
        said = {child.tag: child.text or "" for child in card}
        assert list(said) == ["id", "sourceType", "slots", "name", "query"]
        assert said["sourceType"] == "Local File"
        assert said["id"].endswith(said["name"])
        assert said["id"] not in seen
        seen.add(said["id"])
        for slot in map(int, said["slots"].split(",")):
            assert slot not in found
            found[slot] = said["id"]
    return found
