"""A project with one of everything that a reprint knows."""

from pathlib import Path

from documents import document
from workshops import FILES, Workshop, write_files

MORE = {
    "card_data/game/game.yaml": FILES["card_data/game/game.yaml"]
    + """\
  map: {kind: board, title: The Map, size: {width: 380mm, height: 260mm}}
  rules: {kind: booklet, size: a6}
  chips:
    kind: tokens
    size: 20mm
    template: chip.xml.j2
    fields: {points: number}
    tokens: [{id: one, points: 1, copies: 4}, {id: five, points: 5}]
""",
    "card_data/game/rules.md": "".join(
        f"# Part {number}\n\nHold {{rule:hand}} cards, in part {number}.\n\n```pagebreak\n```\n\n"
        if number == 3
        else f"# Part {number}\n\nWords of part {number}.\n\n```pagebreak\n```\n\n"
        for number in range(1, 9)
    ),
    "templates/game/map.xml.j2": document("compared_project_map.xml.j2"),
    "templates/game/chip.xml.j2": """\
<side background="sea"><text style="body" color="paper" x="5" y="8" width="10" height="5"
>{{ token.points }}</text></side>
""",
}


def everything(root: Path) -> Workshop:
    """Write the project; it is not in git yet."""
    return write_files(root, FILES | MORE)
