"""Sets a text by cardgen about a game, such as how to print it, on one page.

The text is set like a rule text. Its type shrinks in steps until it fits on one page; if it does
not fit at the last step, it takes more pages.
"""

from msgspec.structs import replace

from cardgen.core.diagnostics import LayoutError, Location
from cardgen.core.geometry import Size
from cardgen.core.style import TextStyle, Theme
from cardgen.model.components.booklet import Booklet
from cardgen.model.flowing import PageMargins
from cardgen.model.formats import PageSize
from cardgen.model.markdown import read_markdown
from cardgen.model.scope import Scope
from cardgen.pipeline.game_build import GameBuild
from cardgen.products.booklets import reading
from cardgen.source.files import Project
from cardgen.source.node import SourceFile

SCALES = (1.0, 0.93, 0.86, 0.8, 0.74)
"""The sizes of type to try, as shares of the styles below."""
_BODY = TextStyle("atkinson/regular", 10.0, 1.3, "#1a1a1a", bold="atkinson/bold")
_HEAD = TextStyle("barlow-condensed/bold", 15.0, 1.1, "#1a1a1a")
_STYLES = {
    "body": _BODY,
    "booklet-table": replace(_BODY, size=9.0, leading=1.22),
    "booklet-chapter": replace(_HEAD, size=24.0),
    "booklet-section": _HEAD,
    "foot": replace(_BODY, size=7.0),
}
_FALLBACK = ("noto-sans/regular", "noto-symbols/regular")
_PAINTS = {"line": "#00000059", "tint": "#0000000f", "accent": "#2f5d62"}
_MARGINS = PageMargins(top=18.0, outer=18.0, bottom=16.0, inner=18.0)


def set_on_one_page(build: GameBuild, name: str, title: str, text: str, size: Size) -> bytes:
    """Return a Markdown text as a PDF of one page; raises CardgenError if it cannot be set.

    The template of the page is ``NAME.xml.j2``.
    """
    game = build.game
    file = SourceFile(f"{name}.md", text)
    scope = Scope(Project(build.root), game.id)
    page = Booklet(
        id=name,
        title=title,
        location=Location(file.path, 1),
        page_size=PageSize(size),
        fold="saddle",
        bleed=0.0,
        safe=5.0,
        margins=_MARGINS,
        measure=0.0,
        source=file.path,
        document=read_markdown(file, scope),
        styles={},
        paints=_PAINTS,
        cover=None,
        page=f"{name}.xml.j2",
        back=None,
        template_locations={},
    )
    theme = Theme(styles=_STYLES, fallback=(*_FALLBACK, *game.theme.fallback))
    for scale in SCALES:
        scaled_page = replace(page, page_size=PageSize(size, type=scale))
        alone = replace(game, theme=theme, components={name: scaled_page}, language="en")
        laid = build.with_game(alone).lay_out((name,))
        if laid.broken_components or scope.diagnostics.has_errors:
            raise LayoutError(*scope.diagnostics, *laid.diagnostics)
        if len(laid.sides[name]) == 1:
            break
    return laid.data(reading(laid.product_request([]), scaled_page))
