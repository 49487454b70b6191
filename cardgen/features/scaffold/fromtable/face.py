"""Writes the first templates of a game out of a table: a face for what its columns are, and a back.

What is written is read and changed by people from then on: short blocks, each with a comment.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

from msgspec import Struct

from cardgen.features.scaffold.fromtable.roles import (
    FaceField,
    FacePlan,
    is_mark,
    is_named,
    mark_words,
)

_READ = "read"
"""The name of the text that is read, by which the back finds it."""
_EDGE = 5.0
_BAR = 16.0
_LABEL_MM = 1.12  # of a letter of a label, on average
_TIGHT = re.compile(r"[^\W\d],[^\W\d]")
_FEWEST, _TILES = 3, 5  # tiles in a row


class CardRoom(Struct, frozen=True):
    """The size of a card in mm by its name, and whether numbers take a decimal comma."""

    name: str
    width: float
    height: float
    comma: bool = False

    @property
    def inner(self) -> float:
        """The width between the margins."""
        return self.width - 2 * _EDGE


def face_template(
    plan: FacePlan, room: CardRoom, tints: dict[str, str], goes_on: bool = False
) -> str:
    """Return the template of a face; ``tints`` are names of colours by the words that have them.

    With ``goes_on`` a text that is too long goes on on the back.
    """
    parts = [
        *_head(plan, room, tints),
        *_column(plan, room, goes_on),
        *_foot(plan, room),
        "</side>",
    ]
    return "\n".join(parts) + "\n"


def back_template(room: CardRoom) -> str:
    """Return the template of the common back."""
    head = "{# The back of the deck. It has no card: it looks the same for all. #}"
    return "\n".join([head, *_back(room, room.height / 2 - 8), "</side>"]) + "\n"


def own_back_template(room: CardRoom) -> str:
    """Return the template of backs of which each has a card: there a long text goes on."""
    return (
        "\n".join(
            [
                "{# The back of a card: what its face has no room for goes on here.",
                "   For one back of all, take away `back:` in game.yaml, and `continue`. #}",
                *_back(room, room.height - 26),
                "{# As high as the rest of the text; of nothing, if nothing is left. #}",
                f'<column x="4.5" y="4.5" width="{room.width - 9:g}" height="{room.height - 9:g}">',
                '<stack shrink="1" background="paper" radius="2" padding="0 3.5">',
                f'<text style="body" fit="shrink leading ellipsis" continues="{_READ}"/>',
                "</stack>",
                "</column>",
                "</side>",
            ]
        )
        + "\n"
    )


def _back(room: CardRoom, plate: float) -> Iterator[str]:
    x, y = room.width / 2, room.height / 2
    yield '<side background="accent">'
    yield from _rosettes(x, y, 10, 16, "paper/35%")
    yield (
        f'<rect x="4.5" y="4.5" width="{room.width - 9:g}" height="{room.height - 9:g}" '
        'radius="2" stroke="paper" stroke-width="0.5"/>'
    )
    yield (
        f'<rect x="9" y="{plate:g}" width="{room.width - 18:g}" height="16" radius="2" '
        'fill="accent" stroke="paper" stroke-width="0.5"/>'
    )
    yield (
        f'<text style="title" size="18" x="11" y="{plate + 1.5:g}" '
        f'width="{room.width - 22:g}" height="13" align="center" valign="middle" '
        'lines="2">{{ game.title }}</text>'
    )


def _rosettes(x: float, y: float, lobes: int, count: int, stroke: str) -> Iterator[str]:
    yield "{% for ring in range(" + str(count) + ") %}"
    yield (
        f'<polygon points="{{{{ polar({x:g}, {y:g}, 6 + ring * 3.4, 1.2 + ring * 0.12, {lobes}, '
        f'ring * 18) }}}}" stroke="{stroke}" stroke-width="0.25"/>'
    )
    yield "{% endfor %}"


def _head(plan: FacePlan, room: CardRoom, tints: dict[str, str]) -> Iterator[str]:
    yield (
        f"{{# The face of a card: {room.width:g} × {room.height:g} mm; 0,0 is its top left corner, "
        "x and y are millimetres.\n"
        "   What `bleed` extends goes over the edge, as a cutter is never exact. #}"
    )
    if plan.tint is not None and tints:
        words = ",\n".join(f"  {_string(word)}: {_string(name)}" for word, name in tints.items())
        yield f"{{# The colour of a card, by its {_safe(plan.tint.label)}. #}}"
        yield f"{{% set tints = {{\n{words}\n}} %}}"
        value = plan.tint.reach + (".name" if is_named(plan.tint) else "")
        if plan.tint.kind == "list":  # its first word
            value = f'{value} | first | default("")'
        found = f'tints[{value}] | default("accent")'
        if is_named(plan.tint) and plan.tint.optional:
            found = f'({found}) if {plan.tint.reach} else "accent"'
        yield f"{{% set tint = {found} %}}"
    else:
        yield '{% set tint = "accent" %}'
    yield '<side background="paper">'
    yield f'<rect height="{_BAR:g}" fill="{{{{ tint }}}}" bleed="true"/>'
    wide = room.inner - (12.5 if plan.corner else 0)
    top, high = (3.4, 7.8) if plan.group else (3.5, 10.5)
    yield (
        f'<text style="title" x="{_EDGE:g}" y="{top:g}" width="{wide:g}" height="{high:g}" '
        'valign="middle" lines="2" min-size="7" fit="shrink ellipsis">{{ card.title }}</text>'
    )
    if plan.group:
        yield f"{{# {' and '.join(_safe(one.label) for one in plan.group)}. #}}"
        yield (
            f'<text style="group" x="{_EDGE:g}" y="11.3" width="{wide:g}" height="3.6" '
            f'lines="1" fit="shrink ellipsis">{_joined(plan.group, room)}</text>'
        )
    if plan.corner:
        value = _shown(plan.corner, room)
        inner = (
            f'<ellipse x="{room.width - 15.5:g}" y="3.2" width="11.5" height="11.5" '
            'fill="paper"/>\n'
            f'<text style="number" x="{room.width - 14.5:g}" y="3.4" width="9.5" height="11.5" '
            f'valign="middle" color="{{{{ tint }}}}" lines="1" fit="shrink ellipsis">{value}</text>'
        )
        yield f"{{# {_safe(plan.corner.label)}. #}}"
        yield _when(plan.corner, inner)


def _column(plan: FacePlan, room: CardRoom, goes_on: bool) -> Iterator[str]:
    top = _BAR + 2.6
    high = room.height - top - 9.4
    yield "{# From top to bottom; what is too long becomes smaller, down to its min-size. #}"
    yield f'<column x="{_EDGE:g}" y="{top:g}" width="{room.inner:g}" height="{high:g}" gap="2">'
    if plan.facts:
        yield from _facts(plan.facts, room)
    if plan.marks:
        yield from _marks(plan.marks)
    yield from _art(room)
    if plan.body or plan.flavor:
        yield from _body(plan, room, goes_on)
    if plan.stats:
        yield from _stats(plan.stats, room)
    yield "</column>"


def _art(room: CardRoom) -> Iterator[str]:
    yield "{# The room that is left: an <image> here instead, of a column with names of files. #}"
    yield '<stack grow="1" min-height="2.5" background="{{ tint }}/14%" radius="1.5" clip="true">'
    yield "{% set turn = card.id | hash01 %}"
    yield "{% for ring in range(10) %}"
    yield (
        f'<polygon y="50%" height="0" points="{{{{ polar({room.inner / 2:g}, 0, 2 + ring * 2.8, '
        '0.8 + ring * 0.3, 3 + (turn * 7) | int, turn * 360 + ring * 14, 72) }}" '
        'stroke="{{ tint }}/55%" stroke-width="0.3"/>'
    )
    yield "{% endfor %}"
    yield "</stack>"


def _facts(facts: tuple[FaceField, ...], room: CardRoom) -> Iterator[str]:
    columns = 1 if len(facts) == 1 else 2
    yield "{# Short facts, each with its name. #}"
    if all(one.optional for one in facts):
        test = " or ".join(f"({_given(one)})" for one in facts)
        yield "{% if " + test + " %}"
    yield (
        f'<grid columns="{columns}" gap="3" row-gap="1.2" padding="1.8 2.2" '
        'background="{{ tint }}/10%" radius="1.5">'
    )
    for one in facts:
        cell = (
            f'<text style="fact"><span style="label" color="{{{{ tint }}}}">'
            f"{_words(one.label)}</span><br/>{_shown(one, room)}</text>"
        )
        yield _when(one, cell)
    yield "</grid>"
    if all(one.optional for one in facts):
        yield "{% endif %}"


def _marks(marks: tuple[FaceField, ...]) -> Iterator[str]:
    yield "{# What is so or not: the words of those that are. #}"
    lines = ",\n".join(f'  {_string(one.label)} if {_test(one)} else ""' for one in marks)
    yield f"{{% set marks = [\n{lines}\n] | select | list %}}"
    yield (
        '{% if marks %}<text style="label" color="{{ tint }}" lines="3" shrink="0">'
        '{{ marks | join(" · ") }}</text>{% endif %}'
    )


def _body(plan: FacePlan, room: CardRoom, goes_on: bool) -> Iterator[str]:
    yield "{# What is read. #}"
    means = (
        f'id="{_READ}" fit="shrink leading continue" min-size="6.5"'
        if goes_on
        else 'fit="shrink leading ellipsis" min-size="6"'
    )
    yield f'<text style="body" {means}>'
    for number, one in enumerate(plan.body):
        label = f"<b>{_words(one.label)}.</b> " if number else ""
        yield _when(one, _paragraphs(one, label, room))
    if plan.flavor is not None:
        yield _when(plan.flavor, f"<p><i>{_shown(plan.flavor, room)}</i></p>")
    yield "</text>"


def _paragraphs(field: FaceField, label: str, room: CardRoom) -> str:
    """Write a text as a paragraph, and a list of texts as one each."""
    if field.kind != "list":
        return f"<p>{label}{_shown(field, room)}</p>"
    if label:
        label = f"{{% if loop.first %}}{label}{{% endif %}}"
    return f"{{% for part in {field.reach} %}}<p>{label}{{{{ part }}}}</p>{{% endfor %}}"


def _stats(stats: tuple[FaceField, ...], room: CardRoom) -> Iterator[str]:
    columns = min(max(len(stats), _FEWEST), _TILES)
    if len(stats) > _TILES:
        columns = -(-len(stats) // 2)
    wide = (room.inner - 1.5 * (columns - 1)) / columns
    yield "{# Numbers that count in play. #}"
    yield f'<grid columns="{columns}" gap="1.5" row-gap="1.2">'
    for one in stats:
        tile = (
            '<stack height="10.5">\n'
            '  <rect height="6.6" radius="1.5" fill="{{ tint }}"/>\n'
            f'  <text style="stat" x="0.6" width="{wide - 1.2:.1f}" height="6.6" valign="middle" '
            f'lines="1" fit="shrink ellipsis">{_shown(one, room)}</text>\n'
            f'  <text style="label" y="7.2" height="3.2" align="center" color="{{{{ tint }}}}" '
            f'lines="1" fit="shrink ellipsis">{_words(_abridged(one.label, wide))}</text>\n'
            "</stack>"
        )
        yield _when(one, tile)
    yield "</grid>"


def _foot(plan: FacePlan, room: CardRoom) -> Iterator[str]:
    shown = "{{ game.title }}"
    if plan.footer is not None:
        value = _shown(plan.footer, room)
        shown = value
        if plan.footer.optional:
            other = "{% else %}{{ game.title }}{% endif %}"
            shown = f"{{% if {_given(plan.footer)} %}}{value}{other}"
    y = room.height - 6.8
    yield (
        f'<text style="foot" x="{_EDGE:g}" y="{y:g}" width="{room.inner - 15:g}" height="3.4" '
        f'lines="1" fit="shrink ellipsis">{shown}</text>'
    )
    yield (
        f'<text style="foot" right="{_EDGE:g}" y="{y:g}" width="14" height="3.4" align="right" '
        'lines="1">{{ index }}/{{ total }}</text>'
    )


# ---- values ----------------------------------------------------------------------------------


def _given(field: FaceField) -> str:
    """Return the test of whether a card has a value: zero is one."""
    return f"{field.reach} is not none" if field.kind == "number" else field.reach


def _when(field: FaceField, inner: str) -> str:
    """Write what is there only if the card has a value: a list that must be given may be empty."""
    if not field.optional and field.kind != "list":
        return inner
    return f"{{% if {_given(field)} %}}{inner}{{% endif %}}"


def _shown(field: FaceField, room: CardRoom) -> str:
    """Return what prints a value."""
    if field.kind == "list":
        return _listed(field)
    if is_named(field):
        return f'{{{{ {field.reach}.name or "" }}}}'
    if field.kind == "record":
        parts = (
            f'"{name} " ~ {field.reach}.{name} if {field.reach}.{name} else ""'
            for name in field.declaration["fields"]
        )
        return f'{{{{ [{", ".join(parts)}] | select | join(", ") }}}}'
    if field.kind == "number" and room.comma and not field.declaration.get("whole"):
        return f'{{{{ {field.reach} | string | replace(".", ",") }}}}'
    if field.kind == "text" and _tight(field):
        return f'{{{{ {field.reach} | replace(",", ", ") }}}}'
    return f"{{{{ {field.reach} }}}}"


def _tight(field: FaceField) -> bool:
    """Whether long values have commas without a blank, where no line could break."""
    return field.column.longest > 12 and any(_TIGHT.search(text) for text in field.column.texts)


def _listed(field: FaceField) -> str:
    inner = field.declaration.get("of", {"kind": "text"})
    value = field.reach
    if inner["kind"] == "record":
        value += ' | map(attribute="name") | select'
    if inner["kind"] == "rich":
        return f"{{% for part in {value} %}}{{{{ part }}}} {{% endfor %}}"
    return f'{{{{ {value} | join(", ") }}}}'


def _joined(fields: tuple[FaceField, ...], room: CardRoom) -> str:
    """Write several values with points between those that are there."""
    shown = [_shown(one, room) for one in fields]
    first, rest = fields[0], fields[1:]
    parts = [_when(first, shown[0])]
    for one, value in zip(rest, shown[1:], strict=True):
        point = " · " if not first.optional else f"{{% if {_given(first)} %}} · {{% endif %}}"
        parts.append(_when(one, f"{point}{value}"))
    return "".join(parts)


def _test(field: FaceField) -> str:
    words = sorted(mark_words(field))
    if words:
        return f"{field.reach} in {json.dumps(words, ensure_ascii=False)}"
    assert is_mark(field)
    return field.reach


def _abridged(label: str, wide: float) -> str:
    """Shorten a label to what a tile has room for."""
    most = max(3, int(wide / _LABEL_MM))
    return label if len(label) <= most else label[: most - 1].rstrip() + "."


def _words(text: str) -> str:
    """Write plain words in a template, whatever they hold."""
    if any(sign in text for sign in "{}%#"):
        return f"{{{{ {_string(text)} }}}}"
    return escape(text)


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _safe(text: str) -> str:
    """Write words in a comment, which `#}` would end."""
    return text.replace("#}", "# }")
