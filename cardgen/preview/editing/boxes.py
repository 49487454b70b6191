"""The boxes of tags in a template, and edits of its text that add, copy, remove or style them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from cardgen.model.fields import IDENTIFIER
from cardgen.preview import Json
from cardgen.preview.editing.targets import NoTargetError
from cardgen.preview.editing.texts import text_paths
from cardgen.preview.live.loaded_game import LoadedGame
from cardgen.source.files import Project
from cardgen.source.lines import BREAK
from cardgen.source.phrases import end_of_code
from cardgen.template.stamps import tags

_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:mm)?")
_PART = re.compile(
    r"""(?P<comment>\{\#) | (?P<code>\{\{|\{%) | (?P<end>/?>)
      | (?P<name>[\w:.-]+)\s*=\s*(?P<quote>["'])""",
    re.VERBOSE,
)
_CONDITION = re.compile(r"\{%[+-]?\s*(?:(if|for)\b|end)")
_IN_VALUE = re.compile(r"""["']|\{\{|\{%""")
_CLOSING = re.compile(r"\{\#.*?\#\}|\{\{.*?\}\}|\{%.*?%\}|<!--.*?-->|</([\w.-]+)\s*>", re.DOTALL)
_BLOCK = re.compile(r"\{%[+-]?\s*(?:(end|el)\w*|(?:if|for|macro|call|filter|block)\b)")
_NEW_BOXES = {"text": "New text", "icon": "", "image": "", "rect": "", "ellipse": ""}
"""The tags of new boxes, with their content."""
_SOURCES = {"icon": "name", "image": "src"}
_ATTRIBUTE = re.compile(r"([a-z-]+)=([^<>&\"{}%\n]*)")
_OFFSET = 3
"""How far a copy is from its box, in mm, to the right and down."""


class TagValue(Struct, frozen=True):
    """The text of an attribute; ``plain`` marks a number of mm without code or conditions."""

    text: str
    start: int
    end: int
    plain: bool


class BoxTag(Struct, frozen=True):
    """A tag in a template; ``around`` is the number of its parent, from 1, or 0 for none.

    Its element is the text from ``start`` to ``end``; ``inner_end`` is where its content ends, and
    equal to ``end`` for a tag without content.
    """

    name: str
    attributes: Mapping[str, TagValue]
    around: int
    start: int
    end: int
    inner_end: int


def box_tags(source: str) -> list[BoxTag]:
    """Return all tags of a template, in the order of their stamps."""
    box_tags: list[BoxTag] = []
    around: list[int] = []
    last = 0

    def close(inner_end: int, end: int) -> str:
        """End the innermost open element, and return its name."""
        number = around.pop() - 1
        box_tags[number] = replace(box_tags[number], inner_end=inner_end, end=end)
        return box_tags[number].name

    for start, end in (*tags(source), (len(source), 0)):
        for closing in _CLOSING.finditer(source, last, start):
            while closing[1] in (box_tags[number - 1].name for number in around):
                if close(*closing.span()) == closing[1]:
                    break
        if not end:
            break
        attributes, last, is_closed = _attributes(source, end)
        name, parent = source[start + 1 : end], around[-1] if around else 0
        box_tags.append(BoxTag(name, attributes, parent, start, last, last))
        if not is_closed:
            around.append(len(box_tags))
    return box_tags


def _attributes(source: str, offset: int) -> tuple[dict[str, TagValue], int, bool]:
    """Return the attributes of a tag, its end, and whether it closes itself."""
    attributes: dict[str, TagValue] = {}
    depth = 0
    while part := _PART.search(source, offset):
        offset = part.end()
        if part["end"]:
            return attributes, offset, part["end"] == "/>"
        if part["comment"]:
            comment = source.find("#}", offset)
            offset = comment + 2 if comment >= 0 else len(source)
        elif part["code"]:
            if condition := _CONDITION.match(source, part.start()):
                depth += 1 if condition[1] else -1
            offset = end_of_code(source, offset, part["code"])
        else:
            end = _end_of_value(source, offset, part["quote"])
            text, name = source[offset:end], part["name"]
            plain = not depth and name not in attributes and bool(_NUMBER.fullmatch(text))
            attributes[name] = TagValue(text, offset, end, plain)
            offset = end + 1
    return attributes, len(source), True


def _end_of_value(source: str, offset: int, quote: str) -> int:
    while part := _IN_VALUE.search(source, offset):
        if part[0] == quote:
            return part.start()
        offset = part.end() if len(part[0]) == 1 else end_of_code(source, part.end(), part[0])
    return len(source)


def edit_box(loaded: LoadedGame, stamp: str, act: str, value: str = "") -> Json:
    """Return the text of a template before and after an act on the tag with a stamp.

    Acts are ``delete``, ``copy``, ``style`` (with the name of the style) and ``add`` (a tag, and
    the values of its attributes as ``text;style=body;x=3``). A new box is the last one of the side.
    Raises `NoTargetError` if the tag is not written plainly enough for that.
    """
    path, _, number = stamp.rpartition(":#")
    if path not in text_paths(loaded) or not number.isdecimal():
        raise NoTargetError("there is no such box")
    source = Project(loaded.root).read(path).text
    boxes = box_tags(source)
    if not 0 < int(number) <= len(boxes):
        raise NoTargetError("there is no such box any more")
    box = boxes[int(number) - 1]
    match act:
        case "delete":
            text = _without(source, box)
        case "copy":
            text = _insert(source, box.end, _copy(source, box), box.start)
        case "style":
            text = _with_style(source, box, value)
        case "add":
            side = next((tag for tag in boxes if tag.name == "side"), box)
            text = _insert(source, side.inner_end, _new_box(value), side.start)
        case _:
            raise NoTargetError("this request is not known")
    return {"text": text, "was": source}


def _require_whole(source: str, box: BoxTag) -> None:
    """Raise `NoTargetError` if a condition or loop begins or ends inside an element."""
    depth = 0
    for block in _BLOCK.finditer(source, box.start, box.end):
        if block[1] != "el":
            depth += -1 if block[1] else 1
        if depth < (block[1] == "el"):  # an end, or an `else`, of a block outside of the element
            depth = -1
            break
    if depth or not box.end > box.start:
        raise NoTargetError("a condition or a loop of the template crosses this box: edit its text")


def _without(source: str, box: BoxTag) -> str:
    """Remove an element; remove its lines, too, if they have no other text."""
    _require_whole(source, box)
    start, end = box.start, box.end
    line = source.rfind("\n", 0, start) + 1
    after = BREAK.match(source, end)
    if after and not source[line:start].strip():
        start, end = line, after.end()
    return source[:start] + source[end:]


def _copy(source: str, box: BoxTag) -> str:
    """Return the text of an element, moved a little if its position is written as numbers."""
    _require_whole(source, box)
    text = source[box.start : box.end]
    for name in ("y", "x"):
        value = box.attributes.get(name)
        if value is not None and value.plain:
            unit = "mm" if value.text.endswith("mm") else ""
            moved = f"{float(value.text.removesuffix('mm')) + _OFFSET:g}{unit}"
            start, end = value.start - box.start, value.end - box.start
            text = text[:start] + moved + text[end:]
    return text


def _insert(source: str, offset: int, element: str, sample: int) -> str:
    """Insert an element in a new line, with the indent of the element that starts at ``sample``."""
    line = source.rfind("\n", 0, sample) + 1
    indent = source[line:sample] if not source[line:sample].strip() else ""
    before = source[:offset]
    if before.endswith("\n"):
        return f"{before}{indent}{element}\n{source[offset:]}"
    return f"{before}\n{indent}{element}{source[offset:]}"


def _with_style(source: str, box: BoxTag, style: str) -> str:
    present = box.attributes.get("style")
    if present is None:
        offset = box.start + 1 + len(box.name)
        return f'{source[:offset]} style="{style}"{source[offset:]}'
    if "{" in present.text:
        raise NoTargetError(f"its style is computed: `{present.text}`")
    return source[: present.start] + style + source[present.end :]


def _new_box(description: str) -> str:
    """Return the element of a new box, described as ``text;style=body;x=3``.

    With ``text:cost``, it has a field of the card.
    """
    kind, *values = description.split(";")
    name, _, field = kind.partition(":")
    attributes = [_ATTRIBUTE.fullmatch(value) for value in values]
    if name not in _NEW_BOXES or not IDENTIFIER.fullmatch(field or name):
        raise NoTargetError(f"there is no box of the kind `{kind}`")
    attribute_text = "".join(f' {match[1]}="{match[2]}"' for match in attributes if match)
    content = f"{{{{ card.{field} }}}}" if field else _NEW_BOXES[name]
    if field and name in _SOURCES:
        attribute_text, content = f' {_SOURCES[name]}="{content}"{attribute_text}', ""
    element = f"<{name}{attribute_text}" + (f">{content}</{name}>" if content else "/>")
    return f"{{% if card.{field} is not none %}}{element}{{% endif %}}" if field else element
