"""Takes the slash out of the zeros of Atkinson Hyperlegible Next, and offers it as a feature.

``python -m tools.plain_zero FILE.ttf…`` changes downloaded files in place. The slashed zeros move
to separate glyphs, which the feature ``zero`` brings back (OpenType feature registry). The
slash divides the counter of a zero in two; joined again, the halves are the plain counter.
"""

from __future__ import annotations

import sys
from copy import deepcopy
from typing import Any

from fontTools.otlLib.builder import buildLookup, buildSingleSubstSubtable
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.otTables import Feature, FeatureRecord

_ZEROS = ("zero", "zero.tf")
Point = tuple[float, float]


def plain_zero(font: Any) -> None:
    """Change a font; ``zero.tf`` is made of ``zero`` in all faces, and follows it."""
    pen = DecomposingRecordingPen(font.getGlyphSet())
    font.getGlyphSet()["zero"].draw(pen)
    ends = [i + 1 for i, (name, _) in enumerate(pen.value) if name == "closePath"]
    bowl, low, high = (pen.value[a:b] for a, b in zip([0, *ends], ends, strict=False))
    drawn = TTGlyphPen(None)
    for name, points in [*bowl, *_joined(low, high)]:
        getattr(drawn, name)(*points)
    glyf, widths = font["glyf"], font["hmtx"]
    for name in _ZEROS:
        glyf[f"{name}.slash"] = deepcopy(glyf[name])
        widths[f"{name}.slash"] = widths[name]
    for component in glyf["zero.tf.slash"].components:
        component.glyphName = "zero.slash"
    glyf["zero"] = drawn.glyph()
    font.setGlyphOrder(glyf.glyphOrder)
    _add_feature(font)


def _joined(low: list[Any], high: list[Any]) -> list[Any]:
    """Join the halves of a counter: each is one straight line, along the slash, and curves."""
    curves = []
    for half in (low, high):
        at = next(i for i, (name, _) in enumerate(half) if name == "lineTo")
        # From the end of the slash round to its beginning; the first curve begins at `moveTo`.
        start = half[at][1][0]
        curves.append((start, [*half[at + 1 : -1], *half[1:at]]))
    (first, one), (second, two) = curves
    bridges = [_bridge(one, second, two), _bridge(two, first, one)]
    return [
        ("moveTo", (first,)),
        *one,
        ("qCurveTo", (bridges[0], second)),
        *two,
        ("qCurveTo", (bridges[1], first)),
        ("closePath", ()),
    ]


def _bridge(before: list[Any], start: Point, after: list[Any]) -> Point:
    """Return where the tangents meet between the end of some curves and the start of others."""
    (ax, ay), (bx, by) = before[-1][1][-2:]
    (dx, dy), (cx, cy) = start, after[0][1][0]
    ux, uy, vx, vy = bx - ax, by - ay, cx - dx, cy - dy
    along = ((dx - bx) * vy - (dy - by) * vx) / (ux * vy - uy * vx)
    return round(bx + ux * along), round(by + uy * along)


def _add_feature(font: Any) -> None:
    table = font["GSUB"].table
    slashed = {name: f"{name}.slash" for name in _ZEROS}
    table.LookupList.Lookup.append(buildLookup([buildSingleSubstSubtable(slashed)]))
    table.LookupList.LookupCount = len(table.LookupList.Lookup)
    record = FeatureRecord()
    record.FeatureTag, record.Feature = "zero", Feature()
    record.Feature.FeatureParams = None
    record.Feature.LookupListIndex, record.Feature.LookupCount = (
        [len(table.LookupList.Lookup) - 1],
        1,
    )
    features = table.FeatureList
    features.FeatureRecord.append(record)  # the last by alphabet, too
    features.FeatureCount = len(features.FeatureRecord)
    for script in table.ScriptList.ScriptRecord:
        systems = [entry.LangSys for entry in script.Script.LangSysRecord]
        for system in [script.Script.DefaultLangSys, *systems]:
            system.FeatureIndex.append(features.FeatureCount - 1)
            system.FeatureCount = len(system.FeatureIndex)


if __name__ == "__main__":
    for file in sys.argv[1:]:
        opened = TTFont(file, recalcTimestamp=False)
        plain_zero(opened)
        opened.save(file)
