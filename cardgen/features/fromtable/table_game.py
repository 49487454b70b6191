"""Makes the files of a game from a foreign table: its deck, its ``game.yaml``, its templates.

People will read and change these files, so blocks are short, and each has a comment. Skeletons
write them: templates with square brackets where a template of cards has braces.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from functools import cached_property, partial
from html import escape
from pathlib import Path
from shutil import copytree
from typing import Any

import jinja2
from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.diagnostics import Diagnostic, Severity
from cardgen.core.geometry import Size
from cardgen.model.foreign.decks import NO_OPTIONS, USUAL, Fit, ForeignDeck, TableOptions, read_deck
from cardgen.model.foreign.fonts import FallbackFonts, choose_fonts
from cardgen.model.foreign.pictures import picture_table
from cardgen.model.foreign.roles import quote_value, write_declaration
from cardgen.model.foreign.squib_layout import SquibBox
from cardgen.pipeline.build import check
from cardgen.source.foreign.reading import read_source

_SKELETONS = Path(__file__).with_name("skeletons")
_SIZES = {"poker": Size(63, 88), "tarot": Size(70, 120)}
_POKER_READS, _FACE_READS = 620, 900
"""Characters that fit on a card of 63 × 88 mm in a good size, and on a face of 70 × 120 mm."""
FITS = (
    USUAL,
    Fit(is_tight=True),
    *(Fit(share, is_tight=True, goes_on=True) for share in (1, 0.5, 0.25, 0)),
)
"""What a card shows, from the usual card to one on which a text has the most room."""
_SAMPLE = 300
"""The number of cards with the most text on which each fit is tried."""
_LARGE = 2000
"""Of more cards than this, only these are laid out before the first build."""
NO_ROOM, CUT = {"CG401", "CG408"}, "CG402"
"""Codes of diagnostics about texts and boxes without room, and about cut texts."""
Make = Callable[[Path, "TableGame"], tuple[Path, Collection[str]]]
"""Makes a game in a folder, and returns the folder of its project and its files."""


class TableGame(Struct, frozen=True, dict=True):
    """A game that is made from a table.

    ``folder`` has the fonts of its project. ``findings`` are the remaining errors, and warnings
    about cut texts.
    """

    deck: ForeignDeck
    options: TableOptions = NO_OPTIONS
    folder: Path = Path()
    findings: tuple[Diagnostic, ...] = ()
    card_type: str = "card"

    @cached_property
    def fonts(self) -> FallbackFonts:
        """The fallback fonts for all characters of the cards."""
        return choose_fonts(self.deck.texts, self.folder / "fonts")

    @property
    def has_errors(self) -> bool:
        """True if errors keep the game from being built."""
        return any(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def facts(self) -> dict[str, Any]:
        """A description of the decks, for output as JSON."""
        findings = [f"{finding.location}: {finding.message}" for finding in self.findings]
        fonts = list(self.fonts.missing.values())
        return {**self.deck.facts, "missing_fonts": fonts, "remaining": findings}

    @property
    def is_sampled(self) -> bool:
        """True if the table is so large that only the cards with the most text are laid out."""
        return self.deck.table.rows > _LARGE

    def mend(self, make: Make) -> "TableGame":
        """Return the game in the first fit in which all texts have room, with its findings.

        If there is none, it is the fit with the fewest faults. ``make`` makes the game in a
        temporary folder; it returns its project and its files.
        """
        trials: list[tuple[tuple[int, int], TableGame]] = []
        for fit in FITS[:2] if self.deck.layout else FITS:
            is_same = fit == self.deck.fit
            deck = self.deck if is_same else read_deck(self.deck.source, self.options, fit)
            game = replace(self, deck=deck)
            findings = game._check(make, deck.fullest(_SAMPLE))
            faults = _count_faults(findings)
            trials.append((faults, replace(game, findings=tuple(findings))))
            # Three fits with the same faults: more room does not help.
            if not any(faults) or [faults] * 3 == [count for count, _ in trials[-3:]]:
                break
        _, best = min(trials, key=lambda trial: trial[0])
        if best.is_sampled:  # lines of the sample are not those of the deck file
            return replace(
                best, findings=tuple(f for f in best.findings if f.code in {*NO_ROOM, CUT})
            )
        if best.deck.table.rows <= _SAMPLE:
            return best
        return replace(best, findings=tuple(best._check(make, best.deck)))

    def _check(self, make: Make, deck: ForeignDeck) -> list[Diagnostic]:
        """Return the findings for a deck, checked in a temporary folder."""
        with tempfile.TemporaryDirectory() as folder:
            project, files = make(Path(folder), replace(self, deck=deck))
            if (self.folder / "fonts").is_dir():
                copytree(self.folder / "fonts", project / "fonts", dirs_exist_ok=True)
            return [
                finding
                for finding in check(project)
                if finding.severity is Severity.ERROR or finding.code == CUT
                if finding.location is None or finding.location.path in files
            ]

    @property
    def size(self) -> str:
        """The format of the cards, by the length of their texts."""
        if self.deck.layout is not None:
            return self.deck.layout.format
        is_long = self.deck.read_length(0.9) > _POKER_READS
        return "tarot" if is_long or self.deck.fit.is_tight else "poker"

    @property
    def goes_on(self) -> bool:
        """True if the text of a card may be too long for its face."""
        has_text = bool(self.deck.places["text"])
        if self.deck.layout is not None or self.size != "tarot" or not has_text:
            return False
        return self.deck.fit.goes_on or self.deck.read_length(1.0) > _FACE_READS

    def files(self, name: str, title: str) -> tuple[dict[str, bytes], str]:
        """Return the files of a game with this name and title, and the README of a new project."""
        deck, layout = self.deck, self.deck.layout
        size = layout.size if layout else _SIZES[self.size]
        facts = {
            "game": self,
            "deck": deck,
            "plan": deck.places,
            "title": title,
            "layout": layout,
            "place": _place,
            "reads": deck.read_length(0.9),
            "width": size.width,
            "height": size.height,
        }
        skeletons = {
            f"card_data/{name}/game.yaml": "game.yaml.j2",
            f"templates/{name}/{self.card_type}.xml.j2": "boxes.xml.j2"
            if layout
            else "card.xml.j2",
        }
        for part in deck.parts:
            skeletons[f"templates/{name}/{part.id}.back.xml.j2"] = "back.xml.j2"
        further = f"templates/{name}/{self.card_type}.back.xml.j2"
        if self.goes_on:
            skeletons[further] = "back.xml.j2"
        environment = _environment()
        files = {
            path: environment.get_template(skeleton).render(facts, own=path == further).encode()
            for path, skeleton in skeletons.items()
        }
        for part in deck.parts:
            files[f"card_data/{name}/{part.file}"] = part.table.data
        for path, picture in deck.pictures.items():
            files[f"card_data/{name}/{path}"] = picture.read_bytes()
        for path, font in self.fonts.copies.items():
            files[path] = font.read_bytes()
        return files, (_SKELETONS / "README.md").read_text("utf-8")


def table_game(
    path: str,
    base: Path,
    options: TableOptions = NO_OPTIONS,
    encoding: str = "",
    skip_rows: int | None = None,
    project: Path | None = None,
) -> TableGame:
    """Make a game from a table or a folder of pictures; ``path`` is relative to ``base``.

    ``encoding`` overrides the guess for a text file, ``skip_rows`` the search for the header.
    ``project`` is the folder of the project, which may have fonts. Raises SourceError.
    """
    if (base / path).is_dir():
        table = picture_table(base / path)
    else:
        table = read_source(path, base, encoding, skip_rows)
    deck = read_deck(table, options)
    # A game that exists has other types of cards.
    card_type = f"{deck.parts[0].id}-card" if options.used_ids else "card"
    return TableGame(deck, options, project or base, card_type=card_type)


def _count_faults(findings: Iterable[Diagnostic]) -> tuple[int, int]:
    """Return the number of sides with texts without room, and the number with cut texts."""
    counts = Counter[bool]()
    for finding in findings:
        if finding.code in NO_ROOM or finding.code == CUT:
            counts[finding.code == CUT] += max(1, len(finding.side_ids))
    return counts[False], counts[True]


def _place(box: SquibBox) -> str:
    """Return the place and look of a box as XML attributes."""
    lengths = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    place = {key: f"{mm:.2f}" for key, mm in lengths.items() if mm is not None}
    return " ".join(f'{key}="{escape(value)}"' for key, value in (place | dict(box.look)).items())


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_SKELETONS),
        block_start_string="[%",
        block_end_string="%]",
        variable_start_string="[[",
        variable_end_string="]]",
        comment_start_string="[#",
        comment_end_string="#]",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
        finalize=lambda value: f"{value:.6g}" if isinstance(value, float) else value,
    )
    environment.filters |= {
        "quoted": quote_value,
        "written": write_declaration,
        "string": partial(json.dumps, ensure_ascii=False),
        "words": lambda text: (
            escape(text, quote=False).replace("{", "&#123;").replace("}", "&#125;")
        ),
        "safe": lambda text: " ".join(text.split()).replace("#}", "# }"),  # in a comment
    }
    return environment
