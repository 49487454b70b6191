"""Takes out of fonts what print never reads: instructions for coarse screens, and names of glyphs.

``python -m tools.unhinted FILE.ttf…`` changes downloaded files in place. Outlines, widths and the
names of fonts do not change; in Noto's signs, instructions are half of the file.
"""

from __future__ import annotations

import sys

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

_KEEP = Options(
    hinting=False,
    layout_features=["*"],
    name_IDs=["*"],
    name_languages=["*"],
    name_legacy=True,
    legacy_cmap=True,
    symbol_cmap=True,
    notdef_outline=True,
    recalc_bounds=False,
    drop_tables=[],
)

if __name__ == "__main__":
    for file in sys.argv[1:]:
        font = TTFont(file, recalcTimestamp=False)
        subsetter = Subsetter(_KEEP)
        subsetter.populate(glyphs=font.getGlyphOrder())
        subsetter.subset(font)
        font.save(file)
