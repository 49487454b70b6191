"""The choices that distinguish the files which a product writes for one component."""

from __future__ import annotations

from msgspec import Struct

LARGE = "large"
"""The size of type of booklets in large print."""


class Variant(Struct, frozen=True, omit_defaults=True):
    """The component that a file is about, and the choices that it was made for.

    A field is empty where a file has no such choice: a board printed whole is for no paper. File
    names are made from these fields and never read: ``build.json`` has the fields beside them.
    ``fold`` says how a booklet is folded, ``standard`` names the standard of a press file, and
    ``type_size`` is `LARGE` in large print.
    """

    component: str = ""
    type_size: str = ""
    fold: str = ""
    paper: str = ""
    ink: str = ""
    machine: str = ""
    stock: str = ""
    standard: str = ""
    language: str = ""

    def path(self, folder: str, ending: str = "pdf") -> str:
        """Return the path of the file below the output folder of its game.

        Full ink and the language are not in a name: each language has a separate folder.
        """
        ink = "" if self.ink == "full" else self.ink
        words = (
            self.component,
            self.type_size,
            self.fold,
            self.paper,
            ink,
            self.machine,
            self.stock,
            self.standard,
            ending,
        )
        return f"{folder}/{'.'.join(filter(None, words))}"
