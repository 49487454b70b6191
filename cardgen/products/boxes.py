"""The product ``boxes``: tuck boxes as large as their decks want, one PDF for each paper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cardgen.core.geometry import Matrix
from cardgen.frame import Frame, Group, Page
from cardgen.impose.dielines import legend
from cardgen.impose.margins import LANE
from cardgen.impose.marks import ruler
from cardgen.impose.papers import LABELS, paper_size
from cardgen.impose.tuckbox import TuckBoxNet, box_frame
from cardgen.impose.workpage import check_page, furnish, work_area
from cardgen.model.components.box import FACES, TuckBox
from cardgen.products.artifact import Artifact
from cardgen.products.cut_sheet_pdf import CutSheetJob, Slug, collected
from cardgen.products.order import Order, product

KIND = "boxes"


@product(KIND)
def boxes(order: Order) -> list[Artifact]:
    """Describe the sheet of every box; raises ImpositionError where one does not fit."""
    return collected(
        partial(_sheet, order, component, paper)
        for component in order.game.components.values()
        if isinstance(component, TuckBox)
        for paper in order.papers
    )


def _sheet(order: Order, box: TuckBox, paper: str) -> Artifact:
    press, margin = order.press, order.press.printer.margin
    inside = box.inside(order.game)
    net = TuckBoxNet(inside.width, inside.height, inside.depth)
    size, what = paper_size(paper, box.at), f"box `{box.id}`"
    page = check_page(net.size, size, margin, what, box.at, "put its cards into two boxes")
    sides = zip(FACES, order.sides[box.id], strict=True)
    prints = {name: order.fingerprints[one.face.id] for name, one in sides}

    def pages(slug: Slug, label: Frame) -> Sequence[Page]:
        faces = {name: press.frame(fingerprint) for name, fingerprint in prints.items()}
        area = work_area(page, margin)
        x, y = area.center
        middle = Matrix.translation(x - net.size.width / 2, y - net.size.height / 2)
        drawn = Group(box_frame(net, faces, press.write), middle)
        explained = legend(press.write, ("cut", "fold", "glue"), LANE)
        return [furnish(page, margin, [drawn], slug(1, 1, "front"), explained, ruler(label))]

    parts = (net.width, net.height, net.depth, list(prints.items()))
    measures = f"{inside.width:g} x {inside.height:g} x {inside.depth:g} mm inside"
    subject = f"tuck box for {inside.count} cards, {measures}, on {LABELS[paper]}"
    return CutSheetJob(order, KIND, box.id, box.title, paper, subject, parts, pages).artifact()
