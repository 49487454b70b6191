"""The rules: what PDF/X asks for, and what presses complain of besides."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from cardgen.core.units import MM_PER_POINT
from cardgen.features.preflight import problems
from cardgen.features.preflight.findings import Findings
from cardgen.features.preflight.reading import (
    PaintedMark,
    box_of,
    place_on,
    space_kind,
    text_points,
)

if TYPE_CHECKING:
    import pikepdf

BLEED = 2.0
"""In mm; less is worth a word."""
SMALL_PT, LEAST_PT, LEAST_DPI = 9.0, 3.0, 200.0
"""Text from the least size to the small one is meant to be read; smaller one is part of a picture,
such as of a card on a page of rules."""
SLACK = 0.02  # points
INK = 0.05
"""The share of an ink from which on it counts."""
_SPACES = {"RGB": "RGB", "ICC RGB": "RGB with a profile", "Lab": "Lab", "CalRGB": "RGB"}
_PDFXID = "{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"


def standard_of(pdf: pikepdf.Pdf, findings: Findings) -> str:
    """Return what a file says it is, `PDF/X-4` for example; empty if it does not say."""
    said, trapped = str(pdf.docinfo.get("/GTS_PDFXVersion", "")), pdf.docinfo.get("/Trapped")
    metadata = pdf.Root.get("/Metadata")
    if metadata is not None:
        try:
            tree = ElementTree.fromstring(metadata.read_bytes())
        except (ElementTree.ParseError, RuntimeError, ValueError) as error:
            findings.add(problems.no_standard, f"its metadata (XMP) is damaged: {error}")
        else:
            found = [node.text for node in tree.iter(_PDFXID) if node.text]
            found += [value for node in tree.iter() if (value := node.get(_PDFXID))]
            said = found[0] if found else said
    if not said:
        findings.add(problems.no_standard, "it does not say that it is a PDF/X")
    elif not re.match(r"PDF/X-(4|1a|1:2001|3)", said):
        findings.add(problems.no_standard, f"it says that it is `{said}`, which is not checked")
    if said and (trapped is None or str(trapped) not in ("/True", "/False")):
        findings.add(problems.no_standard, "it does not say whether it is trapped")
    return "PDF/X-1a:2001" if said.startswith("PDF/X-1:2001") else said


def output_intent(pdf: pikepdf.Pdf, findings: Findings) -> tuple[str, bytes]:
    """Return the condition that a file is meant for, and the profile in it."""
    intents = [one for one in pdf.Root.get("/OutputIntents", []) if one.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        how = "no output intent" if not intents else f"{len(intents)} output intents"
        findings.add(problems.no_output_intent, f"it has {how} for print")
        return "", b""
    [intent] = intents
    condition = str(intent.get("/OutputConditionIdentifier", ""))
    profile = intent.get("/DestOutputProfile")
    if not condition:
        findings.add(problems.no_output_intent, "its output intent names no printing condition")
    if profile is None:
        findings.add(problems.no_output_intent, "its output intent holds no profile")
        return condition, b""
    data: bytes = profile.read_bytes()
    if data[16:20] != b"CMYK" or data[36:40] != b"acsp" or int(profile.get("/N", 0)) != 4:
        findings.add(problems.no_output_intent, "the profile in its output intent is not CMYK")
    return condition, data


def check_boxes(pdf: pikepdf.Pdf, findings: Findings) -> None:
    """Check the boxes of all pages, and the bleed."""
    for number, page in enumerate(pdf.pages):
        boxes = {key: box_of(page.obj, f"/{key}") for key in ("TrimBox", "BleedBox", "MediaBox")}
        trim = boxes["TrimBox"]
        if trim is None and page.obj.get("/ArtBox") is None:
            findings.add(problems.boxes_disagree, "it has no trim (TrimBox)", page=number)
            continue
        if trim is not None and page.obj.get("/ArtBox") is not None:
            findings.add(problems.boxes_disagree, "it has both TrimBox and ArtBox", page=number)
        inner, name = trim, "trim"
        for outer, called in ((boxes["BleedBox"], "bleed"), (boxes["MediaBox"], "page")):
            if inner is not None and outer is not None and not _within(inner, outer):
                findings.add(
                    problems.boxes_disagree, f"its {name} reaches beyond its {called}", page=number
                )
            if outer is not None:
                inner, name = outer, called
        around = boxes["BleedBox"] or trim
        if trim is not None and around is not None:
            edges = [abs(a - b) * MM_PER_POINT for a, b in zip(trim, around, strict=True)]
            if min(edges) < BLEED - 0.01:
                findings.add(problems.little_bleed, round(min(edges), 1), page=number)


def _within(inner: tuple[float, ...], outer: tuple[float, ...]) -> bool:
    left, bottom, right, top = (a - b for a, b in zip(inner, outer, strict=True))
    return left >= -SLACK and bottom >= -SLACK and right <= SLACK and top <= SLACK


def check_annotations(pdf: pikepdf.Pdf, findings: Findings) -> None:
    """Find links, notes and fields on what is printed."""
    for number, page in enumerate(pdf.pages):
        area = box_of(page.obj, "/BleedBox") or box_of(page.obj, "/MediaBox")
        for annotation in page.obj.get("/Annots", []):
            box = box_of(annotation, "/Rect")
            kind = str(annotation.get("/Subtype", "")).lstrip("/")
            meets = area is None or box is None or _meets(box, area)
            if meets and kind not in ("PrinterMark", "TrapNet"):
                place = place_on(page.obj, (box[0], box[3])) if box else None
                findings.add(problems.annotated, kind, page=number, place=place)


def _meets(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    across = one[0] < other[2] and other[0] < one[2]
    return across and one[1] < other[3] and other[1] < one[3]


def check_fonts(pdf: pikepdf.Pdf, findings: Findings) -> None:
    """Find fonts that are named but not in the file."""
    for object in pdf.objects:
        if not _is_dictionary(object) or str(object.get("/Type")) != "/Font":
            continue
        if str(object.get("/Subtype")) in ("/Type0", "/Type3"):
            continue
        descriptor = object.get("/FontDescriptor")
        files = ("/FontFile", "/FontFile2", "/FontFile3")
        if descriptor is None or not any(file in descriptor for file in files):
            name = str(object.get("/BaseFont", "without a name")).lstrip("/")
            findings.add(problems.font_not_embedded, name)


def _is_dictionary(object: Any) -> bool:
    import pikepdf

    return isinstance(object, (pikepdf.Dictionary, pikepdf.Stream))


def check_painted(
    painted: Iterator[PaintedMark], page: Any, number: int, standard: str, findings: Findings
) -> None:
    """Check what a page paints."""
    flat = standard.startswith("PDF/X-1")
    resources = page.get("/Resources", {})
    _check_group(page.get("/Group"), resources, number, flat, findings, (0.0, 0.0))
    for one in painted:
        place = place_on(page, one.place)
        if one.what == "image":
            _check_image(one, number, place, flat, findings)
        elif one.what == "shading":
            kind, _ = space_kind(one.object.get("/ColorSpace"), resources)
            _check_kind("a gradient", kind, number, place, findings)
        elif one.what == "form":
            _check_group(one.object.get("/Group"), resources, number, flat, findings, place)
        else:
            _check_ink(one, number, place, findings)
        if flat and one.what != "form":
            state = one.state
            opacity = state.line_alpha if one.what == "stroke" else state.alpha
            if opacity < 1 or state.masked or state.blend not in ("Normal", "Compatible"):
                findings.add(
                    problems.see_through, "something see-through", page=number, place=place
                )


def _check_group(
    group: Any, resources: Any, number: int, flat: bool, findings: Findings, place: Any
) -> None:
    if group is None or str(group.get("/S")) != "/Transparency":
        return
    if flat:
        findings.add(problems.see_through, "a transparency group", page=number, place=place)
        return
    space = group.get("/CS")
    kind = space_kind(space, resources)[0] if space is not None else "CMYK"
    if kind not in ("CMYK", "ICC CMYK"):
        findings.add(problems.blends_elsewhere, kind, page=number, place=place)


def _check_kind(what: str, kind: str, number: int, place: Any, findings: Findings) -> None:
    if kind in _SPACES:
        findings.add(problems.stray_color, f"{what} in {_SPACES[kind]}", page=number, place=place)


def _check_image(one: PaintedMark, number: int, place: Any, flat: bool, findings: Findings) -> None:
    image, state = one.object, one.state
    if bool(image.get("/ImageMask", image.get("/IM", False))):
        return
    kind, _ = space_kind(image.get("/ColorSpace", image.get("/CS", "/DeviceGray")), {})
    _check_kind("a picture", kind, number, place, findings)
    if flat and "/SMask" in image:
        findings.add(problems.see_through, "a picture with opacity", page=number, place=place)
    m = state.matrix
    wide, high = math.hypot(m.a, m.b) / 72, math.hypot(m.c, m.d) / 72
    columns, rows = int(image.get("/Width", 0)), int(image.get("/Height", 0))
    if wide > 0 and high > 0 and columns > 1 and rows > 1:
        dpi = min(columns / wide, rows / high)
        if dpi < LEAST_DPI:
            findings.add(problems.coarse_picture, round(dpi), page=number, place=place)


def _check_ink(one: PaintedMark, number: int, place: Any, findings: Findings) -> None:
    """Check the colour of text, an area or a line."""
    state, lined = one.state, one.what == "stroke"
    paint, over = (state.line, state.line_over) if lined else (state.fill, state.fill_over)
    what = {"text": "text", "fill": "an area", "stroke": "a line"}[one.what]
    _check_kind(what, paint.kind, number, place, findings)
    inks = paint.inks
    if inks is None:
        return
    used = [
        name
        for name, share in zip(("cyan", "magenta", "yellow", "black"), inks, strict=True)
        if share > INK
    ]
    opaque = (state.line_alpha if lined else state.alpha) == 1
    only_black = max(inks[:3]) == 0 and inks[3] > 0.99
    if over and not used:
        findings.add(problems.white_overprints, page=number, place=place)
    elif over and not only_black and opaque:
        findings.add(problems.overprints, f"{what} in {_listed(used)}", page=number, place=place)
    if one.what != "text":
        return
    points = text_points(state)
    if only_black and not over and opaque and state.blend == "Normal" and paint.kind == "CMYK":
        findings.add(problems.black_knocks_out, page=number, place=place)
    if len(used) > 2 and inks[3] >= 0.5 and LEAST_PT <= points <= SMALL_PT:
        same = tuple(round(share, 1) for share in inks)
        findings.add(
            problems.text_in_many_inks, _listed(used), points, page=number, place=place, same=same
        )


def _listed(inks: list[str]) -> str:
    return " and ".join([", ".join(inks[:-1]), inks[-1]] if len(inks) > 1 else inks)
