"""What products are made with in tests: type without letters, and no camera."""

from cardgen.assets.library import Library
from cardgen.backend.pdf import write_pdf
from cardgen.core.diagnostics import Location
from cardgen.core.geometry import Size
from cardgen.frame import Frame
from cardgen.model.components.deck import Deck
from cardgen.model.game import Game
from cardgen.model.printer import Printer
from cardgen.products.artifact import Tools
from cardgen.products.options import PrintOptions
from cardgen.products.request import ProductRequest

AT = Location("card_data/demo/game.yaml", 4, 3)
GAME = Game(id="demo", title="Demo", version="1.0")


def poker_deck(**more):
    """A deck whose cards are for tests to lay down."""
    return Deck(
        location=AT,
        size=Size(63, 88),
        radius=3,
        bleed=3,
        safe=3,
        arrangement="auto",
        duplex="long-edge",
        back="back.xml.j2",
        back_at=AT,
        cards=(),
        **more,
    )


def request_of(game, papers, **more):
    """Ask for products of a game of which nothing is laid out."""
    names = PrintOptions.__struct_fields__
    printed = {name: more.pop(name) for name in names if name in more}
    options = PrintOptions(papers=tuple(papers), **printed)
    given = {
        "sides": {},
        "frames": {},
        "printer": Printer(),
        "render": lambda name, context, at: "",
        "report": lambda found: None,
        "versions": ("1",),
        **more,
    }
    return ProductRequest(game=game, options=options, **given)


class Writer:
    """Sets text as an empty line and remembers it."""

    def __init__(self):
        self.said = []

    def __call__(self, text, size):
        self.said.append(text)
        return Frame(Size(len(text) * size * 0.2, size * 0.42), [])


class NoCamera:
    """Stands in where no pictures are wanted."""

    def grid(self, *_, **__):
        raise AssertionError("a picture was asked for")

    picture = thumbnail = grid


class Maker:
    """Makes artifacts that are PDFs; ``said`` is what was set as type."""

    def __init__(self, folder):
        self._library = Library(folder, (), (), ())
        self._writer = Writer()
        self.said = self._writer.said

    def __call__(self, artifact):
        return artifact.data(Tools(self._writer, NoCamera(), None), self._pdf)

    def _pdf(self, document):
        return write_pdf(document.pages, document.info, self._library)
