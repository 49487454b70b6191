"""The product ``svg``: each side, board, token, face of a die and page as a drawing to work on.

Artists who continue from a design need its parts, not sheets or pictures. There is a file for each
side, in millimetres and with its bleed: ``svg/<component>/<card>.front.svg``. Components with one
side are a file without a folder. The product is made only if it is named.
"""

from collections.abc import Iterator

from cardgen.backend.lettering import Outliner
from cardgen.backend.svg import svg
from cardgen.frame import Frame
from cardgen.model.components.board import Board
from cardgen.model.components.deck import Deck
from cardgen.model.components.dice import Die
from cardgen.model.components.tokens import TokenSet
from cardgen.model.game import Component
from cardgen.model.rule_text import RuleText
from cardgen.products.artifact import Artifact, Tools
from cardgen.products.options import SVG
from cardgen.products.planning import component_plans, product
from cardgen.products.request import ProductRequest

_DRAWN = (Deck, Board, TokenSet, Die, RuleText)


@product(SVG, *_DRAWN, on_request=True)
def drawings(request: ProductRequest) -> list[Artifact]:
    """Describe the drawings of every side, for programs that edit SVG."""
    return component_plans(request, _drawings, *_DRAWN)


def _drawings(request: ProductRequest, component: Component) -> Iterator[Artifact]:
    for name, frame in _sides(request, component):
        yield _drawing(request, component, name, frame)


def _sides(request: ProductRequest, component: Component) -> Iterator[tuple[str, Frame]]:
    """Yield the sides of a component with their file names; a shared back only once."""
    if isinstance(component, Deck | TokenSet):
        sides = {side.id: side for design in request.sides[component.id] for side in design.specs}
        for side in sides.values():
            part = side.id.part
            name = f"{part}.{side.side}" if part else side.side
            yield f"{component.id}/{name}", request.frames[side.id]
        return
    faces = request.faces(component)
    digits = len(str(len(faces)))
    for number, frame in enumerate(faces, 1):
        inside = f"/{number:0{digits}}" if len(faces) > 1 else ""
        yield f"{component.id}{inside}", frame


def _drawing(request: ProductRequest, component: Component, name: str, frame: Frame) -> Artifact:
    path = f"{SVG}/{name}.svg"
    title = f"{request.game.title}: {component.title}, {name.rpartition('/')[2]}"
    # Names come from stamps, so that a comment in a template does not change the drawing.
    names = {stamp: request.named(stamp) for stamp in sorted(_stamps(frame))}

    def make(tools: Tools) -> bytes:
        drawn = Outliner(tools.library).frame(frame) if tools.outlines else frame
        return svg(drawn, title, tools.library, names.__getitem__)

    contents = (frame.fingerprint, title, sorted(names.items()))
    return request.artifact(path, request.variant(component), component, contents, make)


def _stamps(frame: Frame) -> set[str]:
    return {item.stamp for item, _ in frame.walk() if item.stamp}
