"""The structure of a document, for screen readers (ISO 32000-2, 14.7 and 14.8).

Layout puts tags around items. While a page is written, `PageTags` turns the content of tags into
marked content, and all other content into artifacts. `Structure` then joins the tags of all pages
to one tree, as PDF/UA-1 (ISO 14289-1) requires: headings open sections without skipping a level,
and annotations belong to the tree.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from cardgen.backend.objects import PdfFile, Value, number, text
from cardgen.core.geometry import Rect
from cardgen.core.units import MM_PER_POINT
from cardgen.frame import IDENTITY, Page, Region, RegionKind
from cardgen.frame.items import GOES_ON

_LEAVES = frozenset({"P", "Lbl", "TH", "TD", "Link", "Figure", "Note"})
"""Structure types with marked content, besides headings; direct content of others is decoration."""
TAG_END, TAG_LINK = "", "@"
_MARKED = "#"
"""The event of marked content; only pages have it."""


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
    """The tags of one page, as a list of events.

    Pieces of marked content and links are numbered from 0 on every page.
    """

    def __init__(self) -> None:
        self.events: list[str] = []
        self._path: list[str] = []
        self._marked = 0
        self._open = ""
        """The structure type of the open marked content; "" if none is open."""
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
        """Begin marked content, or an artifact, for the next operators."""
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
        """End the open marked content."""
        if self._open:
            out.append("EMC\n")
            self._open = ""


class _Element(Struct):
    """An element of the tree, with its inner elements and its pieces of content."""

    role: str
    words: str = ""
    page: int = 0
    box: Rect | None = None
    kids: "list[_Element | _Piece]" = []


class _Piece(Struct, frozen=True):
    """A piece of marked content or a link, by its page and its number on the page."""

    is_link: bool
    page: int
    number: int


class Structure:
    """The structure of a document, given the events of each of its pages."""

    def __init__(self, pages: Sequence[Page], events: Iterable[Sequence[str]]) -> None:
        self._pages = pages
        self._root = _Element("Document")
        for index, page_events in enumerate(events):
            self._read(index, page_events)
        _prune(self._root)
        _level(self._root, 0)
        self._root.kids = _in_sections(self._root.kids)

    def _read(self, page: int, events: Sequence[str]) -> None:
        path, marked, linked = [self._root], 0, 0
        for event in events:
            parent = path[-1]
            if event == TAG_END:
                path.pop()
            elif event == _MARKED:
                parent.kids.append(_Piece(False, page, marked))
                marked += 1
            elif event == TAG_LINK:
                if self._pages[page].links[linked] is not None:
                    link = _Piece(True, page, linked)
                    alone = parent.role != "Link"
                    parent.kids.append(_Element("Link", page=page, kids=[link]) if alone else link)
                linked += 1
            else:
                path.append(self._begin(parent, page, event))

    def _begin(self, parent: _Element, page: int, event: str) -> _Element:
        head, _, box = event.partition("\n")
        role, _, words = head.partition(" ")
        last = parent.kids[-1] if parent.kids else None
        if role.endswith(GOES_ON):
            role = role.removesuffix(GOES_ON)
            if isinstance(last, _Element) and last.role == role:
                return last
        element = _Element(role, words, page)
        if box:
            place = Rect(*map(float, box.split()))
            element.box = (self._pages[page].tagged or IDENTITY).apply_rect(place)
        parent.kids.append(element)
        return element

    def write(
        self, pdf: PdfFile, pages: Sequence[str], links: Sequence[Sequence[str]]
    ) -> dict[str, Value]:
        """Write all elements; return their entries in the catalog.

        ``pages`` are the references of pages, ``links`` the references of the links on each.
        """
        return _Writing(pdf, self._pages, pages, links).tree(self._root)


def _prune(element: _Element) -> bool:
    """Remove empty elements except the cells of tables; return True if the element stays."""
    element.kids = [kid for kid in element.kids if not isinstance(kid, _Element) or _prune(kid)]
    return bool(element.kids) or element.role in ("TH", "TD")


def _level(element: _Element, above: int) -> int:
    """Close gaps between levels of headings (ISO 14289-1, 7.4.2); return the last level."""
    if _is_heading(element.role):
        above = min(int(element.role[1]), above + 1)
        element.role = f"H{above}"
    for kid in element.kids:
        if isinstance(kid, _Element):
            above = _level(kid, above)
    return above


def _in_sections(kids: Iterable[_Element | _Piece]) -> list[_Element | _Piece]:
    """Put each heading into a section, up to the next heading of its level or above."""
    grouped: list[_Element | _Piece] = []
    levels = [(0, grouped)]
    for kid in kids:
        if isinstance(kid, _Element) and _is_heading(kid.role):
            level = int(kid.role[1])
            while levels[-1][0] >= level:
                levels.pop()
            section = _Element("Sect", page=kid.page)
            levels[-1][1].append(section)
            levels.append((level, section.kids))
        levels[-1][1].append(kid)
    return grouped


class _Writing:
    """Writes a tree, and the parent tree that leads from content to elements (14.7.4.4)."""

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
        """The elements of pieces of content, by page and number; below, the elements of links."""
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
        parent_tree: dict[str, Value] = {
            "ParentTree": pdf.put({"Nums": numbers}),
            "ParentTreeNextKey": len(numbers) // 2,
        }
        pdf.put({"Type": "/StructTreeRoot", "K": kid, **parent_tree}, top)
        return {"StructTreeRoot": top, "MarkInfo": {"Marked": "true"}}

    def _element(self, element: _Element, parent: str) -> str:
        name = self._pdf.reserve()
        entries: dict[str, Value] = {"S": f"/{element.role}", "P": parent}
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
                entries["Pg"] = page
                kids.append(kid.number)
            else:
                kids.append({"Type": "/MCR", "Pg": page, "MCID": kid.number})
        if kids:
            entries["K"] = kids[0] if len(kids) == 1 else kids
        self._pdf.put({**entries, **self._attributes(element)}, name)
        return name

    def _attributes(self, element: _Element) -> dict[str, Value]:
        attributes: dict[str, Value] = {}
        match element.role, element.words:
            case "TH", axis:
                attributes["A"] = {"O": "/Table", "Scope": f"/{axis}"}
            case "Sect", str(title) if title:
                attributes["T"] = text(title)
            case _, str(words) if words:
                attributes["Alt"] = text(words)
        if element.box:
            high, box = self._pages[element.page].frame.size.height, element.box
            edges = (box.x, high - box.bottom, box.right, high - box.y)
            bbox = [number(edge / MM_PER_POINT, 2) for edge in edges]
            attributes["A"] = {"O": "/Layout", "BBox": bbox}
        if element.role == "Note":  # (ISO 14289-1, 7.9)
            self._notes += 1
            attributes["ID"] = text(f"note-{self._notes}")
        return attributes
