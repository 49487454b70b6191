"""Names for what comes from a foreign table."""

from cardgen.model.fields import NAME_LIMIT
from cardgen.source.foreign.headers import words_of

_LONGEST = 40


def identifier(header: str) -> str:
    """Return the field name for a header: small letters of English, digits and ``_``."""
    name = file_name(header, "_")[:_LONGEST].strip("_")
    return name if name[:1].isalpha() else f"n_{name}" if name and header.isascii() else "column"


def file_name(stem: str, hyphen: str = "-") -> str:
    """Return the English letters and digits of a file name or header as an id; or empty."""
    words = (word for word in words_of(stem) if word.isascii())
    return hyphen.join(words)[:NAME_LIMIT].strip(hyphen)
