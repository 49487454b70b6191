"""Opening PDFs that anybody made, and going through what their pages paint.

pikepdf does the reading: it repairs what can be repaired, and says so. It is imported only here and
in the modules beside, and only when a file is checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.errors import OutputError
from cardgen.core.geometry import Matrix
from cardgen.core.units import MM_PER_POINT
from cardgen.features.preflight import problems

if TYPE_CHECKING:
    import pikepdf

Operands = tuple[Any, ...]
Resources = Mapping[str, Any]
_DEEPEST = 20


def opened(path: Path, shown: str) -> pikepdf.Pdf:
    """Open a PDF; raises OutputError if it cannot be read."""
    try:
        import pikepdf
    except ImportError:
        raise OutputError(problems.no_pikepdf(None)) from None
    try:
        pdf = pikepdf.open(path)
        len(pdf.pages)
    except pikepdf.PasswordError:
        raise OutputError(problems.locked_pdf(None, shown)) from None
    except FileNotFoundError:
        raise OutputError(problems.unreadable_pdf(None, shown, "there is no such file")) from None
    except (pikepdf.PdfError, OSError, ValueError, RuntimeError) as error:
        why = str(error).replace(str(path), "").strip(" :") or type(error).__name__
        raise OutputError(problems.unreadable_pdf(None, shown, why[:120])) from error
    if not len(pdf.pages):
        raise OutputError(problems.unreadable_pdf(None, shown, "it has no pages"))
    if pdf.is_encrypted:
        raise OutputError(problems.locked_pdf(None, shown))
    return pdf


class Paint(Struct, frozen=True):
    """A colour that was set: the family of its space, its parts, and the name of an ink apart.

    ``kind`` is `CMYK`, `Gray`, `RGB`, `Spot`, `Pattern`, or the name of another space.
    """

    kind: str = "Gray"
    parts: tuple[float, ...] = (0.0,)
    name: str = ""

    @property
    def inks(self) -> tuple[float, float, float, float] | None:
        """Cyan, magenta, yellow and black, if it is made of them."""
        if self.kind == "CMYK" and len(self.parts) == 4:
            c, m, y, k = self.parts
            return c, m, y, k
        if self.kind == "Gray" and len(self.parts) == 1:
            return 0.0, 0.0, 0.0, 1 - self.parts[0]
        return None


class State(Struct, frozen=True):
    """What a graphics state says that matters for a press (ISO 32000-2, 8.4)."""

    matrix: Matrix = Matrix()
    fill: Paint = Paint()
    line: Paint = Paint()
    fill_over: bool = False
    line_over: bool = False
    mode: int = 0
    alpha: float = 1.0
    line_alpha: float = 1.0
    masked: bool = False
    blend: str = "Normal"
    size: float = 0.0
    rendering: int = 0
    text: Matrix = Matrix()


class PaintedMark(Struct, frozen=True):
    """Something painted: `text`, `fill`, `stroke`, `image`, `shading` or `form`.

    ``place`` is in points of the page; ``object`` the picture, shading or form.
    """

    what: str
    state: State
    place: tuple[float, float]
    object: Any = None


_PATHS = {"f": "f", "F": "f", "f*": "f", "S": "s", "s": "s", "B": "b", "B*": "b", "b": "b"}
_PATHS["b*"] = "b"
_SHOWS = {"Tj", "TJ", "'", '"'}
_DEVICE = {"g": "Gray", "rg": "RGB", "k": "CMYK", "G": "Gray", "RG": "RGB", "K": "CMYK"}


class Walk:
    """Goes through the content of pages, and through forms, each form once for each of its states.

    ``trouble`` collects what could not be read.
    """

    def __init__(self) -> None:
        self.trouble: list[str] = []
        self._seen: set[Any] = set()

    def page(self, page: pikepdf.Page) -> Iterator[PaintedMark]:
        """Yield what a page paints."""
        resources: Any = inherited(page.obj, "/Resources") or {}
        yield from self._stream(page, resources, State(), 0)

    def _stream(
        self, stream: Any, resources: Resources, state: State, depth: int
    ) -> Iterator[PaintedMark]:
        import pikepdf

        try:
            instructions = pikepdf.parse_content_stream(stream)
        except (pikepdf.PdfError, ValueError, TypeError, RuntimeError) as error:
            self.trouble.append(f"content that cannot be read: {str(error)[:80]}")
            return
        stack: list[State] = []
        at = (0.0, 0.0)
        for instruction in instructions:
            operator = str(instruction.operator)
            given: Operands = tuple(instruction.operands)
            try:
                match operator:
                    case "q":
                        stack.append(state)
                    case "Q":
                        state = stack.pop() if stack else state
                    case "cm":
                        state = replace(state, matrix=_matrix(given).then(state.matrix))
                    case "m" | "re":
                        at = float(given[0]), float(given[1])
                    case "gs":
                        state = with_state(state, resources["/ExtGState"][str(given[0])])
                    case "g" | "rg" | "k":
                        state = replace(state, fill=Paint(_DEVICE[operator], _numbers(given)))
                    case "G" | "RG" | "K":
                        state = replace(state, line=Paint(_DEVICE[operator], _numbers(given)))
                    case "cs":
                        state = replace(state, fill=color_space(given[0], resources))
                    case "CS":
                        state = replace(state, line=color_space(given[0], resources))
                    case "sc" | "scn":
                        state = replace(state, fill=set_color(state.fill, given))
                    case "SC" | "SCN":
                        state = replace(state, line=set_color(state.line, given))
                    case "BT":
                        state = replace(state, text=Matrix())
                    case "Tf":
                        state = replace(state, size=float(given[1]))
                    case "Tr":
                        state = replace(state, rendering=int(given[0]))
                    case "Tm":
                        state = replace(state, text=_matrix(given))
                    case "Td" | "TD":
                        moved = Matrix.translation(float(given[0]), float(given[1]))
                        state = replace(state, text=moved.then(state.text))
                    case "Do":
                        object = resources["/XObject"][str(given[0])]
                        yield from self._object(object, resources, state, depth)
                    case "sh":
                        shading = resources["/Shading"][str(given[0])]
                        place = state.matrix.apply(*at)
                        yield PaintedMark("shading", state, place, shading)
                    case _ if operator in _SHOWS:
                        if state.rendering not in (3, 7):
                            yield PaintedMark("text", state, _text_place(state))
                    case _ if operator in _PATHS:
                        place, kind = state.matrix.apply(*at), _PATHS[operator]
                        if kind in "fb":
                            yield PaintedMark("fill", state, place)
                        if kind in "sb":
                            yield PaintedMark("stroke", state, place)
                    case "INLINE IMAGE":
                        place = state.matrix.apply(0.0, 0.0)
                        yield PaintedMark("image", state, place, given[0].obj)
            except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
                self.trouble.append(f"operator `{operator}` that cannot be understood: {error}")

    def _object(
        self, object: Any, resources: Resources, state: State, depth: int
    ) -> Iterator[PaintedMark]:
        if str(object.get("/Subtype")) == "/Image":
            yield PaintedMark("image", state, state.matrix.apply(0.0, 1.0), object)
            return
        if str(object.get("/Subtype")) != "/Form" or depth > _DEEPEST:
            return
        yield PaintedMark("form", state, state.matrix.apply(0.0, 0.0), object)
        inner = replace(state, matrix=_matrix(object.get("/Matrix")).then(state.matrix))
        if state.masked or object.get("/Group") is not None:
            inner = replace(inner, alpha=1.0, line_alpha=1.0, masked=False, blend="Normal")
        known = (
            object.objgen,
            replace(inner, matrix=Matrix(), text=Matrix()),
            round(inner.matrix.scale, 3),
        )
        if object.objgen == (0, 0) or known not in self._seen:
            self._seen.add(known)
            yield from self._stream(object, object.get("/Resources", resources), inner, depth + 1)


def space_kind(space: Any, resources: Resources) -> tuple[str, str]:
    """Return the family of a colour space, and the name of the ink if it is one apart."""
    names = {
        "/DeviceCMYK": "CMYK",
        "/CMYK": "CMYK",
        "/DeviceGray": "Gray",
        "/G": "Gray",
        "/DeviceRGB": "RGB",
        "/RGB": "RGB",
        "/Pattern": "Pattern",
    }
    if not isinstance(space, str) and _is_array(space):
        family = str(space[0])
        if family == "/ICCBased":
            parts = int(space[1].get("/N", 0))
            return {1: "ICC grey", 3: "ICC RGB", 4: "ICC CMYK"}.get(parts, "ICC"), ""
        if family in ("/Separation", "/DeviceN"):
            inks = [space[1]] if family == "/Separation" else list(space[1])
            return "Spot", ", ".join(str(ink).lstrip("/") for ink in inks)
        if family in ("/Indexed", "/I"):
            return space_kind(space[1], resources)
        return names.get(family, family.lstrip("/")), ""
    name = str(space)
    if name in names:
        return names[name], ""
    named = (resources.get("/ColorSpace") or {}).get(name)
    return space_kind(named, resources) if named is not None else (name.lstrip("/"), "")


def _is_array(value: Any) -> bool:
    import pikepdf

    return isinstance(value, (pikepdf.Array, list, tuple))


def color_space(operand: Any, resources: Resources) -> Paint:
    """Return the colour that a space begins with."""
    kind, name = space_kind(operand, resources)
    start = {"CMYK": (0.0, 0.0, 0.0, 1.0), "ICC CMYK": (0.0, 0.0, 0.0, 1.0)}
    usual = (0.0, 0.0, 0.0) if "RGB" in kind else (1.0,) if kind == "Spot" else (0.0,)
    return Paint(kind, start.get(kind, usual), name)


def set_color(paint: Paint, given: Operands) -> Paint:
    """Return a colour of the same space."""
    try:
        return replace(paint, parts=_numbers(given))
    except (TypeError, ValueError):  # the name of a pattern
        return Paint("Pattern", ())


def _numbers(given: Operands) -> tuple[float, ...]:
    return tuple(float(value) for value in given)


def _matrix(given: Any) -> Matrix:
    return Matrix() if given is None else Matrix(*(float(value) for value in given))


def with_state(state: State, given: Any) -> State:
    """Apply a dictionary of graphics state parameters (ISO 32000-2, 8.4.5)."""
    changes: dict[str, Any] = {}
    if "/OP" in given:
        changes["line_over"] = bool(given["/OP"])
        changes["fill_over"] = bool(given.get("/op", given["/OP"]))
    elif "/op" in given:
        changes["fill_over"] = bool(given["/op"])
    if "/OPM" in given:
        changes["mode"] = int(given["/OPM"])
    if "/ca" in given:
        changes["alpha"] = float(given["/ca"])
    if "/CA" in given:
        changes["line_alpha"] = float(given["/CA"])
    if "/SMask" in given:
        changes["masked"] = str(given["/SMask"]) != "/None"
    if "/BM" in given:
        blend = given["/BM"]
        changes["blend"] = str(blend[0] if _is_array(blend) else blend).lstrip("/")
    return replace(state, **changes)


def _text_place(state: State) -> tuple[float, float]:
    x, y = state.text.apply(0.0, 0.0)
    return state.matrix.apply(x, y)


def text_points(state: State) -> float:
    """Return the size of text in points, as it stands on the page."""
    return abs(state.size) * state.text.scale * state.matrix.scale


def inherited(page: Any, key: str) -> Any:
    """Return what a page takes from the nodes above it."""
    for _ in range(_DEEPEST):
        if page is None:
            return None
        if (found := page.get(key)) is not None:
            return found
        page = page.get("/Parent")
    return None


def box_of(page: Any, key: str) -> tuple[float, float, float, float] | None:
    """Return a box of a page as left, bottom, right and top in points; None if it has none."""
    found = page.get(key)
    if found is None and key in ("/MediaBox", "/CropBox"):
        found = inherited(page, key)
    try:
        x0, y0, x1, y1 = (float(value) for value in found)
    except (TypeError, ValueError):
        return None
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def place_on(page: Any, place: tuple[float, float]) -> tuple[float, float]:
    """Return a place in mm from the top left of the trim, or of the page."""
    box = box_of(page, "/TrimBox") or box_of(page, "/MediaBox") or (0.0, 0.0, 0.0, 0.0)
    return (place[0] - box[0]) * MM_PER_POINT, (box[3] - place[1]) * MM_PER_POINT
