"""Write the first files of a game from a table, by skeletons that are templates themselves.

People read and change these files from then on: blocks are short, and each has a comment.
A skeleton has square brackets where a template of cards has braces.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import jinja2

from cardgen.features.scaffold.fromtable.kinds import quoted, written
from cardgen.features.scaffold.fromtable.roles import FaceField, FacePlan

README = (Path(__file__).with_name("skeletons") / "README.md").read_text("utf-8")
_EDGE = 5.0
_LABEL_MM = 1.12  # of a letter of a label, on average
_TIGHT = re.compile(r"[^\W\d],[^\W\d]")
_FEWEST, _TILES = 3, 5  # tiles in a row


class _Printed(FaceField, frozen=True):
    """A field as a template of cards prints it; ``comma`` is the decimal mark of the language."""

    comma: bool

    @property
    def reach(self) -> str:
        """What a template writes to reach the value."""
        return f"card.{self.name}"

    @property
    def given(self) -> str:
        """The test of whether a card has a value: zero is one."""
        return f"{self.reach} is not none" if self.kind == "number" else self.reach

    @property
    def may_lack(self) -> bool:
        """Whether there may be nothing to print: a list that must be given may be empty."""
        return self.optional or self.kind == "list"

    @property
    def shown(self) -> str:
        """What prints the value."""
        reach = self.reach
        if self.kind == "list":
            if self.of["kind"] == "rich":
                return f"{{% for part in {reach} %}}{{{{ part }}}} {{% endfor %}}"
            names = ' | map(attribute="name") | select' if self.of["kind"] == "record" else ""
            return f'{{{{ {reach}{names} | join(", ") }}}}'
        if self.kind == "record":
            if "name" in self.declaration["fields"]:
                return f'{{{{ {reach}.name or "" }}}}'
            parts = (
                f'"{name} " ~ {reach}.{name} if {reach}.{name} else ""'
                for name in self.declaration["fields"]
            )
            return f'{{{{ [{", ".join(parts)}] | select | join(", ") }}}}'
        if self.kind == "number" and self.comma and not self.declaration.get("whole"):
            return f'{{{{ {reach} | string | replace(".", ",") }}}}'
        if self.kind == "text" and self.column.longest > 12 and self._is_tight:
            return f'{{{{ {reach} | replace(",", ", ") }}}}'
        return f"{{{{ {reach} }}}}"

    @property
    def _is_tight(self) -> bool:
        """Whether values have commas without a blank, where no line could break."""
        return any(_TIGHT.search(text) for text in self.column.texts)


def game_yaml(**facts: Any) -> str:
    """Return the text of ``game.yaml``."""
    return _environment().get_template("game.yaml.j2").render(facts)


def face(
    plan: FacePlan, size: tuple[float, float], tints: dict[str, str], comma: bool, goes_on: bool
) -> str:
    """Return the template of a face; ``tints`` are names of colours by the words that have them.

    With ``goes_on`` a text that is too long goes on on the back.
    """
    width, height = size
    inner = width - 2 * _EDGE
    count = len(plan.stats)
    tiles = -(-count // 2) if count > _TILES else max(count, _FEWEST)
    tile = (inner - 1.5 * (tiles - 1)) / tiles
    most = max(3, int(tile / _LABEL_MM))
    environment = _environment()
    environment.filters["shown"] = lambda field: field.shown
    environment.filters["abridged"] = lambda label: _abridged(label, most)
    shown = {
        name: tuple(_printed(one, comma) for one in getattr(plan, name))
        for name in ("group", "corner", "facts", "marks", "body", "stats", "footer")
    }
    return environment.get_template("card.xml.j2").render(
        plan=FacePlan(plan.tint, **shown),
        width=width,
        height=height,
        inner=inner,
        beside=inner - (12.5 if plan.corner else 0),
        tiles=tiles,
        tile=round(tile, 1),
        tints=tints,
        goes_on=goes_on,
    )


def back(size: tuple[float, float], own: bool) -> str:
    """Return the template of the common back, or of the backs of single cards."""
    width, height = size
    template = _environment().get_template("back.xml.j2")
    return template.render(width=width, height=height, own=own)


def _printed(field: FaceField, comma: bool) -> _Printed:
    return _Printed(field.name, field.label, field.declaration, field.column, comma)


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).with_name("skeletons")),
        block_start_string="[%",
        block_end_string="%]",
        variable_start_string="[[",
        variable_end_string="]]",
        comment_start_string="[#",
        comment_end_string="#]",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        finalize=lambda value: f"{value:.6g}" if isinstance(value, float) else value,
    )
    environment.filters |= {
        "quoted": quoted,
        "written": written,
        "string": _string,
        "words": _words,
        "safe": lambda text: text.replace("#}", "# }"),  # which would end the comment
    }
    return environment


def _abridged(label: str, most: int) -> str:
    """Shorten a label to what a tile has room for."""
    return label if len(label) <= most else label[: most - 1].rstrip() + "."


def _words(text: str) -> str:
    """Write plain words in a template, whatever they hold."""
    return f"{{{{ {_string(text)} }}}}" if any(sign in text for sign in "{}%#") else escape(text)


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
