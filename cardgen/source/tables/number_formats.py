"""Number formats of Excel: the text that a spreadsheet program shows for a number.

Source: ECMA-376, part 1, 18.8.30 and 18.8.31.
"""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

from cardgen.source.tables.table import number_text

BUILT_IN = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    # Excel shows format 14 as a short date of the user's country; the file does not name it.
    14: "yyyy-mm-dd",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm",
    37: "#,##0;(#,##0)",
    38: "#,##0;(#,##0)",
    39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)",
    45: "mm:ss",
    46: "[h]:mm:ss",
}
"""Formats that a workbook uses by number, without declaring them."""
_PART = re.compile(
    r"""
    "(?P<quoted>[^"]*)" | \\(?P<escaped>.) | \[\$(?P<currency>[^]-]*)[^]]*\]
    | \[(?P<elapsed>h+|m+|s+)\] | \[[^]]*\] | _. | \*.
    | (?P<general>general|@) | (?P<half>am/pm|a/p) | (?P<date>y+|m+|d+|h+|s+)
    | (?P<digits>(?:[\#0?][\#0?,]*(?:\.[\#0?]*)?|\.[\#0?]+),*) | (?P<sign>.)
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_SECTION = re.compile(r'(?:"[^"]*"|\\.|\[[^]]*\]|[^;])+|(?<=;)(?=;|$)', re.DOTALL)
_SEPARATORS = {"": ".,", "en": ".,", "fr": ",\N{NO-BREAK SPACE}", "pl": ",\N{NO-BREAK SPACE}"}
"""The decimal and the thousands separator of a language, if they are not `,` and `.`."""
_MONTHS = "January February March April May June July August September October November December"
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
_LONGEST = 255  # characters of a format
_DAY = 86400  # seconds
_LAST_DAY = 2_958_466  # the first number that Excel cannot show as a date
_PRECISION = Context(prec=5 * _LONGEST)
EPOCH, EPOCH_OF_MACS = datetime(1899, 12, 30), datetime(1904, 1, 1)
"""The days with the number 0."""

Part = tuple[str, str]
"""A part of a format: the name of its group in `_PART`, and its text."""


def format_number(
    value: float, code: str, language: str = "", epoch: datetime = EPOCH
) -> str | None:
    """Return a number as a spreadsheet program shows it with a format, separators by language.

    None for formats that are not supported: conditions, exponents, and months in other languages.
    """
    sections = _SECTION.findall(code) or ["General"]
    if len(code) > _LONGEST or re.search(r"\[[<>=]", code) or not abs(value) < 1e15:
        return None
    # Sections are for positive and negative numbers and zero; the negative one has its own sign.
    sign = "-" if value < 0 and len(sections) == 1 else ""
    index = 1 if value < 0 else 2 if value == 0 else 0
    section = sections[index] if index < len(sections) else sections[0]
    parts = [
        (match.lastgroup or "", match[match.lastgroup or 0]) for match in _PART.finditer(section)
    ]
    kinds = [kind for kind, _ in parts]
    if "date" in kinds or "elapsed" in kinds:
        return _date(parts, value, language, epoch)
    if ("sign", "/") in parts and "digits" in kinds:
        return sign + _fraction(abs(value), [text for kind, text in parts if kind == "digits"][-1])
    if kinds.count("digits") + kinds.count("general") != 1:
        return None
    amount = abs(value)
    if "general" in kinds:  # programs show eleven characters
        amount = round(amount, max(0, 10 - len(str(int(amount)))))
    number = Decimal(number_text(amount)).scaleb(2 * parts.count(("sign", "%")))
    texts = [
        _number(number, text if kind == "digits" else "", _SEPARATORS.get(language, ",."))
        if kind in ("digits", "general")
        else text
        for kind, text in parts
        if kind
    ]
    return sign + "".join(texts).strip()


def _number(number: Decimal, pattern: str, separators: str) -> str:
    """Return a number with the digits of a pattern such as `#,##0.00`, or with all its digits."""
    if not pattern:
        return f"{number:f}".replace(".", separators[0])
    digits = pattern.rstrip(",")  # each comma at the end divides by a thousand
    integer_digits, _, decimals = digits.partition(".")
    number = number.scaleb(-3 * (len(pattern) - len(digits)))
    exponent = Decimal(1).scaleb(-len(decimals))
    rounded = number.quantize(exponent, ROUND_HALF_UP, _PRECISION)
    before, _, after = f"{rounded:{',' if ',' in integer_digits else ''}f}".partition(".")
    least = decimals.count("0")
    after = after[:least] + after[least:].rstrip("0")
    zeros = integer_digits.count("0")
    before = "" if before == "0" and not zeros else before.zfill(zeros)
    return before.replace(",", separators[1]) + (separators[0] + after if after else "")


def _fraction(value: float, pattern: str) -> str:
    """Return a mixed number; its denominator has at most as many digits as the pattern."""
    fraction = Fraction(value).limit_denominator(10 ** len(pattern) - 1)
    integer, numerator = divmod(fraction.numerator, fraction.denominator)
    if not numerator:
        return str(integer)
    return f"{integer or ''} {numerator}/{fraction.denominator}".strip()


def _date(parts: Sequence[Part], value: float, language: str, epoch: datetime) -> str | None:
    """Return a date or a time; None if its format names months in an unknown language."""
    has_words = any(kind == "date" and len(text) > 2 and text[0] in "mMdD" for kind, text in parts)
    is_unknown = has_words and language not in ("", "en")
    if is_unknown or not 0 <= value < _LAST_DAY or "digits" in dict(parts):
        return None
    seconds = round(value * _DAY)
    moment = epoch + timedelta(seconds=seconds)
    hour = (moment.hour - 1) % 12 + 1 if "half" in dict(parts) else moment.hour
    letters = [text[0].lower() if kind in ("date", "elapsed") else "" for kind, text in parts]
    texts = []
    for index, (kind, text) in enumerate(parts):
        letter, size = letters[index], len(text)
        # An `m` after hours or before seconds is minutes, otherwise months.
        before, after = "".join(letters[:index])[-1:], "".join(letters[index + 1 :])[:1]
        if kind == "elapsed":
            texts.append(f"{seconds // {'h': 3600, 'm': 60, 's': 1}[letter]:0{size}}")
        elif kind == "half":
            texts.append("AM" if moment.hour < 12 else "PM")
        elif letter == "y":
            texts.append(f"{moment.year}"[-2 if size < 3 else 0 :])
        elif letter in ("m", "d") and size > 2:
            name = (
                _MONTHS.split()[moment.month - 1]
                if letter == "m"
                else _DAYS.split()[moment.weekday()]
            )
            texts.append(name[: 3 if size == 3 else None])
        elif letter == "m":
            is_minutes = before == "h" or after == "s"
            texts.append(f"{moment.minute if is_minutes else moment.month:0{size}}")
        elif letter:
            number = {"d": moment.day, "h": hour, "s": moment.second}[letter]
            texts.append(f"{number:0{size}}")
        else:
            texts.append(text)
    return "".join(texts).strip()
