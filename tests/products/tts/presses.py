"""Presses the buttons of a simulated table, one after another, and compares what lies there."""

from collections import Counter

from simulator import Table

TIDY, CLOSE, AGAIN = "tidy", "close", "again"


def tour(buttons):
    """Return presses in which each button follows each, itself too, exactly once."""
    left = {one: list(buttons) for one in buttons}
    path, found = [buttons[0]], list[str]()
    while path:
        if left[path[-1]]:
            path.append(left[path[-1]].pop())
        else:
            found.append(path.pop())
    return found[::-1]


def press(table, button):
    """Press a button, and before it the one that brings it on the screen."""
    closed = table.attributes.get(("setup", "active")) == "false"
    if closed != (button == AGAIN):
        table.click(AGAIN if closed else CLOSE)
    table.click(button)
    table.run()


def lying(table):
    """Return what lies where, which way up and with how many cards, and the sizes of hands."""

    def spot(one):
        x, _, z = one._position
        cards = one.getQuantity() if one.type == "Deck" else 1
        named = one.getName() if one.type != "Card" else ""
        return named, one.type, round(x, 2), round(z, 2), one._rotation[2], cards

    held = Counter((color, len(table.hand(color))) for color in table.seats)
    return held + Counter(spot(one) for one in table.things if one.is_object and not one._hand)


def after(save, *buttons):
    """Return what lies on a new table after some presses."""
    table = Table(save)
    for button in buttons:
        press(table, button)
    return lying(table)


def press_all(save):
    """Press every button after every other: each leaves what it leaves on a new table."""
    least, most = save["PlayerCounts"]
    counts = [str(count) for count in range(least, most + 1)]
    want = {TIDY: after(save), **{count: after(save, count) for count in counts}}
    table = Table(save)
    for button in tour([*counts, TIDY, CLOSE, AGAIN]):
        before = lying(table)
        press(table, button)
        assert lying(table) == want.get(button, before), button
        assert not [text for text in table.said if text.startswith(("Check", "One moment"))]
        panel, again = (table.attributes[id, "active"] for id in ("setup", "again"))
        assert (panel, again) == (
            ("true", "false") if button in (TIDY, AGAIN) else ("false", "true")
        )
