"""How much ink the pages of a PDF take, measured by their pixels."""

from __future__ import annotations

from pathlib import Path

DPI = 24
"""Coarse: what counts is how dark a page is on the whole."""


def coverage(file: Path) -> tuple[float, ...]:
    """Return the share of each page that ink covers: 1 is a page of solid black.

    That is the mean of cyan, magenta and yellow over all pixels, so that a page of solid cyan
    counts a third. Raises OSError for a file that cannot be read.
    """
    import pypdfium2
    from PIL import ImageStat

    try:
        pdf = pypdfium2.PdfDocument(file)
    except pypdfium2.PdfiumError as error:
        raise OSError(str(error)) from None
    with pdf:
        shots = (page.render(scale=DPI / 72).to_pil().convert("RGB") for page in pdf)
        return tuple(1 - sum(ImageStat.Stat(shot).mean) / 3 / 255 for shot in shots)
