"""The files of an order: a picture of each side, or PDFs with a page for each."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.backend.press.profile import press_condition
from cardgen.core.diagnostics import OutputError
from cardgen.core.fingerprint import digest
from cardgen.core.registry import plural
from cardgen.core.units import MM_PER_INCH
from cardgen.frame import Frame
from cardgen.impose.fitting import blank
from cardgen.products.artifact import Artifact, Tools
from cardgen.products.orders import problems
from cardgen.products.orders.fitting import Choice
from cardgen.products.orders.planning import OrderPlan, paths
from cardgen.products.orders.service import ServiceProduct
from cardgen.products.request import ProductRequest
from cardgen.products.wares import Piece

KIND = "order"
FRONTS, BACKS = "fronts", "backs"


class OrderedFiles(Struct, frozen=True):
    """Describes the files of a plan from finished Frames, which the request has."""

    plan: OrderPlan
    request: ProductRequest

    def artifacts(self) -> list[Artifact]:
        """Describe every picture, or every PDF; raises OutputError if two have the same name."""
        service = self.plan.service
        by_path: dict[str, Artifact] = {}
        for artifact in self._pictures() if service.file == "png" else self._documents():
            # On some systems, `A.png` and `a.png` are the same file.
            if by_path.setdefault(artifact.path.casefold(), artifact).key != artifact.key:
                raise OutputError(problems.one_name_for_two(None, service.id, artifact.path))
        return sorted(by_path.values(), key=lambda artifact: artifact.path)

    def side(self, choice: Choice, piece: Piece, back: bool) -> Frame:
        """Return a side fitted to the product; a white side for a missing back."""
        assert choice.fit is not None
        id = piece.back if back else piece.face
        if id is None:
            return blank(choice.fit.trim, choice.fit.bleed)
        return choice.fit.place_side(self.request.frames[id], back)

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
        picture_area = side.bleed_rect
        size = (
            max(round(picture_area.width / MM_PER_INCH * dpi), 1),
            max(round(picture_area.height / MM_PER_INCH * dpi), 1),
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
        for choices in groups.values():
            for side in (FRONTS, BACKS) if service.pages == "apart" else ("",):
                yield self._document(choices, side)

    def _document(self, choices: Sequence[Choice], side: str) -> Artifact:
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
        subject = f"{plural(len(sides), 'page')} for {service.name}"
        condition = press_condition(service.press, service.profile) if service.press else None
        component = self.request.game.components[first.ware.component]
        variant = self.request.variant(component)
        document = self.request.side_pages(
            path, variant, component, sides, titles, subject, press=condition
        )
        return replace(document, kind=KIND)

    def _pages(self, choice: Choice, side: str) -> Iterator[Frame]:
        every = (True, False) if self.plan.service.pages == "back-front" else (False, True)
        backs = {FRONTS: (False,), BACKS: (True,)}.get(side, every)
        for piece in choice.ware.pieces:
            yield from [self.side(choice, piece, back) for back in backs] * piece.copies
