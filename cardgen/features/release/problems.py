"""The wording of everything that can be wrong with a release."""

from __future__ import annotations

from cardgen.core.diagnostics import Severity
from cardgen.core.problems import problem


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
