"""The page that tells a stranger how to print, cut and fold the game: a booklet of one page.

Its text is a template filled with the facts of the files, and it is set like every rule text. Type
shrinks in steps until all of it stands on one page; below the last step it takes more.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from cardgen.api import OpenGame
from cardgen.core.diagnostics import LayoutError, Location
from cardgen.core.geometry import Size
from cardgen.core.style import TextStyle, Theme
from cardgen.features.release.facts import Facts
from cardgen.features.release.texts import written
from cardgen.model.components.booklet import Booklet
from cardgen.model.flowing import PageMargins
from cardgen.model.formats import PageSize
from cardgen.model.game import Game
from cardgen.model.markdown import read_markdown
from cardgen.model.scope import Scope
from cardgen.products.booklets import reading
from cardgen.source.files import Project
from cardgen.source.node import SourceFile

NAME = "how-to-print"
FILE = f"{NAME}.pdf"
SCALES = (1.0, 0.93, 0.86, 0.8, 0.74)
"""The sizes of type to try, as shares of the styles below."""
_BODY = TextStyle(
    "atkinson/regular", 10.0, 1.3, "#1a1a1a", bold="atkinson/bold", italic="atkinson/italic"
)
_HEAD = TextStyle("barlow-condensed/bold", 15.0, 1.1, "#1a1a1a")
_THEME = Theme(
    styles={
        "body": _BODY,
        "booklet-table": replace(_BODY, size=9.0, leading=1.22),
        "booklet-chapter": replace(_HEAD, size=24.0),
        "booklet-section": _HEAD,
        "foot": replace(_BODY, size=7.0),
    },
    fallback=("noto-sans/regular", "noto-symbols/regular"),
)
_PAINTS = {"line": "#00000059", "tint": "#0000000f", "accent": "#2f5d62"}
_MARGINS = PageMargins(top=18.0, outer=18.0, bottom=16.0, inner=18.0)


def how_to_print(opened: OpenGame, facts: Facts, paper: str, size: Size) -> bytes:
    """Write the page for a paper, as a PDF; raises CardgenError where it cannot be set."""
    for booklet in _booklets(facts, paper, size, opened):
        with_page = _with(opened.game, booklet)
        laid = opened.with_game(with_page).lay_out((NAME,))
        if laid.broken:
            raise LayoutError(*laid.found)
        if len(laid.sides[NAME]) == 1:
            break
    return laid.data(reading(laid.request([]), booklet))


def _booklets(facts: Facts, paper: str, size: Size, opened: OpenGame) -> Iterator[Booklet]:
    """Yield the page in every size of type, the largest first."""
    file = SourceFile(f"{NAME}.md", written(f"{NAME}.md.j2", facts, paper=paper).decode())
    scope = Scope(Project(opened.root), facts.game.id)
    document = read_markdown(file, scope)
    if scope.found.has_errors:
        raise LayoutError(*scope.found)
    for scale in SCALES:
        yield Booklet(
            id=NAME,
            title="How to print",
            at=Location(file.path, 1),
            page_size=PageSize(size, type=scale),
            fold="saddle",
            bleed=0.0,
            safe=5.0,
            margins=_MARGINS,
            measure=0.0,
            source=file.path,
            document=document,
            styles={},
            paints=_PAINTS,
            cover=None,
            page=f"{NAME}.xml.j2",
            back=None,
            asked={},
        )


def _with(game: Game, booklet: Booklet) -> Game:
    """Return a game that is just this page, in fonts that read well at any size."""
    fallback = tuple(dict.fromkeys((*_THEME.fallback, *game.theme.fallback)))
    theme = replace(_THEME, fallback=fallback)
    return replace(game, theme=theme, components={booklet.id: booklet}, language="en")
