"""Makes a release of a game, for `cardgen release`.

An ordinary build makes the files. A release collects them for each audience, adds instructions and
credits, and writes all folders and ZIPs, or none if that fails.

A ZIP depends only on the files. Entries are sorted, and all have the date of the game and the same
permissions. Python's zlib compresses them, even if zlib-ng compressed the files themselves.
"""

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import chain
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
from cardgen.template.pages import fill_template

_PRINT, _TABLE = "print-", "table"


class Audience(Struct, frozen=True):
    """The audience of a folder; ``paper`` is empty unless the files are for printing at home."""

    name: str
    products: tuple[str, ...]
    paper: str = ""

    @property
    def is_table(self) -> bool:
        """True for players at a virtual table."""
        return self.name == _TABLE

    @property
    def options(self) -> PrintOptions:
        """The options of its files: its products, its paper, full ink."""
        return PrintOptions(self.products, (self.paper,) if self.paper else ())


def audiences(names: Sequence[str], game: Game, papers: Collection[str]) -> tuple[Audience, ...]:
    """Return the named audiences, by default all papers of the game and the table.

    ``papers`` are all known papers. Raises ModelError for an unknown audience.
    """
    usual = (*(f"{_PRINT}{paper}" for paper in game.print.papers), _TABLE)
    by_name = {f"{_PRINT}{paper}": Audience(f"{_PRINT}{paper}", PRINTED, paper) for paper in papers}
    by_name |= {_TABLE: Audience(_TABLE, (TABLES,)), PRESS: Audience(PRESS, (PRESS,))}
    refuse_unknown("audience", names, by_name)
    return tuple(by_name[name] for name in dict.fromkeys(names or usual))


SUMS = "SHA256SUMS"
_TEMPLATES = Path(__file__).with_name("templates")
_ACTIVE = re.compile(r"([\\`*_{}\[\]<>|~&]|^[-+#=]|(?<=^\d)[.)](?=\s))")
"""Characters that Markdown may read as markup (CommonMark 0.31.2, 2.4)."""


def sums(files: Mapping[str, bytes]) -> bytes:
    """Return the SHA-256 digests of files in the format of `sha256sum -c`."""
    return "".join(f"{sha256(files[path])}  {path}\n" for path in sorted(files)).encode()


def pack_zip(files: Mapping[str, bytes], game: Game, audience: str) -> bytes:
    """Return a ZIP with one folder, named by game, version and audience."""
    version = re.sub(r"[^A-Za-z0-9.]+", "-", game.version).strip("-.")
    name = "-".join(filter(None, (game.id, version, audience)))
    return make_zip({f"{name}/{path}": files[path] for path in sorted(files)}, game.date)


def filled_text(template: str, facts: Facts, **values: Any) -> bytes:
    """Fill one of the release templates with the facts."""
    filters = {
        # a text on one line, without Markdown
        "plain": lambda text: _ACTIVE.sub(r"\\\1", " ".join(str(text).split())),
        "paper": label_of,
        "number": "{:g}".format,
    }
    return fill_template(_TEMPLATES / template, filters, facts=facts, game=facts.game, **values)


FOLDER = "release"
LOCAL = "http://127.0.0.1:8127/"
"""The address of pictures for a table that has no address on the web."""


class ReleaseReport(Struct, frozen=True):
    """The ZIPs of a release by path, each with its size in bytes and its number of files.

    Without ZIPs, the diagnostics have the reason, and ``facts`` is None. Paths are as in messages.
    ``left_out`` are the audiences whose files have errors.
    """

    game: str
    title: str
    zips: dict[str, tuple[int, int]]
    removed: tuple[str, ...]
    diagnostics: Diagnostics
    facts: Facts | None = None
    left_out: tuple[str, ...] = ()


def release(
    request: BuildRequest,
    game: str,
    names: Sequence[str] = (),
    changes: Callable[[], str] = lambda: "",
    progress: Progress | None = None,
) -> ReleaseReport:
    """Make a release for the named audiences, by default all papers and the table.

    The options of the request have the web address and the size of the table's pictures.
    ``changes`` returns the differences from the printed copy in Markdown, or "".

    A download is complete or is not made: a component that does not fit on a paper leaves out the
    download for this paper, other errors (and warnings, if the request is strict) leave out all.
    Raises CardgenError, before any file of the release is written.
    """
    printer, diagnostics, print_options = load_printer(request.root), Diagnostics(), request.options
    # Which audiences get files, and which papers and products these need.
    address = request.hosting.url(game, "") if print_options.tts_base_url else LOCAL
    model = load_game(request.root, game)
    chosen = audiences(names, model, printer.all_papers)
    home = (audience.paper for audience in chosen if audience.paper)
    papers = tuple(dict.fromkeys((*model.print.papers, *home)))
    papers_to_build = papers if papers != model.print.papers else ()
    usual = PrintOptions(papers=papers_to_build, tts_max_side=print_options.tts_max_side)
    needs_press = any(PRESS in audience.products for audience in chosen)
    press = [PrintOptions((PRESS,))] if needs_press else []
    # A second build makes press files, which only a build that names them makes.
    for options in (usual, *press):
        result = build(replace(request, games=(game,), options=options), progress)
        diagnostics.extend(result.checked_diagnostics)
    for correction in printer.corrections:
        diagnostics.add(problems.own_printer(printer.location, correction))
    # All contents first, so that an error leaves the previous release unchanged.
    with open_game(replace(request, options=usual), game) as opened:
        opened.lay_out()
        faults = {a.name: opened.planning_errors(a.products, a.paper) for a in chosen}
        chosen = tuple(audience for audience in chosen if not faults[audience.name])
        left_out = tuple(name for name in faults if faults[name])
        # Other errors, such as errors of cards, concern all downloads.
        has_more = any(item not in chain(*faults.values()) for item in diagnostics.errors)
        if not chosen or has_more or (request.strict and len(diagnostics)):
            return ReleaseReport(game, model.title, {}, (), diagnostics)
        facts = opened.facts(papers)
        texts = [_texts(opened, facts, audience, address) for audience in chosen]
    text, files, zips = changes(), dict[str, bytes](), {}
    for audience, content in zip(chosen, texts, strict=True):
        content |= _read_built_files(request, model, audience, address)
        if text:
            content["changes.md"] = text.encode()
        content[SUMS] = sums(content)
        name = f"{FOLDER}/{audience.name}"
        files |= {f"{name}/{path}": data for path, data in content.items()}
        files[f"{name}.zip"] = pack_zip(content, model, audience.name)
        zips[f"{name}.zip"] = len(files[f"{name}.zip"]), len(content)
    chosen_names = {audience.name for audience in chosen}

    def is_unwanted(path: str) -> bool:
        name = path.split("/")[1].removesuffix(".zip")
        return name in chosen_names if names else name not in left_out

    release_files = write_contents(request, game, FOLDER, files, is_unwanted=is_unwanted)
    names_in_messages = dict(zip(sorted(files), release_files.files, strict=True))
    zips = {names_in_messages[path]: counts for path, counts in zips.items()}
    removed = release_files.removed
    return ReleaseReport(game, model.title, zips, removed, diagnostics, facts, left_out)


def _read_built_files(
    request: BuildRequest, game: Game, audience: Audience, address: str
) -> dict[str, bytes]:
    """Return the built files for an audience; raises OutputError if there are none.

    Addresses of pictures in saves are replaced by ``address``.
    """
    files = files_for_players(request.folder, game, audience.options)
    local = replace(request, options=PrintOptions()).hosting.url(game.id, "")
    old, new = (json.dumps(text, ensure_ascii=False)[:-1].encode() for text in (local, address))
    for path in [path for path in files if audience.is_table and path.endswith(".json")]:
        files[path] = files[path].replace(old, new)
    if not files:
        raise OutputError(problems.nothing_for(None, game.id, audience.name))
    return files


def _texts(opened: GameBuild, facts: Facts, audience: Audience, address: str) -> dict[str, bytes]:
    texts = {"credits.txt": filled_text("credits.txt.j2", facts)}
    if audience.paper:
        size = opened.product_request([]).paper(audience.paper)
        text = filled_text("how-to-print.md.j2", facts, paper=audience.paper).decode()
        texts["how-to-print.pdf"] = set_on_one_page(
            opened, "how-to-print", "How to print", text, size
        )
        texts["page.md"] = filled_text("page.md.j2", facts)
    if audience.is_table:
        values = {"save": f"{TABLES}/{facts.game.id}.json", "address": address, "local": LOCAL}
        texts["how-to-load.md"] = filled_text("how-to-load.md.j2", facts, **values)
    return texts
