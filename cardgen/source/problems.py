"""Diagnostics about the syntax of files (CG1xx)."""

from cardgen.core.diagnostics import Location, Severity
from cardgen.core.problems import HERE, Wording, problem


def in_quotes(text: str) -> str:
    """Return a text in quotes that need no escapes; single quotes if the text has double ones."""
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


@problem("CG101")
def yaml_syntax(fault: str, hints: tuple[str, ...] = (), notes: tuple[str, ...] = ()) -> Wording:
    """The file is not valid YAML from here on.

    The cause is often a little above: an open bracket or quote, or a line with a different
    indentation. Put quotes round a text that contains a colon and a space, or that starts with
    ``{``, ``[``, ``*``, ``&``, ``!``, ``%`` or ``@``::

        text: "{medic} saves on a 6: roll for each casualty"
    """
    return Wording(f"YAML syntax: {fault}", notes, hints, subject=HERE)


@problem("CG102", hint="replace the tab with spaces", subject=HERE)
def tab() -> str:
    """There is a tab where YAML needs spaces.

    Set your editor to insert spaces in ``.yaml`` files: a tab has no fixed width.
    """
    return "YAML syntax: a tab cannot indent or separate"


@problem("CG103", hint="look for brackets repeated by accident")
def too_deep(limit: int) -> str:
    """Lists and mappings are nested deeper than any game needs; often a bracket is repeated."""
    return f"more than {limit} lists and mappings inside one another"


@problem("CG104")
def duplicate_key(key: str, first: Location) -> Wording:
    """The same key appears twice in one mapping, such as `cost` on a card.

    One of the two values would be lost without a warning, so cardgen takes neither::

        cost: 2
        cost: 3     # which one?
    """
    return Wording(
        f"key `{key}` is given twice",
        notes=f"first given at {first}",
        hints="remove or rename one of the two",
    )


@problem("CG105", hint="put what cards share under `defaults:` of the deck")
def merge_key() -> str:
    """The YAML 1.1 merge key ``<<`` is not supported.

    Write values that cards of a deck share under ``defaults:`` in the deck file::

        defaults: {type: soldier, copies: 2}
        cards:
          - id: rifleman
    """
    return "the merge key `<<` is not supported"


@problem("CG106", hint="remove the tag, or put quotes round a text that starts with `!`")
def foreign_tag(tag: str) -> str:
    """A value has a YAML tag that is not a core type, or a tag for another type of value.

    Card data is plain text, numbers, lists and mappings: remove the tag. A text that starts with an
    exclamation mark needs quotes: ``text: "!Alarm"``.
    """
    return f"tag `{tag}` does not work here"


@problem("CG107", hint="put quotes round a text that starts with `*`")
def unknown_alias(name: str) -> str:
    """An alias names an anchor that does not appear before it.

    ``*name`` repeats the value marked ``&name`` earlier in the file. A text that starts with an
    asterisk needs quotes: ``text: "*Flavour* text"``.
    """
    return f"alias `*{name}` has no anchor `&{name}` before it"


@problem("CG108", hint="move the shared value out to where it is complete")
def alias_loop(name: str) -> str:
    """An alias is inside the value that it repeats, so the value would never end."""
    return f"alias `*{name}` is inside its own value `&{name}`"


@problem("CG109", hint="use fewer aliases of lists that hold aliases")
def too_many_values(limit: int) -> str:
    """With all aliases replaced by their values, the file has more values than any game needs."""
    return f"the file expands to more than {limit:,} values"


@problem("CG110", hint="is a quote or a block not closed? pictures belong in files of their own")
def long_scalar(size: int, limit: int) -> str:
    """A text is longer than a whole book; probably a quote or block was not closed."""
    return f"one text of {size:,} characters (the limit is {limit:,})"


@problem("CG111", hint="a text that starts with `{` or `[` needs quotes round it")
def key_not_text() -> str:
    """A key is a list, a mapping or an alias, but keys must be plain words.

    The cause is often a text in braces without quotes: YAML reads ``{medic} heals`` as a mapping.
    """
    return "a key must be a plain word"


@problem("CG112", hint="remove the `---` line")
def second_document() -> str:
    """The file has a second YAML document after a ``---`` line; cardgen reads only one."""
    return "a second document starts here, but a file holds one"


@problem("CG113", hint="put quotes round it if it is a text")
def long_number(digits: int) -> str:
    """A number has more digits than any rule needs.

    If the digits are a name or a code, put quotes round them, so that they stay text.
    """
    return f"a number of {digits} digits"


@problem("CG123", hint="save the file with the encoding UTF-8")
def not_utf8(byte: int) -> str:
    """The file is not encoded as UTF-8.

    Save it again with the encoding UTF-8. Editors offer it in the save dialogue or the status bar.
    """
    return f"not UTF-8: byte 0x{byte:02x} is not valid here"


@problem("CG124", hint="delete the invisible character here")
def control_character(char: str) -> str:
    """The text has an invisible control character, which neither prints nor shows.

    It usually comes from copying out of a PDF, a web page or a terminal. Delete it; in a
    spreadsheet, type the text of the cell again.
    """
    return f"control character U+{ord(char):04X} is not allowed in a text"


@problem("CG125", hint="fill it, or delete it")
def empty_file(description: str) -> str:
    """The file has no data, or only comments. Fill it, or delete it and the lines that name it."""
    return f"{description} is empty"


@problem("CG128")
def bad_row(reason: str) -> str:
    """A row of a table cannot be separated from its neighbours, or lacks values for the header.

    Put quotes round CSV values with a comma, a quote or a line break, and double the quotes
    inside: `"a ""quoted"" word"`. In a `.jsonl` file, each line is one JSON object.
    """
    return f"this row cannot be read: {reason}"


@problem("CG129")
def edit_of_alias(anchor: str, location: str) -> Wording:
    """You edited a value in the preview that the file writes as an alias, such as ``*light``.

    Change the value behind its anchor ``&light``, or write a value in place of the alias.
    """
    return Wording(
        f"this repeats another value: `*{anchor}`",
        hints=f"change it in the file at {location}, or write a value in place of `*{anchor}`",
    )


@problem("CG130", hint="change it in the file: all of them follow")
def edit_of_anchor(anchor: str) -> str:
    """You edited a value in the preview that aliases repeat elsewhere.

    All aliases would change as well. Change it in the file, where you can see them.
    """
    return f"other places repeat this value as `*{anchor}`"


@problem("CG131", hint="change it in the file")
def not_editable(reason: str) -> str:
    """The preview cannot change this value without changing the text around it.

    The file was not changed. Change the value in an editor.
    """
    return f"this value cannot be changed from here: {reason}"


@problem("CG132", Severity.WARNING)
def comment_behind(text: str, comment: str) -> Wording:
    """A comment follows a printed text; it may have been meant as part of the text.

    In YAML, a blank and a ``#`` end a text without quotes: ``text: Draw #2 now`` prints "Draw". Put
    quotes round the whole text. If it is a comment, put it on its own line.
    """
    return Wording(
        f"`{comment}` is a comment and is not printed",
        hints=(
            f"put quotes round the text: `{in_quotes(f'{text} {comment}'.strip())}`",
            "or move the comment to a line of its own",
        ),
        subject=HERE,
    )
