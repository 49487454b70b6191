"""What a game may use besides its data: fonts, icons, pictures and templates, its own first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.assets.library import Library
from cardgen.core.reads import Reads
from cardgen.pipeline.line_setter import writer
from cardgen.products.tools import Tools
from cardgen.source.files import BUNDLED
from cardgen.template.environment import SHARED, Templates

if TYPE_CHECKING:
    from cardgen.backend.content import Drawings
    from cardgen.backend.pixels import KeepStrips


def library_of(root: Path, game: str) -> Library:
    """Return the assets that a game may use, its own first."""
    return Library(
        root,
        fonts=_folders(root / "fonts", BUNDLED / "fonts"),
        icons=_folders(
            root / "card_data" / game / "icons",
            root / "templates/shared/icons",
            BUNDLED / "templates/shared/icons",
        ),
        images=_folders(root / "card_data" / game),
    )


def templates_of(root: Path, game: str, reads: Reads | None = None) -> Templates:
    """Return the templates that a game may use, its own first; they note in ``reads``."""
    return Templates(root, template_folders(root, game), reads)


def template_folders(root: Path, game: str) -> tuple[Path, ...]:
    """Return the folders of the templates that a game may use, its own first."""
    own = root / "templates"
    bundled = BUNDLED / "templates"
    return _folders(own / game, own / SHARED, bundled / SHARED)


def tools_of(
    library: Library, drawings: Drawings | None = None, keep: KeepStrips | None = None
) -> Tools:
    """Return what files are made with, from the assets of a game.

    Known drawings, and strips of pictures that were kept, save time.
    """
    from cardgen.backend.pixels import PixelCamera  # only pictures need what it loads

    return Tools(writer(library), PixelCamera(library, drawings, keep))


def _folders(*folders: Path) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(folder for folder in folders if folder.is_dir()))
