"""The wording of diagnostics of features."""

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices


@problem("CG791", hint="close the program that holds it open")
def cannot_remove(path: str, reason: str) -> str:
    """A built file cannot be removed: its folder is read-only, or a program has the file open."""
    return f"cannot remove `{path}`: {reason}"


@problem("CG792", Severity.WARNING, hint="run `cardgen build` first")
def unreadable_manifest(path: str) -> str:
    """A build.json is damaged, so cardgen does not know which files in its folder it made.

    ``cardgen clean`` keeps the files in such a folder until ``cardgen build`` writes a new one.
    """
    return f"`{path}` cannot be understood, so the files in its folder are left alone"


@problem("CG793")
def leads_outside(path: str, manifest: str) -> Wording:
    """A build.json names a file outside its own folder.

    cardgen never writes such an entry. Somebody changed the file by hand, or replaced a folder by
    a link. ``cardgen clean`` ignores the entry, so that it only removes built files.
    """
    return Wording(
        f"`{manifest}` names `{path}`, which is not inside its folder",
        notes="the entry was ignored",
    )


@problem("CG756")
def no_cell(card: str, field: str, reason: str) -> Wording:
    """A value would change if it were read back from the cell of a table.

    Cells lose blanks at the ends of texts, an empty cell means no value, and a cell of a workbook
    has at most 32 767 characters. JSON and YAML can hold every value.
    """
    return Wording(
        f"`{field}` of card `{card}` cannot be written into a table: {reason}",
        hints="export as `json` or `yaml`, or change the value",
        subject=f"`{field}`: {reason}",
    )


@problem("CG757", Severity.WARNING, hint="export the other decks with `--deck`")
def no_rows(deck: str) -> str:
    """A deck with ``series:`` is left out of an export, because it has no deck file.

    Its cards are the rows of a table, which other programs can read already, or mere numbers.
    """
    return f"deck `{deck}` is not exported: its cards are a series"


@problem("CG758")
def cannot_fetch(address: str, reason: str, hints: tuple[str, ...] = ()) -> Wording:
    """A published table cannot be fetched. The project is unchanged.

    The address must give the table itself. A link for sharing a spreadsheet gives a web page:
    publish the sheet to the web as CSV instead (in Google Sheets: File, Share, Publish to web), and
    use that address.
    """
    return Wording(
        f"cannot fetch `{address}`: {reason}",
        hints=hints or ("open the address in a browser: it must give the table itself",),
    )


@problem("CG725", hint="name other audiences with `--audience`")
def nothing_for(game: str, audience: str) -> str:
    """The game has no files for an audience of a release.

    ``print-a4`` and other papers get files to print at home, ``table`` the virtual table, and
    ``press`` files for a printing press.
    """
    return f"`{game}` has nothing for `{audience}`"


@problem(
    "CG726",
    Severity.WARNING,
    hint="move `printer.yaml` away while you make a release",
    subject="printer.yaml",
)
def own_printer(correction: str) -> str:
    """The sheets of a release are adjusted to your own printer.

    ``printer.yaml`` moves backs and scales sheets to correct the errors of your printer. On other
    printers, backs and sizes would be wrong by this much. Move the file away while you make the
    release, or make it on a computer without a ``printer.yaml``.
    """
    return f"{correction}, as your own printer needs it"


@problem("CG780")
def already_there(path: str) -> Wording:
    """A new game or deck would replace files.

    Choose another name, or move ``card_data/<game>`` and ``templates/<game>`` away. A second
    ``cardgen new --from`` replaces the game only if none of its files was edited, added or removed.
    After an earlier ``cardgen new --github``, move its files away.
    """
    advice = "move it away" if path.startswith(".github/") else "choose another name"
    return Wording(f"`{path}` is there already", hints=f"{advice}; nothing was changed")


@problem("CG789")
def settings_there(path: str, text: str) -> Wording:
    """A project has settings of VS Code, which ``cardgen schema --vscode`` does not replace.

    Add the settings in the hint to the file by hand.
    """
    return Wording(f"`{path}` is there already", hints=f"add to it: {' '.join(text.split())}")


@problem("CG781", hint="choose another with `--title`")
def bad_title(reason: str) -> str:
    """A new game cannot have this title, which is printed on backs, board, box and rules.

    You can change the title later, in ``game.yaml`` and in the templates that show it.
    """
    return f"this title cannot be used: {reason}"


@problem("CG716")
def not_of_cards(product: str, card_products: tuple[str, ...]) -> Wording:
    """A product cannot be made from a selection of cards.

    `--card`, `--deck`, `--copies` and `--changed` choose cards: for sheets, for sheets of a cutting
    machine, for single pages, for pictures or for a press. Boards, tokens, boxes and booklets are
    made as a whole.
    """
    return Wording(
        f"`{product}` cannot be made of a selection of cards",
        hints=f"choose {choices(card_products)}",
    )


@problem("CG795")
def no_tts_folder(tried: tuple[str, ...]) -> Wording:
    """The data folder of Tabletop Simulator was not found.

    Tabletop Simulator makes it at its first start, with a folder `Saves`. cardgen never makes it.
    """
    return Wording(
        "there is no data folder of Tabletop Simulator here",
        notes=tuple(f"looked for `{path}`" for path in tried),
        hints="start the game once, or name the folder that holds its `Saves` with `--tts-dir DIR`",
    )


@problem("CG796")
def no_table(game: str) -> Wording:
    """No table of the game has been built, so none can be installed or served."""
    return Wording(
        f"`{game}` has no table for Tabletop Simulator yet",
        hints=f"run `cardgen build {game} --product tts` first",
    )


@problem("CG797", hint="choose another with `--port`, or 0 for any that is free")
def port_taken(port: int, reason: str) -> str:
    """Another program, perhaps another cardgen, uses the port."""
    return f"port {port} cannot be used: {reason}"


@problem("CG702")
def translation_there(game: str, language: str) -> Wording:
    """The translation exists already. The project is unchanged.

    `cardgen translate update` adds entries for new texts and keeps all existing ones.
    """
    return Wording(
        f"there is a translation into `{language}`",
        hints=f"keep it up with `cardgen translate update {game} {language}`",
    )


@problem("CG710", hint="build with `--locale qps`")
def needs_none(language: str) -> str:
    """Cardgen makes the texts of the pseudo-language itself."""
    return f"`{language}` needs no translation"
