"""The arithmetic of rows and columns: the size of each child.

It follows "Resolving Flexible Lengths" (CSS Flexbox 1, section 9.7): every child starts at the
size it wants; room left over goes to the children that grow, missing room is taken from those
that shrink, in proportion to their size, and no child leaves its limits.

Three differences affect only unusual rows. Children whose ``grow`` adds
up to less than 1 fill the room nevertheless; a round freezes every child that hits a limit, not
only those at the minimum or only those at the maximum; and later rounds weigh ``shrink`` by the
size reached, not by the size at the start.

What texts lose is then shared among them by need (`fair_shares`), which CSS does not know: in
proportion to its size, a line beside a long text would lose height that it cannot do without.
"""

from msgspec import Struct


class FlexItem(Struct, frozen=True):
    """The sizes and limits of one child along the axis, in mm."""

    natural: float
    grow: float
    shrink: float
    least: float
    most: float


class Need(Struct, frozen=True):
    """The sizes of texts along the axis, in mm.

    ``fixed`` is the room beside its texts; ``parts`` has the natural size and the least possible
    size of each text.
    """

    parts: tuple[tuple[float, float], ...]
    fixed: float = 0.0

    @property
    def natural_mm(self) -> float:
        """The size in mm that fits all texts at their natural size."""
        return self.fixed + sum(natural for natural, _ in self.parts)

    @property
    def least(self) -> float:
        """The smallest size in mm for all texts."""
        return self.fixed + sum(least for _, least in self.parts)

    def within(self, natural: float, least: float) -> "Need":
        """Return the need as one part within limits, if limits or size differ."""
        if abs(natural - self.natural_mm) < 1e-6 and least <= 0:
            return self
        return Need(((natural, min(max(self.least, least), natural)),))

    def at(self, share: float, floor: float) -> float:
        """Return the size of all texts, if none has more than a share or a part of its least."""
        return sum(min(natural, max(least * floor, share)) for natural, least in self.parts)


def fair_shares(needs: list[Need], room: float, squeeze: bool) -> list[float] | None:
    """Divide insufficient space: texts that need at most a fair share keep their size.

    Longer texts divide the remaining space equally, but each has at least its smallest size. If
    the space is too small for all smallest sizes, ``squeeze`` reduces all of them in proportion, so
    that words in a row stay equally large; otherwise only the longest text becomes smaller. Returns
    None if there is no space even for the fixed parts.
    """
    room -= sum(need.fixed for need in needs)
    if room < 0:
        return None
    least = sum(need.least - need.fixed for need in needs)
    floor = 1.0 if least <= room else room / least if squeeze else 0.0
    low, high = 0.0, max((natural for need in needs for natural, _ in need.parts), default=0.0)
    for _ in range(60):  # the total grows monotonically with the share
        share = (low + high) / 2
        if sum(need.at(share, floor) for need in needs) > room:
            high = share
        else:
            low = share
    return [need.fixed + need.at(low, floor) for need in needs]


def distribute(children: list[FlexItem], room: float) -> list[float]:
    """Return the sizes of the children within a room from which the gaps are already subtracted.

    The sum exceeds the room when no child can give way any further.
    """
    sizes = [min(max(child.natural, child.least), child.most) for child in children]
    free = [True] * len(children)
    while True:
        remainder = room - sum(sizes)
        if abs(remainder) < 1e-9:
            return sizes
        if remainder > 0:
            weights = [c.grow if f else 0.0 for c, f in zip(children, free, strict=True)]
        else:
            weights = [
                c.shrink * s if f else 0.0 for c, s, f in zip(children, sizes, free, strict=True)
            ]
        total = sum(weights)
        if total <= 0:
            return sizes
        clamped = False
        for i, child in enumerate(children):
            if not weights[i]:
                continue
            size = sizes[i] + remainder * weights[i] / total
            limited = min(max(size, child.least), child.most)
            if abs(limited - size) > 1e-9:
                free[i] = False
                clamped = True
            sizes[i] = limited
        if not clamped:
            return sizes


def justify(free: float, count: int, how: str) -> tuple[float, float]:
    """Return the space before the first child and the extra space between children.

    These are the values of ``justify-content`` (CSS Flexbox 1, section 8.2); children that are
    too large start at the start, so that what sticks out does so at the end.
    """
    if free <= 0:
        return (0.0, 0.0)
    match how:
        case "center":
            return (free / 2, 0.0)
        case "end":
            return (free, 0.0)
        case "between" if count > 1:
            return (0.0, free / (count - 1))
        case "around" if count:
            return (free / count / 2, free / count)
    return (0.0, 0.0)
