"""Make a release of a game, as `cardgen release` does.

The build makes the files, on its ordinary way. A release gathers them for each audience, adds what
a stranger needs to know, and puts folders and ZIPs in place: all of them, or none.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from cardgen.api import BuildRequest, OpenGame, PrintOptions, Progress, open_game
from cardgen.core.diagnostics import Diagnostics, Location, OutputError, relative
from cardgen.core.problems import insisted
from cardgen.features.release import problems
from cardgen.features.release.archive import add_sums, add_zip, archive_name
from cardgen.features.release.audiences import Audience, audiences, builds
from cardgen.features.release.facts import Facts, facts_of
from cardgen.features.release.guide import FILE, how_to_print
from cardgen.features.release.texts import written
from cardgen.impose.nup import paper_size
from cardgen.model.printer import PRINTER_FILE, Printer, load_printer
from cardgen.pipeline.build import build
from cardgen.pipeline.manifest import read_manifest
from cardgen.pipeline.staging import Staging, staged
from cardgen.products.hosting import KIND as TABLES

FOLDER = "release"
HOST, PORT = "127.0.0.1", 8127
CHANGES, CREDITS, PAGE, LOADING = "changes.md", "credits.txt", "page.md", "how-to-load.md"


class ReleaseRequest(Struct, frozen=True):
    """A release of a game for some audiences, by default all papers of the game and the table.

    ``address`` is where pictures of the table will be found on the web, as that of the folder of
    results. With ``strict``, warnings are in the way of a release as errors are.
    """

    root: Path
    game: str
    audiences: tuple[str, ...] = ()
    output: Path | None = None
    address: str | None = None
    jobs: int | None = None
    strict: bool = False


class ReleasedFolder(Struct, frozen=True):
    """What one audience gets: paths as messages show them, and the number of files and bytes."""

    audience: str
    folder: str
    zip: str
    files: int
    bytes: int


class ReleaseReport(Struct, frozen=True):
    """What was made; without ``folders`` the diagnostics say why nothing was."""

    game: str
    title: str
    folders: tuple[ReleasedFolder, ...]
    removed: tuple[str, ...]
    diagnostics: Diagnostics


def release(
    request: ReleaseRequest,
    changes: Callable[[], str] = lambda: "",
    progress: Progress | None = None,
) -> ReleaseReport:
    """Make a release; raises CardgenError, and then nothing has been written but what builds write.

    ``changes`` says in Markdown what differs from the printed copy; nothing where none is known.
    A game with findings that `check` calls errors is built or left as a build leaves it, and not
    released.
    """
    printer = load_printer(request.root)
    asked = BuildRequest(request.root, (request.game,), output=request.output, jobs=request.jobs)
    found = Diagnostics()
    with open_game(asked, request.game) as opened:
        game = opened.game
        wanted = audiences(request.audiences, game, printer)
    for options in builds(wanted, game):
        done = build(replace(asked, options=options), progress)
        found.extend(map(insisted, done.diagnostics))
    if any(printer.back_offset) or any(printer.landscape_offset or ()):
        x, y = printer.back_offset
        found.add(problems.own_printer(Location(PRINTER_FILE), f"{x:g} mm and {y:g} mm"))
    if found.has_errors or (request.strict and len(found)):
        return ReleaseReport(game.id, game.title, (), (), found)
    papers = tuple(dict.fromkeys((*game.print.papers, *(one.paper for one in wanted if one.paper))))
    with open_game(replace(asked, options=PrintOptions(papers=papers)), request.game) as opened:
        laid = opened.lay_out()
        facts = facts_of(laid, papers)
        contents = _Contents(request, asked, opened, facts, printer, changes())
        return contents.put(wanted, found)


class _Contents:
    """What goes into the folders of a release."""

    def __init__(
        self,
        request: ReleaseRequest,
        built: BuildRequest,
        opened: OpenGame,
        facts: Facts,
        printer: Printer,
        changes: str,
    ) -> None:
        self._changes = changes
        self._request = request
        self._built = built
        self._opened = opened
        self._facts = facts
        self._printer = printer
        self._folder = built.folder / request.game

    def put(self, wanted: Sequence[Audience], found: Diagnostics) -> ReleaseReport:
        """Put folders and ZIPs in place."""
        game, texts = self._opened.game, [self._texts(one) for one in wanted]
        manifest = read_manifest(self._folder, game.id)
        made = []
        with staged(self._built, game.id, FOLDER, manifest.inputs) as staging:
            for one, said in zip(wanted, texts, strict=True):
                paths = [e.path for e in manifest.artifacts if one.takes(e.path, e.kind)]
                if not paths:
                    raise OutputError(problems.nothing_for(None, game.id, one.name))
                self._gather(staging.folder / one.name, paths, said, one)
                made.append(self._packed(staging, one))
        return ReleaseReport(game.id, game.title, tuple(made), staging.removed, found)

    def _texts(self, audience: Audience) -> dict[str, bytes]:
        """Return what is said to an audience, by the names of the files."""
        said = {CREDITS: written(f"{CREDITS}.j2", self._facts)}
        if self._changes:
            said[CHANGES] = self._changes.encode()
        if audience.paper:
            size = paper_size(audience.paper, own=self._printer.papers)
            said[FILE] = how_to_print(self._opened, self._facts, audience.paper, size)
            said[PAGE] = written(f"{PAGE}.j2", self._facts)
        if audience.is_table:
            values = {"save": f"{TABLES}/{self._request.game}.json", "address": self._address}
            local = self._request.address is None
            more = {"local": local, "host": HOST, "port": PORT}
            said[LOADING] = written(f"{LOADING}.j2", self._facts, **values, **more)
        return said

    def _gather(
        self, folder: Path, paths: Iterable[str], said: dict[str, bytes], audience: Audience
    ) -> None:
        """Fill the folder of an audience; raises OSError."""
        for path in paths:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if audience.is_table and path.endswith(".json"):
                target.write_bytes(self._hosted((self._folder / path).read_bytes()))
            else:
                shutil.copyfile(self._folder / path, target)
        for name, data in said.items():
            (folder / name).write_bytes(data)
        add_sums(folder)

    def _packed(self, staging: Staging, audience: Audience) -> ReleasedFolder:
        """Pack the folder of an audience."""
        game, folder = self._opened.game, staging.folder / audience.name
        target = staging.folder / f"{audience.name}.zip"
        add_zip(folder, target, archive_name(game, audience.name), game.date)
        shown = relative(self._folder / FOLDER / audience.name, self._request.root)
        files = sum(1 for one in folder.rglob("*") if one.is_file())
        return ReleasedFolder(audience.name, shown, f"{shown}.zip", files, target.stat().st_size)

    @property
    def _address(self) -> str:
        """Where the table looks for the folder of the game."""
        if self._request.address is None:
            return f"http://{HOST}:{PORT}/"
        hosting = PrintOptions(tts_base_url=self._request.address).hosting(self._built.folder)
        return hosting.url(self._request.game, "")

    def _hosted(self, save: bytes) -> bytes:
        """Return a save that looks for its pictures there, and not on this computer."""
        here = self._built.hosting.url(self._request.game, "")
        old, new = (json.dumps(text, ensure_ascii=False)[:-1] for text in (here, self._address))
        return save.replace(old.encode(), new.encode())
