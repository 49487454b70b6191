"""The wording of everything that can be wrong with a file that a new game is made of."""

from cardgen.core.problems import Wording, problem


@problem("CG717")
def no_table(path: str, ending: str | None) -> Wording:
    """A game cannot be made of a file of this kind.

    Tables are CSV (`.csv`, `.tsv`), workbooks (`.xlsx`, `.ods`) and data (`.json`, `.yaml`). Other
    programs can save their tables as one of these: as CSV, most often. A table on the web has to be
    saved first; once there is a game, ``cardgen fetch`` updates its tables.
    """
    if ending is None:
        return Wording(
            f"`{path}` is an address, and not a file",
            hints="save the table as .csv, make the game of that, and let `cardgen fetch` follow",
        )
    unknown_files = f"files that end in `{ending}`" if ending else "files without an ending"
    return Wording(
        f"`{path}` is no table that can be read: {unknown_files} are not known",
        hints=(
            "save it as .csv, .tsv, .txt, .xlsx, .ods, .json or .yaml",
            "for a script of Squib or nanDECK, give its table: `cardgen docs import`",
        ),
    )


@problem("CG723", hint="name the encoding of its program: utf-8, cp1251, shift_jis, mac_roman …")
def no_encoding(encoding: str, why: str) -> str:
    """A table is not in the encoding that `--encoding` names, or no such encoding exists."""
    return f"it cannot be read as `{encoding}`: {why}"


@problem("CG718")
def no_rows(path: str) -> Wording:
    """A file holds no cards to make a game of.

    A table needs the names of its columns and a row below them. JSON and YAML need a list of
    objects, `[{"name": …}, …]`, or an object that holds objects by their names.
    """
    return Wording(
        f"`{path}` holds no cards",
        hints='write a list of objects: `[{"name": "Sword"}]`'
        if path.endswith((".json", ".yaml", ".yml"))
        else "write names of columns into its first line, and a row for each card below",
        subject=path,
    )
