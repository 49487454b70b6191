"""Gradients as PDF shadings (ISO 32000-2, 8.7.4.5); those that fade also have a soft mask."""

from __future__ import annotations

import itertools

from cardgen.backend.objects import PdfFile, Value, number
from cardgen.core.color import LinearGradient, RadialGradient

Gradient = LinearGradient | RadialGradient
Stops = list[tuple[float, tuple[float, ...]]]


def embed_gradient(
    pdf: PdfFile, gradient: Gradient, stops: Stops | None = None, space: str = "/DeviceRGB"
) -> str:
    """Add a shading with the colours of a gradient to a document; return a reference to it.

    ``stops`` may give them in another colour space.
    """
    if stops is None:
        stops = [(at, (c.red, c.green, c.blue)) for at, c in gradient.stops]
    return pdf.put(_shading(gradient, stops, space))


def fading_state(pdf: PdfFile, gradient: Gradient) -> str:
    """Add a graphics state whose soft mask is the opacity of a gradient.

    A shading has no alpha. So the opacity is painted as a grey shading of its own, whose luminosity
    masks the colours (ISO 32000-2, 11.6.5).
    """
    stops: Stops = [(at, (c.alpha,)) for at, c in gradient.stops]
    mask = pdf.stream(
        {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": [-20000, -20000, 20000, 20000],
            "Group": {"S": "/Transparency", "CS": "/DeviceGray"},
            "Resources": {"Shading": {"S": pdf.put(_shading(gradient, stops, "/DeviceGray"))}},
        },
        b"/S sh",
    )
    return pdf.put({"SMask": {"S": "/Luminosity", "G": mask}, "ca": 1, "CA": 1})


def masking_state(pdf: PdfFile, picture: str, opacity: float) -> str:
    """Add a graphics state whose soft mask is a grey picture that fills the unit square.

    Where it is not to be fully opaque, some black is laid over the picture.
    """
    names: dict[str, Value] = {"XObject": {"I": picture}}
    painted = b"/I Do"
    if opacity < 1:
        names["ExtGState"] = {"A": {"ca": number(1 - opacity, 4)}}
        painted += b" /A gs 0 g 0 0 1 1 re f"
    mask = pdf.stream(
        {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": [0, 0, 1, 1],
            "Group": {"S": "/Transparency", "CS": "/DeviceGray"},
            "Resources": names,
        },
        painted,
    )
    return pdf.put({"SMask": {"S": "/Luminosity", "G": mask}})


def _shading(gradient: Gradient, stops: Stops, space: str) -> Value:
    match gradient:
        case LinearGradient(x0, y0, x1, y1):
            kind, coordinates = 2, (x0, y0, x1, y1)  # axial
        case RadialGradient(cx, cy, radius):
            kind, coordinates = 3, (cx, cy, 0.0, cx, cy, radius)  # type: ignore[assignment]
    return {
        "ShadingType": kind,
        "ColorSpace": space,
        "Coords": _array(coordinates),
        "Function": _function(stops),
        "Extend": ["true", "true"],
    }


def _function(stops: Stops) -> Value:
    """Return linear ramps (ISO 32000-2, 7.10.3), stitched together at the stops (7.10.4)."""
    if stops[0][0] > 0:
        stops = [(0.0, stops[0][1]), *stops]
    if stops[-1][0] < 1:
        stops = [*stops, (1.0, stops[-1][1])]
    ramps: list[Value] = [
        {
            "FunctionType": 2,
            "Domain": [0, 1],
            "C0": _array(a[1]),
            "C1": _array(b[1]),
            "N": 1,
        }
        for a, b in itertools.pairwise(stops)
    ]
    if len(ramps) == 1:
        return ramps[0]
    return {
        "FunctionType": 3,
        "Domain": [0, 1],
        "Functions": ramps,
        "Bounds": _array(tuple(at for at, _ in stops[1:-1])),
        "Encode": [0, 1] * len(ramps),
    }


def _array(values: tuple[float, ...]) -> list[str]:
    return [number(value, 5) for value in values]
