"""Chooses the sheet of a workbook that holds the cards."""

from shlex import quote

from cardgen.core.diagnostics import Location, SourceError
from cardgen.core.registry import plural
from cardgen.source.foreign.headers import words_of
from cardgen.source.tables.problems import unknown_sheet
from cardgen.source.tables.workbooks import Workbook

_CARDS = "card cards karte karten carte cartes carta cartas kaart kaarten karta karty kort".split()
_FAR = 2
"""A sheet with this many times the cells of any other is chosen."""


def choose_sheet(workbook: Workbook, name: str, stem: str) -> tuple[str, list[str]]:
    """Return the sheet of the cards, and notes on the others; no sheet if there is no choice.

    Raises SourceError if several sheets may hold the cards.
    """
    sheets = [sheet for sheet in workbook.sheets if workbook.has_values(sheet)]
    if len(sheets) < 2:
        return "", []
    hidden = workbook.hidden_sheets
    grids = {sheet: [row for row in workbook.texts(sheet) if any(row)] for sheet in sheets}
    # A table of cards has a header, and a row below.
    tables = [sheet for sheet in sheets if sheet not in hidden and len(grids[sheet]) > 1]
    cells = {sheet: sum(bool(cell) for row in grids[sheet] for cell in row) for sheet in tables}
    first, second = [*sorted(tables, key=lambda sheet: -cells[sheet]), "", ""][:2]
    by_name = [s for s in tables if s.casefold() == stem.casefold()]
    by_name = by_name or [s for s in tables if "_".join(words_of(s)) in _CARDS]
    if len(by_name) == 1:
        choice, reason = by_name[0], "by its name"
    elif first and cells[first] >= _FAR * cells.get(second, 0):
        choice, reason = first, "the largest table"
    else:
        raise SourceError(
            unknown_sheet(Location(name), name, "", workbook.sheets, first or sheets[0])
        )
    unread = [sheet for sheet in sheets if sheet != choice]
    sizes = [
        f"{sheet} ({'hidden, ' if sheet in hidden else ''}{plural(len(grids[sheet]), 'line')})"
        for sheet in unread
    ]
    example = f"cardgen add GAME --from {quote(f'{name}#{unread[0]}')}"
    notes = [
        f"the cards are those of the sheet `{choice}`: {reason}",
        f"sheets not read: {', '.join(sizes)}; to make a deck of one, too: {example}",
    ]
    return choice, notes
