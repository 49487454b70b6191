"""The wording of everything that can be wrong when a table is fetched."""

from __future__ import annotations

from cardgen.core.problems import Wording, problem


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
