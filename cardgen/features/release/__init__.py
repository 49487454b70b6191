"""Make a release of a game, as `cardgen release` does.

The build makes the files, on its ordinary way. A release gathers them for each audience, adds what
a stranger needs to know, and puts folders and ZIPs in place: all of them, or none.

A ZIP depends on the files alone. Entries are sorted and have one date, that of the game, and the
same rights; zlib packs them as Python has it, whatever has packed the files themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, GameBuild, PrintOptions, Progress, open_game
from cardgen.core.diagnostics import Diagnostics, OutputError
from cardgen.core.files import make_zip
from cardgen.core.units import label_of
from cardgen.features import problems
from cardgen.model.game import Game
from cardgen.model.load import load_game
from cardgen.model.printer import load_printer
from cardgen.model.problems import refuse_unknown
from cardgen.pipeline.build import build
from cardgen.pipeline.manifest import sha256
from cardgen.pipeline.output_files import write_contents
from cardgen.pipeline.page_setting import set_on_one_page
from cardgen.pipeline.planned_files import files_for_players
from cardgen.products.facts import PRINTED, Facts
from cardgen.products.options import PRESS, TABLES
from cardgen.template.pages import filled

_PRINT, _TABLE = "print-", "table"


class Audience(Struct, frozen=True):
    """Whom a folder is for; ``paper`` is empty unless it is to be printed at home."""

    name: str
    products: tuple[str, ...]
    paper: str = ""

    @property
    def is_table(self) -> bool:
        """Whether it plays at a virtual table."""
        return self.name == _TABLE

    @property
    def options(self) -> PrintOptions:
        """The options of its files: of its products, for its paper, in full ink."""
        return PrintOptions(self.products, (self.paper,) if self.paper else ())


def audiences(names: Sequence[str], game: Game, papers: Collection[str]) -> tuple[Audience, ...]:
    """Return the audiences of some names: by default all papers of the game, and the table.

    The ``papers`` are all that there are. Raises ModelError for an unknown one.
    """
    usual = (*(f"{_PRINT}{paper}" for paper in game.print.papers), _TABLE)
    known = {f"{_PRINT}{paper}": Audience(f"{_PRINT}{paper}", PRINTED, paper) for paper in papers}
    known |= {_TABLE: Audience(_TABLE, (TABLES,)), PRESS: Audience(PRESS, (PRESS,))}
    refuse_unknown("audience", names, known, "audiences")
    return tuple(known[name] for name in dict.fromkeys(names or usual))


SUMS = "SHA256SUMS"
_TEMPLATES = Path(__file__).with_name("templates")
_ACTIVE = re.compile(r"([\\`*_{}\[\]<>|~&]|^[-+#=]|(?<=^\d)[.)](?=\s))")
"""What Markdown may take for markup (CommonMark 0.31.2, 2.4)."""


def sums(files: Mapping[str, bytes]) -> bytes:
    """Return the SHA-256 digests of files by path, as `sha256sum -c` reads them."""
    return "".join(f"{sha256(files[path])}  {path}\n" for path in sorted(files)).encode()


def packed(files: Mapping[str, bytes], game: Game, audience: str) -> bytes:
    """Return a ZIP of a folder that is named by game, version and audience."""
    version = re.sub(r"[^A-Za-z0-9.]+", "-", game.version).strip("-.")
    name = "-".join(filter(None, (game.id, version, audience)))
    return make_zip({f"{name}/{path}": files[path] for path in sorted(files)}, game.date)


def written(template: str, facts: Facts, **values: Any) -> bytes:
    """Fill a template of ours with the facts."""
    filters = {
        # so that no Markdown is read in it, on one line
        "plain": lambda text: _ACTIVE.sub(r"\\\1", " ".join(str(text).split())),
        "paper": label_of,
        "number": "{:g}".format,
    }
    return filled(_TEMPLATES / template, filters, facts=facts, game=facts.game, **values)


FOLDER = "release"
LOCAL = "http://127.0.0.1:8127/"
"""Where a table without an address on the web looks for its pictures."""


class ReleaseReport(Struct, frozen=True):
    """What was made: the size of each ZIP in bytes by its path, and how many files are in it.

    Without any, the diagnostics say why, and there are no ``facts``. Paths are as messages show
    them.
    """

    game: str
    title: str
    zips: dict[str, tuple[int, int]]
    removed: tuple[str, ...]
    diagnostics: Diagnostics
    facts: Facts | None = None


def release(
    request: BuildRequest,
    game: str,
    names: Sequence[str] = (),
    changes: Callable[[], str] = lambda: "",
    progress: Progress | None = None,
) -> ReleaseReport:
    """Make a release for the audiences of some names, by default all papers and the table.

    The options of the request say where pictures of the table will be found on the web, and how
    large they are; ``changes`` says in Markdown what differs from the printed copy, if any.

    A game with findings that `check` calls errors, or with warnings if the request is strict, is
    built as far as a build does that, and not released. Raises CardgenError; then, too, no file of
    a release has been written.
    """
    printer, found, asked = load_printer(request.root), Diagnostics(), request.options
    address = request.hosting.url(game, "") if asked.tts_base_url else LOCAL
    of = load_game(request.root, game)
    wanted = audiences(names, of, printer.all_papers)
    papers = tuple(dict.fromkeys((*of.print.papers, *(one.paper for one in wanted if one.paper))))
    more = papers if papers != of.print.papers else ()
    usual = PrintOptions(papers=more, tts_max_side=asked.tts_max_side)
    press = [PrintOptions((PRESS,))] if any(PRESS in one.products for one in wanted) else []
    for options in (usual, *press):
        done = build(replace(request, games=(game,), options=options), progress)
        found.extend(done.checked_diagnostics)
    found.extend(problems.own_printer(printer.location, x, y) for x, y in printer.offsets)
    if found.has_errors or (request.strict and len(found)):
        return ReleaseReport(game, of.title, {}, (), found)
    with open_game(replace(request, options=usual), game) as opened:
        facts = opened.lay_out().facts(papers)
        said = [_texts(opened, facts, one, address) for one in wanted]
    text, files, zips = changes(), dict[str, bytes](), {}
    for one, content in zip(wanted, said, strict=True):
        content |= _built(request, of, one, address)
        if text:
            content["changes.md"] = text.encode()
        content[SUMS] = sums(content)
        name = f"{FOLDER}/{one.name}"
        files |= {f"{name}/{path}": data for path, data in content.items()}
        files[f"{name}.zip"] = packed(content, of, one.name)
        zips[f"{name}.zip"] = len(files[f"{name}.zip"]), len(content)
    tops = {f"{one.name}{ending}" for one in wanted for ending in ("", ".zip")}

    written = write_contents(
        request,
        game,
        FOLDER,
        files,
        is_unwanted=lambda path: not names or path.split("/")[1] in tops,
    )
    shown = dict(zip(sorted(files), written.files, strict=True))
    zips = {shown[path]: counts for path, counts in zips.items()}
    return ReleaseReport(game, of.title, zips, written.removed, found, facts)


def _built(request: BuildRequest, game: Game, audience: Audience, address: str) -> dict[str, bytes]:
    """Return the files that an audience gets of a build; raises OutputError if there is none.

    Saves look at an address for their pictures, and not in the folder of results.
    """
    found = files_for_players(request.folder, game, audience.options)
    here = replace(request, options=PrintOptions()).hosting.url(game.id, "")
    old, new = (json.dumps(text, ensure_ascii=False)[:-1].encode() for text in (here, address))
    for path in [path for path in found if audience.is_table and path.endswith(".json")]:
        found[path] = found[path].replace(old, new)
    if not found:
        raise OutputError(problems.nothing_for(None, game.id, audience.name))
    return found


def _texts(opened: GameBuild, facts: Facts, audience: Audience, address: str) -> dict[str, bytes]:
    said = {"credits.txt": written("credits.txt.j2", facts)}
    if audience.paper:
        size = opened.product_request([]).paper(audience.paper)
        text = written("how-to-print.md.j2", facts, paper=audience.paper).decode()
        said["how-to-print.pdf"] = set_on_one_page(
            opened, "how-to-print", "How to print", text, size
        )
        said["page.md"] = written("page.md.j2", facts)
    if audience.is_table:
        values = {"save": f"{TABLES}/{facts.game.id}.json", "address": address, "local": LOCAL}
        said["how-to-load.md"] = written("how-to-load.md.j2", facts, **values)
    return said
