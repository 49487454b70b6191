"""From the raw element tree to typed boxes.

Cards of one deck repeat the same tags with the same attributes, so a typed box is made once
for each distinct (tag, attributes) and shared.
"""

from cardgen.core.diagnostics import CardgenError, TemplateError
from cardgen.core.reads import CachedValues, Reads
from cardgen.core.registry import load_modules
from cardgen.core.style import Theme
from cardgen.layout.attributes import Narrow
from cardgen.layout.box import ELEMENTS, Box, LayoutNode
from cardgen.layout.text.blocks import TAGS
from cardgen.template import problems
from cardgen.template.element import Element

INLINE = frozenset({"b", "i", "u", "s", "sup", "sub", "br", "icon", "span"})

_IN_TEXT = INLINE.difference(("icon",)) | TAGS.keys()
"""Elements that are allowed only inside a text."""

load_modules("cardgen.layout.elements")


class ElementReader:
    """Makes typed boxes for one theme."""

    def __init__(self, theme: Theme, narrow: Narrow, reads: Reads) -> None:
        self._theme = theme
        self._narrow = narrow
        self._reads = reads
        self._memo: CachedValues[tuple[str, tuple[str, ...], str], Box] = {}

    def side(self, element: Element) -> LayoutNode:
        """Read a whole side. Raises TemplateError with every problem there is."""
        if element.tag != "side":
            raise TemplateError(problems.wrong_root(element.location, element.tag))
        return self.tree(element)

    def tree(self, element: Element) -> LayoutNode:
        """Read an element with all inside it. Raises TemplateError with every problem there is."""
        failures: list[CardgenError] = []
        node = self._node(element, failures)
        if failures:
            raise TemplateError(
                *(diagnostic for error in failures for diagnostic in error.diagnostics)
            )
        return node

    def _node(self, element: Element, failures: list[CardgenError]) -> LayoutNode:
        box = None
        try:
            box = self.box(element)
        except TemplateError as error:
            failures.append(error)
        children: list[LayoutNode] = []
        box_class = ELEMENTS.get(element.tag)
        if box_class is None or box_class.content == "boxes":
            for child in element.children:
                if isinstance(child, str):
                    if box_class is not None and not child.isspace():
                        word = " ".join(child.split())[:40]
                        diagnostic = problems.stray_text(element.location, word, element.tag)
                        failures.append(TemplateError(diagnostic))
                    continue
                if child.tag == "side" or child.tag in _IN_TEXT:
                    hint = "" if child.tag == "side" else f"<{child.tag}> stands inside <text>"
                    diagnostic = problems.misplaced_element(
                        child.location, child.tag, element.tag, hint
                    )
                    failures.append(TemplateError(diagnostic))
                    continue
                children.append(self._node(child, failures))
        elif box_class.content == "nothing":
            for child in element.children:
                if isinstance(child, str) and child.isspace():
                    continue
                tag = child.tag if isinstance(child, Element) else "text"
                diagnostic = problems.misplaced_element(element.location, tag, element.tag)
                failures.append(TemplateError(diagnostic))
                break
        return LayoutNode(box if box is not None else Box(), element, children)

    def box(self, element: Element) -> Box:
        """Return the typed box of an element."""
        key = (element.tag, element.attributes, element.stamp)
        return self._reads.cached(self._memo, key, lambda: self._make(element))

    def _make(self, element: Element) -> Box:
        cls = ELEMENTS.get(element.tag)
        if cls is None:
            tag_names = tuple(dict.fromkeys((*ELEMENTS, *sorted(INLINE), *TAGS)))
            raise TemplateError(problems.unknown_element(element.location, element.tag, tag_names))
        return cls.read(element, self._theme, self._narrow)
