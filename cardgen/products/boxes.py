"""The product ``boxes``: tuck boxes that fit their decks, one PDF for each paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from cardgen.core.geometry import Matrix
from cardgen.frame import Frame, Group, Page
from cardgen.impose.dielines import legend
from cardgen.impose.margins import LANE
from cardgen.impose.marks import Write, ruler
from cardgen.impose.papers import LABELS, paper_size
from cardgen.impose.tuckbox import TuckBoxNet, box_frame
from cardgen.impose.workpage import check_page, furnish, work_area
from cardgen.model.components.box import FACES, TuckBox
from cardgen.products.artifact import Artifact
from cardgen.products.cut_sheets import CutSheets, Slug
from cardgen.products.planning import all_or_errors, product
from cardgen.products.request import ProductRequest

KIND = "boxes"


@product(KIND, TuckBox)
def boxes(request: ProductRequest) -> list[Artifact]:
    """Describe the sheet of every box; raises ImpositionError if one does not fit."""
    return all_or_errors(
        partial(_sheet, request, component, paper)
        for component in request.game.components.values()
        if isinstance(component, TuckBox)
        for paper in request.papers
    )


def _sheet(request: ProductRequest, box: TuckBox, paper: str) -> Iterator[Artifact]:
    margin = request.printer.margin
    inside = box.inside(request.game)
    net = TuckBoxNet(inside.width, inside.height, inside.depth)
    size, what = paper_size(paper, box.at), f"box `{box.id}`"
    page = check_page(net.size, size, margin, what, box.at, "put its cards into two boxes")
    faces = dict(zip(FACES, request.faces(box), strict=True))

    def pages(write: Write, slug: Slug, label: Frame) -> Sequence[Page]:
        area = work_area(page, margin)
        x, y = area.center
        middle = Matrix.translation(x - net.size.width / 2, y - net.size.height / 2)
        drawn = Group(box_frame(net, faces, write), middle)
        explained = legend(write, ("cut", "fold", "glue"), LANE)
        return [furnish(page, margin, [drawn], slug(1, 1, "front"), explained, ruler(label))]

    prints = [(name, face.fingerprint) for name, face in faces.items()]
    parts = (net.width, net.height, net.depth, prints)
    measures = f"{inside.width:g} x {inside.height:g} x {inside.depth:g} mm inside"
    subject = f"tuck box for {inside.count} cards, {measures}, on {LABELS[paper]}"
    yield CutSheets(request, KIND, box, paper, subject, parts, pages).artifact()
