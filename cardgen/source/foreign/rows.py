"""Finds the header and the cards among the rows of a foreign table."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from cardgen.core.diagnostics import column_letters
from cardgen.core.registry import distinct, list_names
from cardgen.source.foreign.headers import HEADERS, words_of
from cardgen.source.tables.table import NOTE, plain_name

Row = tuple[int, list[str]]
"""The number of a line, and the texts of its cells."""
Notes = dict[str, list[str]]
"""The places in a table that the report lists, by the reason for listing them."""

SECTION = "Section"
"""The header of the column that section headings fill."""
_SUM = re.compile(
    r"(?:(?:grand|sub|zwischen)[ -]?)?"
    r"(?:total|sum|summe|gesamt|somme|totaal|totale|suma|итого|合計)s?:?",
    re.IGNORECASE,
)
_MEAN = re.compile(
    r"(?:average|avg|mean|durchschnitt|mittelwert|moyenne|media|promedio|gemiddelde|średnia)\.?:?",
    re.IGNORECASE,
)
_ROUNDED = 0.06
"""The most by which a mean in a table differs from the mean of its column."""
_NUMBER = re.compile(r"[-+]?(?:[$€£] ?)?[0-9]+(?:[.,][0-9]+)*(?: ?[%$€£])?")
_PICTURE = re.compile(r".*\.(?:png|jpe?g|gif|svg|webp|bmp)", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]")
_LONGEST = 56  # characters of a header
_LOOK = 300
"""The number of rows that decide where the header is."""
_HEADERS = {name for names in HEADERS.values() for name in names}


def card_rows(rows: list[Row], skip_rows: int | None, notes: Notes) -> list[Row]:
    """Return the header and the cards; ``skip_rows`` overrules the search for the header.

    Other rows (titles, section headings, sums, planned cards) are left out, each with a note.
    """
    # A title above the header has less than half as many values as other rows.
    counts = [sum(left != text != "" for left, text in pairwise(["", *row])) for _, row in rows]
    enough = max(*counts[:_LOOK], 3, 3) / 2
    begin = next((n for n, count in enumerate(counts) if count >= enough), 0)
    if skip_rows is not None:
        begin = sum(line <= skip_rows for line, _ in rows)
    elif rows and _is_card([row for _, row in rows[: _LOOK + 1]]):
        notes["the first line is a card, and no header (if it is one, add --skip-rows 0)"] = []
        begin, letters = 0, range(1, len(rows[0][1]) + 1)
        rows = [(0, [f"Column {column_letters(n)}" for n in letters]), *rows]
    end = len(rows)
    while end > begin + 2 and _is_sum(rows[end - 1][1]):
        end -= 1
    end = end if len(rows) - end < 4 else len(rows)  # so many are planned cards
    left_out = [(row, "above the header") for row in rows[:begin]]
    header_rows, body = rows[begin : begin + 1], rows[begin + 1 : end]
    inner_headers = [row for row in body if _is_header(row[1], header_rows[0][1])]
    body = [row for row in body if row not in inner_headers]
    sums = _sums_between(body)
    left_out += [(row, "a header again") for row in inner_headers]
    left_out += [(row, "a sum") for row in (*sums, *rows[end:])]
    rows = [*header_rows, *(row for row in body if row not in sums)]
    if _has_headers_down([row for _, row in rows]):
        notes["rows and columns exchanged: the first column has the headers"] = []
        rows = [(n, list(row)) for n, row in enumerate(zip(*(r for _, r in rows), strict=True))]
    if planned := _planned_rows(rows):
        lines = list_names(list(planned), "line")
        notes[f"left out, planned but empty, {lines}"] = [*map(_quoted, planned.values())]
        rows = [row for row in rows if row[0] not in planned]
    cards, headings = _with_sections(rows)
    left_out += [(row, f"a heading, now in the column `{SECTION}`") for row in headings]
    for (line, row), reason in left_out:
        notes.setdefault(f"left out, {reason}", []).append(f"line {line} {_quoted(row)}")
    return cards


def _with_sections(rows: list[Row]) -> tuple[list[Row], list[Row]]:
    """Return the rows with a column for the headings between the cards, and the headings."""
    cards, headings = [(line, [*row, SECTION]) for line, row in rows[:1]], [(0, [""])]
    neighbours = zip(rows, rows[1:], [*rows[2:], (0, [""])], strict=False)
    for (before, _), (line, row), (_, after) in neighbours:
        # A heading is one text: below the header, after a gap, or in capitals.
        texts = list(filter(None, row))
        is_apart = len(cards) == 1 or line > before + 1 or texts[0].isupper() or texts[0][-1] == ":"
        if len(texts) == 1 and is_apart and sum(map(bool, after)) > 2:
            headings.append((line, texts))
        else:
            cards.append((line, [*row, headings[-1][1][0]]))
    if not headings[1:]:
        return rows, []
    return cards, headings[1:]


def as_one_column(rows: list[Row], delimiter: str) -> list[Row]:
    """Return lines of one column as such, if its texts have the delimiter without quotes.

    Such a table has one known name in its first line, and below it no line of names.
    """
    names = [sum("_".join(words_of(text)) in _HEADERS for text in row) for _, row in rows[:_LOOK]]
    if len(rows) < 2 or names[0] != 1 or sum(map(bool, rows[0][1])) > 1 or max(names[1:]) > 1:
        return rows
    between = f"{delimiter.rstrip()} "
    return [(line, [between.join(filter(None, row))]) for line, row in rows]


def join_headers(rows: list[Row]) -> list[Row]:
    """Join the two lines of a header whose first line has merged cells above several columns."""
    (line, header), below = rows[0], rows[1][1]
    merged = {
        index
        for left, right in pairwise(range(len(header)))
        if header[left] and header[left] == header[right]
        for index in (left, right)
    }
    cells = list(enumerate(zip(header, below, strict=True)))
    is_second = any(below[index] for index in merged) and all(
        index in merged or text in ("", above) for index, (above, text) in cells
    )
    if not is_second:
        return rows
    joined = [f"{above} {text}" if index in merged else above for index, (above, text) in cells]
    return [(line, joined), *rows[2:]]


def name_columns(rows: list[Row], delimiter: str, notes: Notes) -> list[str]:
    """Return the headers in one line each; a second column of a name gets a number.

    A column without a header has the letters of its place; it is empty for one without values, and
    for one that repeats its neighbour, as merged cells do. With a ``delimiter``, values beyond the
    header may be due to one that needs quotes.
    """
    header, body = rows[0][1], rows[1:]
    names: list[str] = []
    fields: set[str] = set()
    for index, text in enumerate(header):
        name = " ".join(text.split())
        values = [row[index] for _, row in body]
        before = [row[index - 1] for _, row in body] if index else []
        if not any(values) and not name:
            pass
        elif index and text in ("", header[index - 1]) and values == before:
            name = ""
        elif not name:
            name = f"Column {column_letters(index + 1)}"
            notes.setdefault("columns without a header", []).append(f"`{name}`")
        if _NUMBER.fullmatch(name):
            reason = "numbers as headers (if that row is a card, write names of columns above it)"
            notes.setdefault(reason, []).append(f"`{name}`")
        if len(name) > _LONGEST:
            notes.setdefault("headers made shorter", []).append(f"`{name}`")
            name = f"{name[:_LONGEST]}…"
        if name and not name.startswith(NOTE):
            name = distinct(name, fields, " ", plain_name)
            fields.add(plain_name(name))
        names.append(name)
    width = max((n for n, text in enumerate(header, 1) if text not in ("", SECTION)), default=0)
    longer = [line for line, row in body if 0 < sum(map(bool, row[width:])) < 4]
    if delimiter and 0 < len(longer) < len(body):
        reason = f"more values than the header has names (a `{delimiter}` in a text needs quotes)"
        notes[reason] = [f"line {line}" for line in longer]
    return names


def _is_card(rows: list[list[str]]) -> bool:
    """Return True if the first row has values like the rows below it, and no names of columns."""
    likeness = 0
    if not rows[1:] or any("_".join(words_of(text)) in _HEADERS for text in rows[0]):
        return False
    # The names of columns can be numbers in order, such as the levels 1, 2 and 3.
    numbers = [int(text) for text in rows[0] if text.isdecimal()]
    if len(numbers) > 2 and all(right == left + 1 for left, right in pairwise(numbers)):
        return False
    for text, *below in zip(*rows, strict=True):
        values = list(filter(None, below))
        if not text or not values:
            continue
        for form in (_NUMBER, _PICTURE):
            if 5 * sum(map(bool, map(form.fullmatch, values))) > 4 * len(values):
                likeness += 1 if form.fullmatch(text) else -1
        few = len(values) > 4 and 2 * len(set(values)) <= len(values)
        likeness += 1 if text in values else -few
    # Words of one column are in order: the first begins as the second does.
    return likeness > 0 or (len(rows[0]) == 1 and rows[0][0][:3] == rows[1][0][:3])


def _planned_rows(rows: list[Row]) -> dict[int, list[str]]:
    """Return the rows, by line, with at most a number and a word that other such rows have."""
    most = min(2, max((sum(map(bool, row)) for _, row in rows[1:]), default=0) // 3)
    sparse = [(line, row) for line, row in rows[1:] if sum(map(bool, row)) <= most]
    counts = Counter(cell for _, row in sparse for cell in enumerate(row))
    # The names of cards are in the column with the most different words.
    full_rows = [row for _, row in rows[1:] if sum(map(bool, row)) > most]
    words = [len(set(filter(_WORD.search, column))) for column in zip(*full_rows, strict=True)]
    names = words.index(max(words)) if words else 0
    return {
        line: row
        for line, row in sparse
        if not row[names] and all(counts[c] > 1 or not _WORD.search(c[1]) for c in enumerate(row))
    }


def _quoted(row: list[str]) -> str:
    return f"`{', '.join(filter(None, row))[:60]}`"


def _has_headers_down(grid: list[list[str]]) -> bool:
    """Return True if the first column has known headers and the first row has none."""
    lines = (grid[0], [row[0] for row in grid]) if len(grid[:1]) else ([], [])
    across, down = (sum("_".join(words_of(text)) in _HEADERS for text in texts) for texts in lines)
    return across <= 1 and down >= max(2, len(grid) / 2)


def _is_sum(row: Sequence[str]) -> bool:
    """Return True for a row of only numbers, with or without a label for sums or means."""
    label = _label(row)
    is_label = bool(_SUM.fullmatch(label) or _MEAN.fullmatch(label)) if label else not row[0]
    words = sum(bool(text) and not _NUMBER.fullmatch(text) for text in row)
    return words < min(2, sum(map(bool, row))) and is_label


def _label(row: Sequence[str]) -> str:
    return next((text for text in row if text and not _NUMBER.fullmatch(text)), "")


def _sums_between(rows: list[Row]) -> list[Row]:
    """Return the rows between the cards that have a label for sums or means, and are right.

    A card may be called Total, so the numbers decide: each must be the sum or mean of the numbers
    above it, from the first card or from the last sum.
    """
    sums: list[Row] = []
    cards: list[Sequence[str]] = []
    begin = 0
    for line, row in rows:
        is_mean = _MEAN.fullmatch(_label(row)) is not None
        if (
            _label(row)
            and _is_sum(row)
            and any(_adds_up(row, part, is_mean) for part in (cards, cards[begin:]))
        ):
            sums.append((line, list(row)))
            begin = begin if is_mean else len(cards)
        else:
            cards.append(row)
    return sums


def _adds_up(row: Sequence[str], cards: Sequence[Sequence[str]], is_mean: bool) -> bool:
    """Return True if each number of a row is the sum or the mean of two or more above it."""
    for index, text in enumerate(row):
        if _NUMBER.fullmatch(text):
            numbers = [_number(card[index]) for card in cards if _NUMBER.fullmatch(card[index])]
            count = len(numbers) if is_mean else 1
            if len(numbers) < 2 or abs(sum(numbers) / count - _number(text)) > _ROUNDED:
                return False
    return True


def _number(text: str) -> float:
    digits = re.sub(r"[^0-9.,-]", "", text).replace(",", ".")
    integer, _, decimals = digits.rpartition(".")
    return float(f"{integer.replace('.', '')}.{decimals}" if integer else digits)


def _is_header(row: Sequence[str], header: Sequence[str]) -> bool:
    """Return True if a row has the texts of the header again, or three known names of columns."""
    pairs = [(t.casefold(), above.casefold()) for t, above in zip(row, header, strict=True) if t]
    known_names = sum("_".join(words_of(text)) in _HEADERS for text, _ in pairs)
    is_again = all(text == above for text, above in pairs) and 2 * len(pairs) > len(row)
    return is_again or len(pairs) == known_names > 2
