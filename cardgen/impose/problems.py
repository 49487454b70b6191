"""Diagnostics about placing pieces on paper (CG6xx)."""

from cardgen.core.diagnostics import Severity
from cardgen.core.geometry import Size
from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices, did_you_mean
from cardgen.core.units import label_of


def _mm(size: Size) -> str:
    return f"{round(size.width, 2):g} x {round(size.height, 2):g} mm"


@problem("CG601")
def piece_does_not_fit(
    piece: Size, bleed: float, paper: Size, margin: float, request: str, fitting: tuple[str, ...]
) -> Wording:
    """Not even one piece fits on the sheet with these settings.

    Cards are always printed at their true size. The whole piece must be inside the printable area
    of the paper; `arrangement: bleed` also needs its bleed and room for crop marks.

    The hints name arrangements and papers on which the piece fits. If your printer prints closer to
    the edge than 5 mm, measure its border with `cardgen calibrate` and write it into
    `printer.yaml`, for example `margin: 4mm`. Choose the arrangement of a component in `game.yaml`:

        components:
          events: {kind: deck, size: {width: 120mm, height: 190mm}, arrangement: butt}
    """
    needed = f"{_mm(piece)} with {bleed:g} mm bleed" if request == "bleed" else _mm(piece)
    return Wording(
        f"a card of {needed} does not fit on paper of {_mm(paper)}",
        notes=(
            f"asked for: `{request}`, with a printable border of {margin:g} mm",
            "cards are never scaled to fit",
        ),
        hints=fitting or ("make it a board: boards are tiled over several pages",),
    )


@problem("CG602")
def unknown_paper(name: str, papers: tuple[str, ...]) -> Wording:
    """Cardgen does not know a paper with this name.

    Name papers under `print:` in `game.yaml`, as in `print: {papers: [a4, letter]}`, or with
    `--paper`. Define any other paper in `printer.yaml`, beside `card_data/`:

        papers:
          sra3: {width: 320mm, height: 450mm}
    """
    return Wording(
        f"there is no paper `{name}`",
        hints=(
            *did_you_mean(name.lower(), papers),
            f"papers: {choices(papers)}, and the `papers` of `printer.yaml`",
        ),
    )


@problem("CG604", Severity.WARNING)
def offset_of_other_pages() -> Wording:
    """Backs on landscape pages are moved by an offset that was measured on a portrait page.

    A landscape page enters the printer turned by 90° and drifts differently, so the offset may move
    these backs the wrong way. `printer.yaml` has a `back_offset` and no `landscape_offset`. Print
    the landscape sheet of `cardgen calibrate` and enter the values that you read there:

        cardgen calibrate --offset -0.25 0.5 --landscape
    """
    return Wording(
        "backs on landscape pages are moved by the offset of portrait pages",
        notes="a page in landscape passes the printer turned, so its drift is another",
        hints="read the offset off the landscape sheet of `cardgen calibrate` and give it: "
        "`cardgen calibrate --offset X Y --landscape`",
    )


@problem("CG605")
def no_room_between_marks(label: str, piece: Size, paper: Size, inset: float) -> Wording:
    """A card, token or net does not fit between the marks of a cutting machine.

    The machine cuts only inside the frame of its marks, and no ink may be near them. On A4, marks
    10 mm from the edges leave 190 x 277 mm minus the corners. Take a larger paper. If the machine
    can read marks nearer to the edges, write `cutter: {borderless: true}` into `printer.yaml`.
    Without `--cut` and `cut:`, the sheet is made for cutting by hand.
    """
    return Wording(
        f"{label} of {_mm(piece)} does not fit between a cutter's marks on paper of {_mm(paper)}",
        notes=f"the marks are {inset:g} mm from the edges, and nothing is printed near them",
        hints="take a larger paper: `--paper a3`, or leave out `--cut`",
    )


@problem("CG608", hint="leave out `sheets:`, so that each deck has sheets of its own")
def sizes_do_not_mix(size: Size, paper: Size) -> str:
    """Decks of several sizes are to share sheets, but no page can hold all of the sizes.

    Each size fits alone, but in another orientation or arrangement than the others need. Leave out
    `sheets:`, choose another `orientation` or `arrangement`, or take a larger paper.
    """
    return f"cards of {_mm(size)} fit on no page of {_mm(paper)} with the decks that share it"


@problem("CG607", Severity.WARNING)
def cut_by_hand(id: str, paper: str, why: str) -> Wording:
    """A box or token does not fit between the marks of a cutting machine.

    `--cut` leaves it out. Its usual sheets have lines for cutting it by hand. A larger paper may
    have room.
    """
    return Wording(
        f"`{id}` is left out: on {paper} a cutting machine has no room for it",
        notes=why,
        hints="cut it by hand from the usual sheets, or take a larger paper: `--paper a3`",
    )


@problem("CG606")
def no_cutting_area(paper: str, papers: tuple[str, ...]) -> Wording:
    """Cardgen does not know how much of this paper a Cricut prints and cuts.

    Its program, Design Space, prints the sheet itself and limits the size of a picture: to 189 x
    252.5 mm on Letter, 182.9 x 269.7 mm on A4. For another paper, or if your machine accepts less,
    measure the area and write it into `printer.yaml`:

        cutter:
          area: {width: 165.9mm, height: 234.7mm}
    """
    return Wording(
        f"how much of {label_of(paper)} a Cricut prints and cuts is not known",
        hints=f"take {choices(papers)}, or give `cutter: {{area: …}}` in `printer.yaml`",
    )


@problem("CG611")
def blank_does_not_fit(
    description: str,
    needed: Size,
    paper: Size,
    room: Size,
    papers: tuple[str, ...],
    remedy: str = "make it smaller",
) -> Wording:
    """A token, a net or a box is larger than the paper.

    It is printed in one piece at its true size, with bleed, flaps and tabs. Take a larger paper,
    make the piece smaller, or put the cards of a box into two boxes:

        components:
          first-box: {kind: box, decks: [soldiers, aid]}
          second-box: {kind: box, decks: [encounters, missions]}
    """
    fitting = tuple(f"it fits on {label_of(name)}: build with `--paper {name}`" for name in papers)
    return Wording(
        f"{description} needs {_mm(needed)} and does not fit on paper of {_mm(paper)}",
        notes=f"the printer's border and the words above and below leave {_mm(room)}",
        hints=fitting or (f"it fits on no paper that cardgen knows: {remedy}",),
    )


@problem("CG620")
def no_room_for_tile(overlap: float, paper: Size, margin: float) -> Wording:
    """A page has too little room left for a tile of the board.

    Each page has the printer's border, a band for crop marks, a strip at its foot, and the overlap
    of neighbouring tiles. Write a smaller overlap (5 to 15 mm are plenty for glue), or cut and butt
    the tiles:

        components:
          map: {kind: board, size: {width: 600mm, height: 420mm}, tiling: {overlap: 10mm}}
    """
    cause = f"an overlap of {overlap:g} mm" if overlap else "the printer's border"
    return Wording(
        f"{cause} leaves no room for the board on paper of {_mm(paper)}",
        notes=f"with a printable border of {margin:g} mm",
        hints="write an overlap of 5 to 15 mm, or `tiling: butt`"
        if overlap
        else "write a smaller `margin` into `printer.yaml`",
    )


@problem("CG621", Severity.WARNING)
def seam_cuts_box(board: str, paper: str, sheets: int, box: Size, room: Size) -> Wording:
    """A seam between the tiles of a board cuts a box with `keep="true"`.

    No seam should cut such an element. But seams run across the whole board, so the smallest number
    of sheets cannot always avoid it. Leave a gap between boxes near the end of a page, in every row
    or column, or make the box smaller than a page.
    """
    fits = box.width <= room.width and box.height <= room.height
    hint = "leave a gap for the seam across the whole board, or make the box smaller"
    if not fits:
        hint = f"make it smaller than {_mm(room)}, or let it be cut: leave out `keep`"
    return Wording(
        f"on {paper}, a seam of board `{board}` cuts this box, which asks to be kept together"
        if fits
        else f"on {paper}, a seam of board `{board}` cuts this box of {_mm(box)}: no tile takes it",
        notes=f"the board is tiled over {sheets} sheets",
        hints=hint,
    )


@problem("CG631", hint="choose a smaller `size:` for the booklet")
def booklet_does_not_fit(page: Size, paper: Size, scale: float) -> str:
    """A page of a booklet is much larger than half of its paper, which is folded once.

    A page slightly larger than half a sheet is printed a little smaller: an A5 page on Letter at 94
    %. Below 85 % the text would be too small to read.
    """
    return f"a page of {_mm(page)} would have to shrink to {scale * 100:.0f} % on {_mm(paper)}"


@problem("CG632", hint="shorten the text, or write `fold: auto` to staple what is too long")
def too_many_pages(count: int, most: int) -> str:
    """A booklet folded from one sheet has more than eight pages.

    `fold: mini` and `fold: both` need the eight-page fold. Shorten the text, leave out `cover:` or
    `back:`, or write `fold: auto`, which uses this fold only for a short text.
    """
    return f"a booklet of {count} pages cannot be folded from one sheet, which carries {most}"
