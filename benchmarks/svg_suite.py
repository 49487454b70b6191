"""Compares icons with reference pictures: a folder of SVG files, each with its PNG beside it.

    python -m benchmarks.svg_suite path/to/folder [--keep pictures/]

Every file is read as an icon, drawn black where it leaves the colour open, and compared on white
with the picture of its name, by the difference that remains without thin edges. Prints the number
of equal and of refused files, and lists accepted files that differ;
``--keep`` stores these with the reference on the left.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

from cardgen.assets.icons import read_icon
from cardgen.assets.library import Library
from cardgen.backend.raster import rasterize
from cardgen.core.diagnostics import AssetError
from cardgen.core.style import Color

_FEW = 8  # pixels at the crossing of edges
_STEP = 40  # of 255: two ways to smooth an edge cause smaller differences


def drawn(file: Path, size: tuple[int, int]) -> Image.Image | AssetError:
    """Draw an icon on white in a size in pixels, or return why it is refused."""
    try:
        icon = read_icon(file.stem, file.read_bytes(), file.name)
    except AssetError as error:
        return error
    return rasterize(icon.frame(Color(0, 0, 0)), *size, Library(Path()))


def reference(file: Path) -> Image.Image:
    """Return a picture on white."""
    with Image.open(file) as image:
        shown = image.convert("RGBA")
    white = Image.new("RGBA", shown.size, "white")
    return Image.alpha_composite(white, shown).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> int:
    """Count the pixels that differ in earnest, with all their neighbours."""
    bands = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    mask = most.point(lambda value: 255 if value > _STEP else 0)
    return mask.filter(ImageFilter.MinFilter(3)).histogram()[255]


def main() -> None:
    """Compare all files of a folder."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--keep", type=Path, help="store what differs in this folder")
    given = arguments.parse_args()
    found: Counter[str] = Counter()
    for file in sorted(given.folder.rglob("*.svg")):
        png = file.with_suffix(".png")
        if not png.is_file():
            continue
        wanted = reference(png)
        picture = drawn(file, wanted.size)
        if isinstance(picture, AssetError):
            found["refused"] += 1
            continue
        pixels = difference(wanted, picture)
        found["different" if pixels > _FEW else "equal"] += 1
        if pixels > _FEW:
            name = file.relative_to(given.folder).as_posix()
            print(f"{pixels:6} {name}")
            if given.keep:
                given.keep.mkdir(parents=True, exist_ok=True)
                both = Image.new("RGB", (2 * wanted.width, wanted.height))
                both.paste(wanted, (0, 0))
                both.paste(picture, (wanted.width, 0))
                both.save(given.keep / f"{name.replace('/', '__')}.png")
    print(", ".join(f"{count} {kind}" for kind, count in sorted(found.items())))


if __name__ == "__main__":
    main()
