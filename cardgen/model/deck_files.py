"""Finds the file of a deck, and reads YAML and tables into the same kind of tree."""

from collections.abc import Collection, Mapping
from pathlib import PurePosixPath

from msgspec import Struct

from cardgen.core.diagnostics import Location, SourceError
from cardgen.core.problems import file_missing
from cardgen.core.registry import distinct, nearest
from cardgen.model import problems
from cardgen.model.compound import ListField, RecordField
from cardgen.model.each import EACH_KEYS
from cardgen.model.fields import Field, FlagField, NumberField
from cardgen.model.scope import ErrorCollector, ReadCards, Scope
from cardgen.model.theme import ImageField, slug
from cardgen.source.files import DECK_ENDINGS, WORKBOOKS, is_deck_file
from cardgen.source.node import YamlNode
from cardgen.source.tables.problems import two_deck_files, unknown_column
from cardgen.source.tables.reading import TABLE_LIMIT, read_table
from cardgen.source.tables.table import (
    NOTE,
    DeckTable,
    Shape,
    TableColumn,
    deck_of,
    plain_name,
    shape,
)

COPIES = ("qty", "quantity", "count", "number")
"""Headings of other programs that mean `copies`."""
_FOREIGN = (".xls", ".xlsm", ".xlsb", ".numbers", ".fods", ".gsheet", ".tab", ".txt")


class DeckFile(Struct, frozen=True):
    """A deck file and how it is read.

    ``path`` is relative to the project; ``location`` is where ``game.yaml`` names the file.
    ``sheet`` is the name of a sheet of a workbook, or empty. ``columns`` has the field of each
    renamed column, or `NOTE`, and ``column_locations`` their locations. ``defaults`` are values for
    all cards. With ``titled``, the id of a card without one is made of its title.
    """

    path: str
    deck: str
    location: Location
    sheet: str = ""
    columns: Mapping[str, str] = {}
    column_locations: Mapping[str, Location] = {}
    defaults: YamlNode | None = None
    titled: bool = False

    @property
    def key(self) -> str:
        """The key of the deck in `ReadDecks`."""
        return deck_key(self.path, self.deck)

    @property
    def is_yaml(self) -> bool:
        """True for YAML files; files with an unknown ending are read as YAML."""
        return PurePosixPath(self.path).suffix.lower() not in DECK_ENDINGS[1:]


DeckTree = tuple[YamlNode, Mapping[int, Collection[str]]]
"""The tree of a deck file, and the faulty fields of cards by the identity of the card's node."""


def find_deck_file(scope: Scope, deck: str, location: Location) -> str:
    """Return the path of the file with the name of a deck, relative to the game's folder.

    Raises SourceError if no file or several files have this name.
    """
    names = scope.project.names_in(f"{scope.folder}/decks")
    deck_files = filter(is_deck_file, names)
    matching = [name for name in deck_files if PurePosixPath(name).stem == deck]
    if len(matching) > 1:
        scope.read_files.update(f"{scope.folder}/decks/{name}" for name in matching)
        raise SourceError(two_deck_files(location, deck, tuple(matching)))
    if not matching:
        stems = {PurePosixPath(name).stem: name for name in names if is_deck_file(name)}
        hint = f"make it, as {', '.join(DECK_ENDINGS[:-1])} or {DECK_ENDINGS[-1]}"
        if near := nearest(deck, stems):
            hint = f"did you mean `{stems[near]}`? name it: `cards: decks/{stems[near]}`"
        path = f"{scope.folder}/decks/{deck}.yaml"
        raise SourceError(file_missing(location, "the deck file", path, (hint,)))
    return f"decks/{matching[0]}"


def read_deck_tree(file: DeckFile, scope: Scope, earlier: ReadCards | None = None) -> DeckTree:
    """Read a deck file; report faulty cells of a table.

    Unchanged rows of a table become the same nodes as in the ``earlier`` reading.
    Raises SourceError if the file cannot be read or parsed.
    """
    ending = PurePosixPath(file.path).suffix.lower()
    if ending in _FOREIGN:
        message = f"cardgen cannot read deck files such as `{file.path}`"
        hint = "save it as `.xlsx`, `.ods` or `.csv`, and write the new name here"
        raise SourceError(problems.bad_value(file.location, message, hint))
    if file.is_yaml:
        source = scope.project.read(file.path, description="the deck file", location=file.location)
        return scope.decks.tree(source, file.key), {}
    data = scope.project.data(
        file.path, description="the deck file", location=file.location, limit=TABLE_LIMIT
    )
    root, faulty = _read_table(file, data, scope, earlier)
    scope.decks.trees[file.key] = root
    return root, faulty


def deck_key(path: str, deck: str) -> str:
    """Return the key of a deck: its file, and its id for workbooks, which may have many decks."""
    is_book = PurePosixPath(path).suffix.lower() in WORKBOOKS
    return f"{path}#{deck}" if is_book else path


def shape_of(field: Field) -> Shape | None:
    """Return how cells of a field are converted; None if they remain texts."""
    if isinstance(field, ListField):
        return "list"
    if isinstance(field, RecordField | ImageField):
        return "nested"
    return "number" if isinstance(field, NumberField | FlagField) else None


def _read_table(
    file: DeckFile, data: bytes, scope: Scope, known_cards: ReadCards | None
) -> DeckTree:
    fields = frozenset[str]().union(*(card_type.keys for card_type in scope.card_types.values()))
    shared = file.defaults.value if file.defaults and file.defaults.kind == "map" else {}
    default = next(iter(scope.card_types)) if len(scope.card_types) == 1 else ""
    if "type" in shared:
        default = shared["type"].raw
    declared = {plain_name(name): field for name, field in file.columns.items()}

    def naming(heading: str) -> str:
        plain = plain_name(heading)
        name = file.columns.get(heading) or declared.get(plain) or plain
        return "copies" if name in COPIES and name not in fields else name

    # Unchanged rows become the nodes of the earlier reading, so that their cards stay valid.
    cached_nodes = known_cards.by_node if known_cards is not None else {}
    nodes = [node for node, _ in cached_nodes.values()]
    last = deck_of(known_cards.source, nodes) if known_cards is not None else None
    table = read_table(file.path, data, file.sheet, file.deck, naming, last)
    scope.fault(*table.diagnostics)
    rows = table.tree.items_of("cards")
    cards = [row for row in rows if row.kind == "map"]
    # JSON has no header: its columns are the keys of all cards.
    columns = table.columns or _keys(cards)
    scope.decks.columns[file.key] = {column.header: column.name for column in columns}
    unknown = [column for column in columns if column.name not in fields]
    _check_columns(file, table, unknown, sorted(fields), scope)
    faulty = {id(rows[number]): set(names) for number, names in table.faulty.items()}
    by_type = {
        id: [(name, kind) for name, field in types.keys.items() if (kind := shape_of(field))]
        for id, types in scope.card_types.items()
    }
    # Remove cells of unknown columns, which are reported, and convert the others for their fields.
    for card in cards:
        if id(card) in cached_nodes:
            card.replace_source(table.tree.source)
            continue
        for no_field in unknown:
            card.value.pop(no_field.name, None)
        type_node = card.value.get("type")
        shapes = by_type.get(type_node.raw if type_node is not None else default, ())
        if wrong_fields := _shape_cells(card, shapes, bool(table.columns), scope):
            faulty.setdefault(id(card), set()).update(wrong_fields)
    return table.tree, faulty


def _check_columns(
    file: DeckFile, table: DeckTable, unknown: list[TableColumn], fields: list[str], scope: Scope
) -> None:
    """Report columns that fill no field, and entries of ``columns:`` without field or column."""
    requested = {name: field for name, field in file.columns.items() if field != NOTE}
    for name, field in requested.items():
        scope.knows(file.column_locations[name], "field", field, fields)
    reported = set(requested.values())
    columns = (column for column in unknown if column.name not in reported)
    scope.fault(*(unknown_column(column.location, column.header, fields) for column in columns))
    # Names under `columns:` that the header does not have, nor their field's own name.
    header = [column.header for column in table.columns]
    plain_header = {*map(plain_name, header)}
    filled_fields = {column.name for column in table.columns}
    for name, field in requested.items() if table.columns else ():
        if field not in filled_fields and plain_name(name) not in plain_header:
            location = file.column_locations[name]
            scope.fault(problems.unknown_name(location, "column", name, header))


def _shape_cells(
    card: YamlNode, shapes: Collection[tuple[str, Shape]], has_header: bool, scope: Scope
) -> set[str]:
    """Convert the texts of cells for their fields; remove faulty cells and return their fields."""
    faulty: set[str] = set()
    for name, kind in shapes:
        cell = card.value.get(name)
        if cell is None or (kind != "number" and not has_header):
            continue
        before = len(scope.diagnostics)
        with ErrorCollector(scope):
            shape(cell, kind)
        if len(scope.diagnostics) > before:
            faulty.add(name)
            del card.value[name]
    return faulty


def _keys(cards: Collection[YamlNode]) -> list[TableColumn]:
    """Return the keys of objects as columns, with the location of their first occurrence."""
    columns: dict[str, TableColumn] = {}
    for card in cards:
        for name in card.value:
            if name not in columns and name not in EACH_KEYS:
                heading = card.keys[name].raw if card.keys else name
                columns[name] = TableColumn(name, heading, card.key_at(name), len(columns))
    return list(columns.values())


def ids_of_titles(nodes: Collection[YamlNode]) -> dict[int, str]:
    """Return an id for each card with a title and no id, by the identity of its node.

    Further cards with the same title get `-2`, `-3` and so on. An id that another card has in the
    file is not used.
    """
    used = {id_node.raw for node in nodes if (id_node := node.child("id"))}
    ids: dict[int, str] = {}
    for node in nodes:
        title = None if node.child("id") else node.child("title", "scalar")
        if title is not None and (name := slug(title.raw)):
            ids[id(node)] = name = distinct(name, used, "-")
            used.add(name)
    return ids
