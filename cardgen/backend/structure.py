"""The structure of a document, for readers that do not see its pages (ISO 32000-2, 14.7 and 14.8).

Layout has put tags around items. While a page is written, `PageTags` makes marked content of what
is inside a tag, and artifacts of all else. `Structure` then joins the tags of all pages to one
tree, as PDF/UA-1 (ISO 14289-1) asks: headings open sections, none of their levels is left out, and
annotations belong to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from cardgen.backend.objects import PdfFile, Value, number, text
from cardgen.core.geometry import Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import IDENTITY, Page, Region, RegionKind
from cardgen.frame.items import GOES_ON

_LEAVES = frozenset({"P", "Lbl", "TH", "TD", "Link", "Figure", "Note"})
"""Types whose content is marked, besides headings; what others have of their own decorates."""
TAG_END, TAG_LINK = "", "@"
_MARKED = "#"
"""The event of marked content, which only the stream of a page has."""


class TagEvent(Struct, frozen=True):
    """The beginning of a tag with its box, if it has one; the end of a tag, or a link."""

    event: str


def tag_event(region: Region) -> TagEvent:
    """Turn a Region that is a tag or a link into an event."""
    if region.kind is RegionKind.LINK:
        return TagEvent(TAG_LINK)
    r = region.rect
    box = " ".join(number(edge, 3) for edge in (r.x, r.y, r.width, r.height))
    return TagEvent(f"{region.note}\n{box}" if r.width else region.note)


def _is_heading(role: str) -> bool:
    return len(role) == 2 and role[0] == "H" and role[1].isdigit()


class PageTags:
    """The tags of one page; ``events`` says what they hold.

    Pieces of marked content and links are numbered from 0 on every page.
    """

    def __init__(self) -> None:
        self.events: list[str] = []
        self._path: list[str] = []
        self._marked = 0
        self._open = ""
        """What was written to begin the content that is open; its end is still to be written."""
        self._stale = True

    def meet(self, event: str) -> None:
        """Begin or end a tag, or place a link."""
        self.events.append(event)
        if event == TAG_LINK:
            return
        if event == TAG_END:
            self._path.pop()
        else:
            self._path.append(event.partition("\n")[0].partition(" ")[0].removesuffix(GOES_ON))
        self._stale = True

    def paint(self, out: list[str]) -> None:
        """Mark what is written next."""
        if not self._stale:
            return
        self._stale = False
        role = self._path[-1] if self._path else ""
        if role in _LEAVES or _is_heading(role):
            self.close(out)
            self.events.append(_MARKED)
            out.append(f"/{role} <</MCID {self._marked}>> BDC\n")
            self._marked += 1
            self._open = role
        elif self._open != "Artifact":
            self.close(out)
            out.append("/Artifact BMC\n")
            self._open = "Artifact"

    def close(self, out: list[str]) -> None:
        """End the content that is open."""
        if self._open:
            out.append("EMC\n")
            self._open = ""


class _Element(Struct):
    """An element of the tree; it holds elements, and what `_Piece` names."""

    role: str
    words: str = ""
    page: int = 0
    box: Rect | None = None
    kids: list[_Element | _Piece] = []


class _Piece(Struct, frozen=True):
    """The marked content, or the link, with a number on a page."""

    is_link: bool
    page: int
    number: int


class Structure:
    """The structure of a document, given the events of each of its pages."""

    def __init__(self, pages: Sequence[Page], events: Iterable[Sequence[str]]) -> None:
        self._pages = pages
        self._root = _Element("Document")
        for index, those in enumerate(events):
            self._read(index, those)
        _prune(self._root)
        _level(self._root, 0)
        self._root.kids = _in_sections(self._root.kids)

    def _read(self, page: int, events: Sequence[str]) -> None:
        path, marked, linked = [self._root], 0, 0
        for event in events:
            here = path[-1]
            if event == TAG_END:
                path.pop()
            elif event == _MARKED:
                here.kids.append(_Piece(False, page, marked))
                marked += 1
            elif event == TAG_LINK:
                if self._pages[page].links[linked] is not None:
                    link = _Piece(True, page, linked)
                    alone = here.role != "Link"
                    here.kids.append(_Element("Link", page=page, kids=[link]) if alone else link)
                linked += 1
            else:
                path.append(self._begun(here, page, event))

    def _begun(self, parent: _Element, page: int, event: str) -> _Element:
        head, _, box = event.partition("\n")
        role, _, words = head.partition(" ")
        last = parent.kids[-1] if parent.kids else None
        if role.endswith(GOES_ON):
            role = role.removesuffix(GOES_ON)
            if isinstance(last, _Element) and last.role == role:
                return last
        made = _Element(role, words, page)
        if box:
            place = Rect(*map(float, box.split()))
            made.box = (self._pages[page].tagged or IDENTITY).apply_rect(place)
        parent.kids.append(made)
        return made

    def write(
        self, pdf: PdfFile, pages: Sequence[str], links: Sequence[Sequence[str]]
    ) -> dict[str, Value]:
        """Write all elements, given the references of pages and of the links on each.

        Returns what the catalog says of them.
        """
        return _Writing(pdf, self._pages, pages, links).tree(self._root)


def _prune(element: _Element) -> bool:
    """Take out what holds nothing but the cells of tables; tell whether the element stays."""
    element.kids = [kid for kid in element.kids if not isinstance(kid, _Element) or _prune(kid)]
    return bool(element.kids) or element.role in ("TH", "TD")


def _level(element: _Element, above: int) -> int:
    """Let no level of headings be left out (ISO 14289-1, 7.4.2); return that of the last."""
    if _is_heading(element.role):
        above = min(int(element.role[1]), above + 1)
        element.role = f"H{above}"
    for kid in element.kids:
        if isinstance(kid, _Element):
            above = _level(kid, above)
    return above


def _in_sections(kids: Iterable[_Element | _Piece]) -> list[_Element | _Piece]:
    """Put each heading into a section, with what follows up to one of its level or above."""
    found: list[_Element | _Piece] = []
    levels = [(0, found)]
    for kid in kids:
        if isinstance(kid, _Element) and _is_heading(kid.role):
            level = int(kid.role[1])
            while levels[-1][0] >= level:
                levels.pop()
            section = _Element("Sect", page=kid.page)
            levels[-1][1].append(section)
            levels.append((level, section.kids))
        levels[-1][1].append(kid)
    return found


class _Writing:
    """Writes a tree, and the tree of parents that leads from content to elements (14.7.4.4)."""

    def __init__(
        self,
        pdf: PdfFile,
        pages: Sequence[Page],
        names: Sequence[str],
        links: Sequence[Sequence[str]],
    ) -> None:
        self._pdf = pdf
        self._pages = pages
        self._names = names
        self._links = links
        self._marked: list[dict[int, str]] = [{} for _ in names]
        """By page and number, the elements that pieces of content belong to; the same for links."""
        self._linked: list[dict[int, str]] = [{} for _ in names]
        self._notes = 0

    def tree(self, root: _Element) -> dict[str, Value]:
        pdf, top = self._pdf, self._pdf.reserve()
        kid = self._element(root, top)
        numbers: list[Value] = []
        for page, own in enumerate(self._marked):
            numbers += [page, pdf.put([own[n] for n in sorted(own)])]
        links = [own[n] for own in self._linked for n in sorted(own)]
        for key, name in enumerate(links, len(self._names)):
            numbers += [key, name]
        rest: dict[str, Value] = {
            "ParentTree": pdf.put({"Nums": numbers}),
            "ParentTreeNextKey": len(numbers) // 2,
        }
        pdf.put({"Type": "/StructTreeRoot", "K": kid, **rest}, top)
        return {"StructTreeRoot": top, "MarkInfo": {"Marked": "true"}}

    def _element(self, element: _Element, parent: str) -> str:
        name = self._pdf.reserve()
        made: dict[str, Value] = {"S": f"/{element.role}", "P": parent}
        kids: list[Value] = []
        for kid in element.kids:
            if isinstance(kid, _Element):
                kids.append(self._element(kid, name))
                continue
            (self._linked if kid.is_link else self._marked)[kid.page][kid.number] = name
            page = self._names[kid.page]
            if kid.is_link:
                kids.append({"Type": "/OBJR", "Obj": self._links[kid.page][kid.number], "Pg": page})
            elif kid.page == element.page:
                made["Pg"] = page
                kids.append(kid.number)
            else:
                kids.append({"Type": "/MCR", "Pg": page, "MCID": kid.number})
        if kids:
            made["K"] = kids[0] if len(kids) == 1 else kids
        self._pdf.put({**made, **self._said(element)}, name)
        return name

    def _said(self, element: _Element) -> dict[str, Value]:
        said: dict[str, Value] = {}
        match element.role, element.words:
            case "TH", axis:
                said["A"] = {"O": "/Table", "Scope": f"/{axis}"}
            case "Sect", str(title) if title:
                said["T"] = text(title)
            case _, str(words) if words:
                said["Alt"] = text(words)
        if element.box:
            high, box = self._pages[element.page].frame.size.height, element.box
            edges = (box.x, high - box.bottom, box.right, high - box.y)
            placed = [number(edge / MM_PER_POINT, 2) for edge in edges]
            said["A"] = {"O": "/Layout", "BBox": placed}
        if element.role == "Note":  # (ISO 14289-1, 7.9)
            self._notes += 1
            said["ID"] = text(f"note-{self._notes}")
        return said
