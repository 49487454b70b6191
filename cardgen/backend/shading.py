"""Gradients as PDF shadings (ISO 32000-2, 8.7.4.5); those that fade also have a soft mask."""

from __future__ import annotations

import itertools
from typing import Any

from reportlab.pdfbase import pdfdoc

from cardgen.core.color import LinearGradient, RadialGradient

Gradient = LinearGradient | RadialGradient
Stops = list[tuple[float, tuple[float, ...]]]


def embed_gradient(pdf: Any, name: str, gradient: Gradient) -> Any:
    """Add a shading with the colours of a gradient to a document; return a reference to it."""
    stops: Stops = [(at, (c.red, c.green, c.blue)) for at, c in gradient.stops]
    return pdf.Reference(_shading(gradient, stops, "DeviceRGB"), name)


def fading_state(pdf: Any, name: str, gradient: Gradient) -> Any:
    """Add a graphics state whose soft mask is the opacity of a gradient.

    A shading has no alpha. So the opacity is painted as a grey shading of its own, whose luminosity
    masks the colours (ISO 32000-2, 11.6.5).
    """
    stops: Stops = [(at, (c.alpha,)) for at, c in gradient.stops]
    shading = pdf.Reference(_shading(gradient, stops, "DeviceGray"), f"{name}.shading")
    resources = pdfdoc.PDFDictionary({"Shading": pdfdoc.PDFDictionary({"S": shading})})
    group = pdfdoc.PDFDictionary(
        {"S": pdfdoc.PDFName("Transparency"), "CS": pdfdoc.PDFName("DeviceGray")}
    )
    mask = pdfdoc.PDFStream(
        pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("XObject"),
                "Subtype": pdfdoc.PDFName("Form"),
                "BBox": pdfdoc.PDFArrayCompact([-20000, -20000, 20000, 20000]),
                "Group": group,
                "Resources": resources,
            }
        ),
        b"/S sh",
    )
    soft = pdfdoc.PDFDictionary(
        {"S": pdfdoc.PDFName("Luminosity"), "G": pdf.Reference(mask, f"{name}.mask")}
    )
    state = pdfdoc.PDFDictionary({"SMask": soft, "ca": "1", "CA": "1"})
    return pdf.Reference(state, name)


def _shading(gradient: Gradient, stops: Stops, space: str) -> Any:
    match gradient:
        case LinearGradient(x0, y0, x1, y1):
            kind, coordinates = 2, (x0, y0, x1, y1)  # axial
        case RadialGradient(cx, cy, radius):
            kind, coordinates = 3, (cx, cy, 0.0, cx, cy, radius)  # type: ignore[assignment]
    return pdfdoc.PDFDictionary(
        {
            "ShadingType": kind,
            "ColorSpace": pdfdoc.PDFName(space),
            "Coords": _array(coordinates),
            "Function": _function(stops),
            "Extend": pdfdoc.PDFArrayCompact(["true", "true"]),
        }
    )


def _function(stops: Stops) -> Any:
    """Return linear ramps (ISO 32000-2, 7.10.3), stitched together at the stops (7.10.4)."""
    if stops[0][0] > 0:
        stops = [(0.0, stops[0][1]), *stops]
    if stops[-1][0] < 1:
        stops = [*stops, (1.0, stops[-1][1])]
    ramps = [
        pdfdoc.PDFDictionary(
            {
                "FunctionType": 2,
                "Domain": _array((0.0, 1.0)),
                "C0": _array(a[1]),
                "C1": _array(b[1]),
                "N": 1,
            }
        )
        for a, b in itertools.pairwise(stops)
    ]
    if len(ramps) == 1:
        return ramps[0]
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": _array((0.0, 1.0)),
            "Functions": pdfdoc.PDFArrayCompact(ramps),
            "Bounds": _array(tuple(at for at, _ in stops[1:-1])),
            "Encode": _array((0.0, 1.0) * len(ramps)),
        }
    )


def _array(values: tuple[float, ...]) -> Any:
    return pdfdoc.PDFArrayCompact(
        [f"{value:.5f}".rstrip("0").rstrip(".") or "0" for value in values]
    )
