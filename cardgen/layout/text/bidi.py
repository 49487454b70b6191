"""Text from right to left, or in both directions on one line.

python-bidi works out the embedding levels of a paragraph by the Unicode Bidirectional Algorithm
(UAX #9, rules X1 to I2). Lines are broken
in the order in which text is read, and once lines are broken, the parts of each line are put in
the order in which they are seen (L2). Characters are mirrored by HarfBuzz (L4).
"""

import re
from collections.abc import Sequence

_LEVEL = re.compile(r"Level\(\s*(\d+)")


def embedding_levels(text: str, leftward: bool) -> list[int]:
    """Return the level of each character: odd ones run from right to left.

    ``leftward`` is the direction of the paragraphs of the text, which end at line breaks.
    """
    from bidi.wrapper import get_display

    # Only its debug output has the levels, one for each byte of UTF-8.
    debug_text = get_display(text, base_dir="R" if leftward else "L", debug=True)
    levels = [int(level) for level in _LEVEL.findall(debug_text.partition("paragraphs:")[0])]
    byte_levels, offset = [], 0
    for char in text:
        byte_levels.append(levels[offset])
        offset += len(char.encode())
    return byte_levels


def visual_order(levels: Sequence[int]) -> list[int]:
    """Return the indexes of the parts of a line from left to right, given their levels (L2)."""
    order = list(range(len(levels)))
    for level in range(max(levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = max(end, start + 1)
    return order
