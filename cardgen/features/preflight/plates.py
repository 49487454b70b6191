"""The plates of a PDF that anybody made: the file twice, with its inks in colours that show.

Cyan, magenta and yellow become red, green and blue, and black becomes grey, in every stream,
gradient and picture; see `cardgen.backend.press.target`. What prints over its ground in black alone
is hidden on the other plates. What is in no ink of the press is left out or taken as it looks.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from cardgen.features.preflight.reading import (
    Paint,
    State,
    color_space,
    set_color,
    space_kind,
    with_state,
)

if TYPE_CHECKING:
    import pikepdf

Inks = Sequence[float]
_HIDE = "PreflightHide"
_PAINTS = {"CMYK", "ICC CMYK", "Gray", "ICC grey", "CalGray", "RGB", "ICC RGB", "CalRGB"}


class _Plate(Struct, frozen=True):
    """How one of the two files writes inks."""

    space: str
    fill: str
    line: str
    parts: Callable[[Inks], list[float]]
    channels: int


_COLORS = _Plate("/DeviceRGB", "rg", "RG", lambda ink: [1 - part for part in ink[:3]], 3)
_BLACK = _Plate("/DeviceGray", "g", "G", lambda ink: [1 - ink[3]], 1)


def plates(path: Any, trouble: list[str]) -> tuple[bytes, bytes]:
    """Return both files; ``trouble`` is told what could not be measured."""
    return _rewritten(path, _COLORS, trouble), _rewritten(path, _BLACK, [])


def _rewritten(path: Any, plate: _Plate, trouble: list[str]) -> bytes:
    import pikepdf

    with pikepdf.open(path) as pdf:
        rewriter = _Rewriter(pdf, plate, trouble)
        for page in pdf.pages:
            rewriter.page(page)
        out = io.BytesIO()
        pdf.save(out, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
        return out.getvalue()


def inks_of(paint: Paint) -> Inks | None:
    """Return the inks of a colour, as it looks if it is RGB; None if it is none of the process."""
    kind, parts = paint.kind, paint.parts
    if kind in ("CMYK", "ICC CMYK") and len(parts) == 4:
        return parts
    if kind in ("Gray", "ICC grey", "CalGray") and len(parts) == 1:
        return (0.0, 0.0, 0.0, 1 - parts[0])
    if kind in ("RGB", "ICC RGB", "CalRGB") and len(parts) == 3:
        return (*(1 - part for part in parts), 0.0)
    if kind == "Spot" and len(parts) == 1:
        full = {"Cyan": (1, 0, 0, 0), "Magenta": (0, 1, 0, 0), "Yellow": (0, 0, 1, 0)}
        full |= {"Black": (0, 0, 0, 1), "All": (1, 1, 1, 1)}
        if paint.name in full:
            return [share * parts[0] for share in full[paint.name]]
    return None


class _Rewriter:
    """Rewrites one file for one plate, in place."""

    def __init__(self, pdf: pikepdf.Pdf, plate: _Plate, trouble: list[str]) -> None:
        self._pdf = pdf
        self._plate = plate
        self._trouble = trouble
        self._done: set[Any] = set()

    def page(self, page: pikepdf.Page) -> None:
        """Rewrite a page and all that it calls."""
        group = page.obj.get("/Group")
        if group is not None and "/CS" in group:
            group["/CS"] = self._name(self._plate.space)
        resources = page.resources
        stream = self._stream(page, resources)
        if stream is not None:
            page.obj["/Contents"] = self._pdf.make_stream(stream)
        self._resources(resources)

    def _name(self, name: str) -> Any:
        import pikepdf

        return pikepdf.Name(name)

    def _resources(self, resources: Any) -> None:
        if resources is None or not self._new(resources):
            return
        for shading in (resources.get("/Shading") or {}).values():
            self._shading(shading)
        for pattern in (resources.get("/Pattern") or {}).values():
            if int(pattern.get("/PatternType", 1)) == 2:
                self._shading(pattern.get("/Shading"))
            else:
                self._form(pattern, resources)
        for object in (resources.get("/XObject") or {}).values():
            if str(object.get("/Subtype")) == "/Form":
                self._form(object, resources)
            elif str(object.get("/Subtype")) == "/Image":
                self._image(object, resources)

    def _new(self, object: Any) -> bool:
        """Whether an object was not rewritten yet; those without a number are always new.

        Soft masks are not gone into: they hold opacity and no ink.
        """
        if object.objgen == (0, 0):
            return True
        known = object.objgen in self._done
        self._done.add(object.objgen)
        return not known

    def _form(self, form: Any, outer: Any) -> None:
        if not self._new(form):
            return
        group = form.get("/Group")
        if group is not None and "/CS" in group:
            group["/CS"] = self._name(self._plate.space)
        resources = form.get("/Resources", outer)
        stream = self._stream(form, resources)
        if stream is not None:
            form.write(stream)
        self._resources(resources)

    def _stream(self, stream: Any, resources: Any) -> bytes | None:
        """Return a content stream with the colours of the plate; None if it cannot be read."""
        import pikepdf

        try:
            instructions = list(pikepdf.parse_content_stream(stream))
        except (pikepdf.PdfError, ValueError, TypeError, RuntimeError) as error:
            self._trouble.append(f"ink of a stream that cannot be read: {str(error)[:80]}")
            return None
        out: list[Any] = []
        stack: list[tuple[State, tuple[bool, bool]]] = []
        state, hidden = State(), (False, False)
        for instruction in instructions:
            operator, given = str(instruction.operator), tuple(instruction.operands)
            written: Any = instruction
            if operator == "q":
                stack.append((state, hidden))
            elif operator == "Q":
                state, hidden = stack.pop() if stack else (state, hidden)
            elif operator == "INLINE IMAGE":
                self._trouble.append("ink of a picture within a stream")
            else:
                state, paint, lined = _followed(state, operator, given, resources)
                if paint is not None:
                    written = self._color(paint, lined)
            if written is not None:
                out.append(written)
            wanted = self._hides(state)
            if wanted != hidden and operator not in ("q", "Q", "BT", "ET"):
                hidden = wanted
                out.append(self._alphas(state, wanted, resources))
        return bytes(pikepdf.unparse_content_stream(out))

    def _color(self, paint: Paint, lined: bool) -> Any:
        import pikepdf

        if paint.kind == "Pattern":
            return None if not paint.name else _pattern(paint.name, lined)
        inks = inks_of(paint)
        if inks is None:
            inks = (0.0, 0.0, 0.0, 0.0)
        parts = [round(part, 4) for part in self._plate.parts(inks)]
        operator = self._plate.line if lined else self._plate.fill
        return pikepdf.ContentStreamInstruction(parts, pikepdf.Operator(operator))

    def _hides(self, state: State) -> tuple[bool, bool]:
        """Whether filling and stroking are hidden on this plate: overprint leaves the ground."""
        return (
            state.fill_over and self._leaves(state.fill, state.mode),
            state.line_over and self._leaves(state.line, state.mode),
        )

    def _leaves(self, paint: Paint, mode: int) -> bool:
        inks = inks_of(paint)
        if inks is None:  # an ink apart has no part on any of these plates
            return paint.kind == "Spot"
        if paint.kind != "CMYK" or mode != 1:
            return False
        return max(inks[:3] if self._plate is _COLORS else inks[3:]) == 0

    def _alphas(self, state: State, hidden: tuple[bool, bool], resources: Any) -> Any:
        """Return the operator that hides, or shows again at the opacity that is set."""
        import pikepdf

        fill = 0.0 if hidden[0] else state.alpha
        line = 0.0 if hidden[1] else state.line_alpha
        name = f"/{_HIDE}{round(fill * 1000)}x{round(line * 1000)}"
        if "/ExtGState" not in resources:
            resources["/ExtGState"] = pikepdf.Dictionary()
        if name not in resources["/ExtGState"]:
            resources["/ExtGState"][name] = pikepdf.Dictionary(ca=fill, CA=line)
        return pikepdf.ContentStreamInstruction([pikepdf.Name(name)], pikepdf.Operator("gs"))

    def _shading(self, shading: Any) -> None:
        if shading is None or not self._new(shading):
            return
        kind, name = space_kind(shading.get("/ColorSpace"), {})
        if kind not in _PAINTS or not self._function(shading.get("/Function"), kind, name):
            self._trouble.append("ink of a gradient")
            return
        shading["/ColorSpace"] = self._name(self._plate.space)

    def _function(self, function: Any, kind: str, name: str) -> bool:
        """Rewrite the colours of a function (ISO 32000-2, 7.10); tell whether it could be."""
        import pikepdf

        if not isinstance(function, pikepdf.Dictionary):
            return False
        if not self._new(function):
            return True
        if int(function.get("/FunctionType", -1)) == 3:
            return False not in [self._function(one, kind, name) for one in function["/Functions"]]
        if int(function.get("/FunctionType", -1)) != 2:
            return False
        for key, usual in (("/C0", [0.0]), ("/C1", [1.0])):
            parts = tuple(float(part) for part in function.get(key, usual))
            inks = inks_of(Paint(kind, parts, name))
            if inks is None:
                return False
            function[key] = pikepdf.Array([round(v, 4) for v in self._plate.parts(inks)])
        return True

    def _image(self, image: Any, resources: Any) -> None:
        if not self._new(image) or bool(image.get("/ImageMask", False)):
            return
        kind, _ = space_kind(image.get("/ColorSpace", "/DeviceGray"), resources)
        if kind in ("Gray", "ICC grey", "CalGray"):
            if self._plate is _COLORS:
                self._replace(image, b"\xff" * (int(image["/Width"]) * int(image["/Height"])), 1)
            return
        if kind not in ("CMYK", "ICC CMYK"):
            if self._plate is _BLACK:
                self._replace(image, b"\xff" * (int(image["/Width"]) * int(image["/Height"])), 1)
            return
        try:
            data = _pixels(image)
        except Exception as error:  # what reads pictures raises anything at damaged ones
            self._trouble.append(f"ink of a picture: {str(error)[:80]}")
            return
        inverted = data.translate(bytes(255 - value for value in range(256)))
        if self._plate is _BLACK:
            self._replace(image, inverted[3::4], 1)
            return
        colors = bytearray(len(data) // 4 * 3)
        for channel in range(3):
            colors[channel::3] = inverted[channel::4]
        self._replace(image, bytes(colors), 3)

    def _replace(self, image: Any, data: bytes, channels: int) -> None:
        image.write(data)
        for key in ("/Decode", "/DecodeParms", "/Filter"):
            if key in image:
                del image[key]
        image["/BitsPerComponent"] = 8
        image["/ColorSpace"] = self._name("/DeviceGray" if channels == 1 else "/DeviceRGB")


def _pattern(name: str, lined: bool) -> Any:
    import pikepdf

    operator = pikepdf.Operator("SCN" if lined else "scn")
    return pikepdf.ContentStreamInstruction([pikepdf.Name(name)], operator)


def _followed(
    state: State, operator: str, given: tuple[Any, ...], resources: Any
) -> tuple[State, Paint | None, bool]:
    """Follow what an operator does to a state; return the colour that it sets, if any."""
    from msgspec.structs import replace

    device = {"g": "Gray", "rg": "RGB", "k": "CMYK"}
    lined = operator.isupper()
    if operator.lower() in device:
        paint = Paint(device[operator.lower()], tuple(float(part) for part in given))
    elif operator in ("cs", "CS"):
        paint = color_space(given[0], resources)
        if paint.kind == "Pattern":
            # The space stays as it is; the pattern that is set next is rewritten itself.
            kept = replace(state, line=paint) if lined else replace(state, fill=paint)
            return kept, None, lined
    elif operator in ("sc", "scn", "SC", "SCN"):
        paint = set_color(state.line if lined else state.fill, given)
        if paint.kind == "Pattern":
            kept = replace(state, line=paint) if lined else replace(state, fill=paint)
            return kept, None, lined
    elif operator == "gs":
        states = resources.get("/ExtGState") or {}
        name = str(given[0])
        return (with_state(state, states[name]) if name in states else state), None, False
    else:
        return state, None, False
    return (replace(state, line=paint) if lined else replace(state, fill=paint)), paint, lined


def _pixels(image: Any) -> bytes:
    """Return the pixels of a picture in four inks, a byte each, none being 0."""
    import pikepdf

    if int(image.get("/BitsPerComponent", 8)) != 8:
        raise ValueError("it has not 8 bits for each ink")
    data: bytes = image.read_bytes(pikepdf.StreamDecodeLevel.all)
    decode = [float(value) for value in image.get("/Decode", [])]
    if decode and decode[0] > decode[1]:
        data = data.translate(bytes(255 - value for value in range(256)))
    wanted = 4 * int(image["/Width"]) * int(image["/Height"])
    if len(data) < wanted:
        raise ValueError("pixels are missing")
    return data[:wanted]
