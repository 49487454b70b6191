"""The product ``boxes``: tuck boxes for decks, boxes with lids for games, a PDF for each paper."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from cardgen.core.diagnostics import ImpositionError
from cardgen.core.geometry import Size
from cardgen.core.style import Color
from cardgen.core.units import label_of
from cardgen.frame import Frame, Page
from cardgen.impose.lidbox import panel_frame, wall_frames
from cardgen.impose.marks import Write
from cardgen.impose.tuckbox import TuckBoxNet, box_frame
from cardgen.impose.workpage import (
    Slug,
    centre_net,
    check_page,
    nest_nets,
    net_pages,
    page_for,
    work_area,
)
from cardgen.impose.wrap import Wrap, wrap_frames
from cardgen.model.components.booklet import Booklet
from cardgen.model.components.box import FACES, TuckBox
from cardgen.model.components.game_box import FACES as LID_FACES
from cardgen.model.components.game_box import GameBox
from cardgen.model.stowage import PLAY
from cardgen.products import problems
from cardgen.products.artifact import Artifact
from cardgen.products.cut_sheets import cut_sheets, write_nothing
from cardgen.products.planning import paper_plans, product, run_plans
from cardgen.products.request import ProductRequest

KIND = "boxes"
LAYERS = 8
"""The number of paper layers in a booklet that is folded from one sheet."""


@product(KIND, TuckBox, GameBox)
def boxes(request: ProductRequest) -> list[Artifact]:
    """Describe the sheets of every box."""
    boxes = (box for box in request.game.components.values() if isinstance(box, GameBox))
    checks = [partial(_check_content, request, box) for box in boxes]
    sheets = paper_plans(request, {TuckBox: tuck_box_sheets, GameBox: lid_box_sheets})
    return run_plans(request, [*checks, *sheets])


def tuck_box_sheets(request: ProductRequest, box: TuckBox, paper: str) -> Iterator[Artifact]:
    """Describe the sheet of a tuck box; raises ImpositionError if it does not fit."""
    margin = request.printer.margin
    inside = box.inside(request.game)
    net, faces = tuck_box(request, box)
    lining = lining_of(request, box)
    size, box_name = request.paper(paper, box.location), f"box `{box.id}`"
    page = check_page(
        net.size, size, margin, box_name, box.location, "put its cards into two boxes"
    )

    def pages(write: Write, slug: Slug, label: Frame) -> Sequence[Page]:
        sheets = [centre_net(box_frame(net, faces, write, lining), work_area(page, margin))]
        return net_pages(page, margin, sheets, slug, write, label)

    prints = [(name, face.fingerprint) for name, face in faces.items()]
    parts = (net.width, net.height, net.depth, prints, lining and lining.hex)
    measures = f"{inside.width:g} x {inside.height:g} x {inside.depth:g} mm inside"
    subject = f"tuck box for {inside.count} cards, {measures}, on {label_of(paper)}"
    yield cut_sheets(request, KIND, box, paper, subject, parts, pages)


def tuck_box(request: ProductRequest, box: TuckBox) -> tuple[TuckBoxNet, dict[str, Frame]]:
    """Return the net of a tuck box, and its faces by name."""
    inside = box.inside(request.game)
    faces = dict(zip(FACES, request.faces(box), strict=True))
    return TuckBoxNet(inside.width, inside.height, inside.depth), faces


def lining_of(request: ProductRequest, box: TuckBox | GameBox) -> Color | None:
    """Return the colour of the inside that an open box shows; None for white paper."""
    return request.game.theme.color(box.lining) if box.lining else None


def _check_content(request: ProductRequest, box: GameBox) -> Iterator[Artifact]:
    content, inside = box.content(request.game), box.size(request.game)
    leaves = {
        text.id: LAYERS if text.fold == "mini" else -(-len(request.sides[text.id]) // 4) * 2
        for text in content
        if isinstance(text, Booklet) and request.sides.get(text.id)
    }
    need = box.stowage(request.game, leaves)
    if need.piles is None or need.depth + PLAY > inside[2]:
        error = problems.content_does_not_fit(
            box.location, box.id, inside, need.piles, need.booklets
        )
        raise ImpositionError(error)
    return iter(())


def lid_box_sheets(request: ProductRequest, box: GameBox, paper: str) -> Iterator[Artifact]:
    """Describe the sheets of a box with a lid; raises ImpositionError if a part does not fit."""
    margin, sheet = request.printer.margin, request.paper(paper, box.location)
    width, height, depth = box.size(request.game)
    faces = dict(zip(LID_FACES, request.faces(box), strict=True))
    lining = lining_of(request, box)
    draw = partial(_parts_of_a_lid_box, request, box, faces, lining, sheet)
    page, remedy = sheet, "let it hold less, in `holds`"
    for number, part in enumerate(draw(write_nothing)):
        part_name = f"{'a wall of ' if number > 1 else ''}box `{box.id}`"
        part_page = check_page(part.size, sheet, margin, part_name, box.location, remedy)
        page = part_page if number == 0 else page

    def pages(write: Write, slug: Slug, label: Frame) -> Sequence[Page]:
        lying, sheets = nest_nets(draw(write), page, margin)
        return net_pages(lying, margin, sheets, slug, write, label)

    prints = [(name, face.fingerprint) for name, face in faces.items()]
    parts = box.size(request.game), box.wrap, box.turn_in, prints, lining and lining.hex
    measures = f"{width:g} x {height:g} x {depth:g} mm inside"
    subject = f"box with a lid for the game, {measures}, on {label_of(paper)}"
    yield cut_sheets(request, KIND, box, paper, subject, parts, pages)


def _parts_of_a_lid_box(
    request: ProductRequest,
    box: GameBox,
    faces: Mapping[str, Frame],
    lining: Color | None,
    sheet: Size,
    write: Write,
) -> list[Frame]:
    """Draw the parts of a box with a lid: first the panels, then the walls or wraps."""
    game, margin = request.game, request.printer.margin
    base, lid, walls = box.base(game), box.lid(game), box.walls(game)
    if not box.wrap:
        depth = walls[0]
        lid_and_base = ((lid, faces["front"]), (base, faces["back"]))
        panels = [panel_frame(panel, depth, face, write) for panel, face in lid_and_base]
        return [*panels, *wall_frames(lid, base, depth, faces, lining, write)]
    trays = [Wrap(lid, walls[1], box.wrap, box.turn(walls[1]), "long")]
    trays += [Wrap(base, walls[0], box.wrap, box.turn(walls[0]), "short")]
    fit_whole = all(page_for(tray.cross_size, sheet, margin) for tray in trays)
    return wrap_frames(trays[0], trays[1], fit_whole, faces, lining, write)
