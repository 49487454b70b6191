"""What an order consists of: projects with their cards, and the files to make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.press.profile import press_condition
from cardgen.core.diagnostics import OutputError
from cardgen.core.fingerprint import digest
from cardgen.core.units import MM_PER_INCH
from cardgen.features.order import problems
from cardgen.features.order.fitting import Choice, LeftOut
from cardgen.features.order.reading import Service, ServiceProduct
from cardgen.frame import Frame
from cardgen.impose.fitting import blank
from cardgen.model.game import Game
from cardgen.products.artifact import Artifact, Tools
from cardgen.products.request import ProductRequest
from cardgen.products.wares import KINDS, Piece

KIND = "order"
FRONTS, BACKS = "fronts", "backs"


class OrderLine(Struct, frozen=True):
    """A design in a project: ``first`` is its first slot, ``count`` how many slots it takes.

    ``front`` and ``back`` are paths of pictures, empty where PDFs are made; ``back`` also where
    only one side is printed.
    """

    choice: Choice
    piece: Piece
    first: int
    count: int
    front: str
    back: str

    @property
    def slots(self) -> range:
        """The slots of a project, from 0, that show the design."""
        return range(self.first, self.first + self.count)


class OrderProject(Struct, frozen=True):
    """As many pieces of one product as go into one project of the service."""

    product: ServiceProduct
    lines: tuple[OrderLine, ...]

    @property
    def count(self) -> int:
        """How many pieces it has."""
        return sum(line.count for line in self.lines)


class OrderPlan(Struct, frozen=True):
    """All that is ordered of a game from a service, and what is left out.

    ``not_printed`` are the components of kinds that the service does not print at all.
    """

    game: Game
    service: Service
    choices: tuple[Choice, ...]
    left_out: tuple[LeftOut, ...]
    not_printed: tuple[str, ...]
    projects: tuple[OrderProject, ...]


def projects(service: Service, choices: Sequence[Choice]) -> Iterator[OrderProject]:
    """Yield the projects of a service: those of a product follow each other, each one full."""
    by_product: dict[str, list[Choice]] = {}
    for choice in choices:
        if choice.fit is not None:
            by_product.setdefault(choice.product.id, []).append(choice)
    for some in by_product.values():
        product = some[0].product
        most = service.most_cards or sum(one.ware.count for one in some)
        lines: list[OrderLine] = []
        taken = 0
        for choice, piece in ((one, piece) for one in some for piece in one.ware.pieces):
            left = piece.copies
            while left:
                count = min(left, most - taken)
                front, back = paths(service, choice, piece)
                lines.append(OrderLine(choice, piece, taken, count, front, back))
                left, taken = left - count, taken + count
                if taken == most:
                    yield OrderProject(product, tuple(lines))
                    lines, taken = [], 0
        if lines:
            yield OrderProject(product, tuple(lines))


def paths(service: Service, choice: Choice, piece: Piece) -> tuple[str, str]:
    """Return the paths of the pictures of a design, empty for a service that takes PDFs.

    The names of cards are up to the service; other parts have folders of their own.
    """
    if service.file != "png":
        return "", ""
    kind, component = choice.ware.kind, choice.ware.component
    if kind != "deck":
        face = f"{KINDS[kind][0]}/{component}.{piece.id}"
        two = choice.product.sides == 2 and piece.back is not None
        return f"{face}.png", f"{face}.back.png" if two else ""
    front = service.front.format(component=component, piece=piece.id, side="front")
    back = service.back.format(component=component, piece=_back_name(choice, piece), side="back")
    return front, back


def _back_name(choice: Choice, piece: Piece) -> str:
    """Name the picture of a back: by its piece, if that does not share it with others."""
    if piece.back is not None and piece.back.part:
        return piece.id
    name = "blank" if piece.back is None else "back"
    while any(one.id == name for one in choice.ware.pieces):
        name += "-"
    return name


class OrderedFiles(Struct, frozen=True):
    """Describes the files of a plan from finished Frames, which the request has."""

    plan: OrderPlan
    request: ProductRequest

    def artifacts(self) -> list[Artifact]:
        """Describe every picture, or every PDF; raises OutputError for two of the same name."""
        service = self.plan.service
        found: dict[str, Artifact] = {}
        for one in self._pictures() if service.file == "png" else self._documents():
            # Some systems take `A.png` and `a.png` for one file.
            if found.setdefault(one.path.casefold(), one).key != one.key:
                raise OutputError(problems.one_name_for_two(None, service.id, one.path))
        return sorted(found.values(), key=lambda one: one.path)

    def side(self, choice: Choice, piece: Piece, back: bool) -> Frame:
        """Return a side as it is placed on the product; a white one if there is no back."""
        assert choice.fit is not None
        id = piece.back if back else piece.face
        if id is None:
            return blank(choice.fit.trim, choice.fit.bleed)
        return choice.fit.laid(self.request.frames[id], back)

    def _pictures(self) -> Iterator[Artifact]:
        for choice in self.plan.choices:
            for piece in choice.ware.pieces:
                front, back = paths(self.plan.service, choice, piece)
                if choice.fit is None:
                    yield self._picture(front, self.request.frames[piece.face], None)
                    continue
                yield self._picture(front, self.side(choice, piece, False), choice.product)
                if back:
                    yield self._picture(back, self.side(choice, piece, True), choice.product)

    def _picture(self, path: str, side: Frame, product: ServiceProduct | None) -> Artifact:
        dpi = self.plan.service.dpi
        shown = side.bleed_rect
        size = (
            max(round(shown.width / MM_PER_INCH * dpi), 1),
            max(round(shown.height / MM_PER_INCH * dpi), 1),
        )
        if product is not None and product.canvas is not None:
            size = product.canvas
        key = digest((KIND, side.fingerprint, size, dpi, self.request.versions))

        def make(tools: Tools) -> bytes:
            return tools.camera.picture(side, size, True, dpi)

        return Artifact(path, KIND, key, make)

    def _documents(self) -> Iterator[Artifact]:
        service = self.plan.service
        groups: dict[object, list[Choice]] = {}
        for choice in self.plan.choices:
            assert choice.fit is not None
            shared = choice.ware.component if service.each == "deck" else choice.fit.trim
            groups.setdefault(shared, []).append(choice)
        for some in groups.values():
            for side in (FRONTS, BACKS) if service.pages == "apart" else ("",):
                yield self._document(some, side)

    def _document(self, choices: Sequence[Choice], side: str) -> Artifact:
        """Describe a PDF: all sides of some decks, or with ``side`` those of one kind."""
        service, first = self.plan.service, choices[0]
        assert first.fit is not None
        trim = first.fit.trim
        path = service.document.format(
            component=first.ware.component,
            piece="",
            side=side,
            width=f"{trim.width:g}",
            height=f"{trim.height:g}",
        )
        sides = [frame for choice in choices for frame in self._pages(choice, side)]
        titles = ", ".join(dict.fromkeys(choice.ware.title for choice in choices))
        subject = f"{len(sides)} pages for {service.name}"
        condition = press_condition(service.press, service.profile) if service.press else None
        component = self.request.game.components[first.ware.component]
        variant = self.request.variant(component)
        document = self.request.side_pages(
            path, variant, component, sides, titles, subject, press=condition
        )
        return replace(document, kind=KIND)

    def _pages(self, choice: Choice, side: str) -> Iterator[Frame]:
        every = (True, False) if self.plan.service.pages == "back-front" else (False, True)
        shown = {FRONTS: (False,), BACKS: (True,)}.get(side, every)
        for piece in choice.ware.pieces:
            yield from [self.side(choice, piece, back) for back in shown] * piece.copies
