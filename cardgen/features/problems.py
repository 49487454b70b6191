"""The wording of everything that can go wrong in features with few diagnostics."""

from __future__ import annotations

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import Wording, problem
from cardgen.core.registry import choices


@problem("CG791", hint="close the program that holds it open")
def cannot_remove(path: str, reason: str) -> str:
    """A built file cannot be removed: its folder is read-only, or a program holds it open."""
    return f"cannot remove `{path}`: {reason}"


@problem("CG792", Severity.WARNING, hint="run `cardgen build` first")
def unreadable_manifest(path: str) -> str:
    """A build.json is damaged, so it is unknown which files in its folder cardgen made.

    ``cardgen clean`` leaves such a folder alone until ``cardgen build`` has written a new one.
    """
    return f"`{path}` cannot be understood, so the files in its folder are left alone"


@problem("CG793")
def leads_outside(path: str, manifest: str) -> Wording:
    """A build.json names a file outside its own folder.

    cardgen never writes such an entry: the file was changed by hand, or a folder was replaced
    by a link. The entry is ignored, so that cleaning can only ever touch built files.
    """
    return Wording(
        f"`{manifest}` names `{path}`, which is not inside its folder",
        notes="the entry was ignored",
    )


@problem("CG756")
def no_cell(card: str, field: str, reason: str) -> Wording:
    """A value cannot stand in the cell of a table so that it is read back as it is.

    A cell loses the blanks at the ends of its text, an empty one means that nothing is given, and
    one of a workbook holds 32 767 characters. JSON and YAML take every value.
    """
    return Wording(
        f"`{field}` of card `{card}` cannot stand in a table: {reason}",
        hints="export as `json` or `yaml`, or change the value",
        subject=f"`{field}`: {reason}",
    )


@problem("CG757", Severity.WARNING, hint="export the other decks with `--deck`")
def no_rows(deck: str) -> str:
    """A deck with ``series:`` is left out of an export: its cards are not in a deck file.

    They are the rows of a table, which other programs can read already, or mere numbers.
    """
    return f"deck `{deck}` is not exported: its cards are a series"


@problem("CG758")
def cannot_fetch(address: str, reason: str, hints: tuple[str, ...] = ()) -> Wording:
    """A published table cannot be brought into the project. Nothing was written.

    The address must answer with the table itself. A link for sharing a spreadsheet answers with a
    web page: publish the sheet to the web as CSV instead (in Google Sheets: File, Share, Publish to
    web), and take that address.
    """
    return Wording(
        f"cannot fetch `{address}`: {reason}",
        hints=hints or ("open the address in a browser: it must give the table itself",),
    )


@problem("CG725", hint="name the audiences that there is something for, with `--audience`")
def nothing_for(game: str, audience: str) -> str:
    """A release is asked for an audience that the game has no file for.

    ``print-a4`` and other papers take what is printed at home, ``table`` the virtual table, and
    ``press`` what a printing press prints.
    """
    return f"`{game}` has nothing for `{audience}`"


@problem(
    "CG726",
    Severity.WARNING,
    hint="move `printer.yaml` away while you make a release",
    subject="printer.yaml",
)
def own_printer(x: float, y: float) -> str:
    """The sheets of a release are set for the printer of whoever makes it.

    ``printer.yaml`` moves backs to where one printer misses them. Other printers miss elsewhere,
    and would be off by that much more. Move the file away for the time being, or let a machine
    without a printer of its own make the release.
    """
    return f"backs are moved by {x:g} mm and {y:g} mm, as your own printer needs it"


@problem("CG780")
def already_there(path: str) -> Wording:
    """A new game would replace files. ``cardgen new`` never writes over anything.

    Choose another name, or move ``card_data/<game>`` and ``templates/<game>`` away; or the files of
    an older ``cardgen new --github``.
    """
    what = "move it away" if path.startswith(".github/") else "choose another name"
    return Wording(f"`{path}` is there already", hints=f"{what}; nothing was changed")


@problem("CG789")
def settings_there(path: str, text: str) -> Wording:
    """A project has settings of VS Code, which ``cardgen schema --vscode`` does not write over.

    The settings that it would write are in the hint: put them there by hand.
    """
    return Wording(f"`{path}` is there already", hints=f"add to it: {' '.join(text.split())}")


@problem("CG781", hint="choose another with `--title`")
def bad_title(reason: str) -> str:
    """A new game cannot have this title, which goes on backs, board, box and rules.

    You may change it later, in ``game.yaml`` and in the templates that show it.
    """
    return f"this title cannot be used: {reason}"


@problem("CG716")
def not_of_cards(product: str, known: tuple[str, ...]) -> Wording:
    """A selection is asked for as a product that is not made of single cards.

    `--card`, `--deck`, `--copies` and `--changed` choose cards: for sheets, for sheets of a cutting
    machine, for single pages, for pictures or for a press. Boards, tokens, boxes and booklets are
    made as a whole.
    """
    return Wording(
        f"`{product}` cannot be made of a selection of cards",
        hints=f"choose {choices(known)}",
    )


@problem("CG795")
def no_tts_folder(tried: tuple[str, ...]) -> Wording:
    """The folder in which Tabletop Simulator keeps its data was not found.

    The game makes it when it first starts, with a folder `Saves` in it. cardgen never does.
    """
    return Wording(
        "there is no data folder of Tabletop Simulator here",
        notes=tuple(f"looked for `{path}`" for path in tried),
        hints="start the game once, or name the folder that holds its `Saves` with `--tts-dir DIR`",
    )


@problem("CG796")
def no_table(game: str) -> Wording:
    """A game has no table yet that could be installed or served."""
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
    """A translation is to be begun that is there already. Nothing was written.

    `cardgen translate update` adds entries for new texts, and loses nothing.
    """
    return Wording(
        f"there is a translation into `{language}`",
        hints=f"keep it up with `cardgen translate update {game} {language}`",
    )


@problem("CG710", hint="build with `--locale qps`")
def needs_none(language: str) -> str:
    """The pseudo-language is made by cardgen: nobody translates into it."""
    return f"`{language}` needs no translation"
