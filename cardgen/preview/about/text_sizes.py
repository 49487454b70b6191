"""The sizes in which the texts of a part are set, for its histogram."""

from __future__ import annotations

from typing import Any

from cardgen.pipeline.text_report import SetOn, TextGroup, text_groups
from cardgen.preview.live.loaded_game import LoadedGame

Json = dict[str, Any]


def text_sizes(loaded: LoadedGame, part: str) -> list[Json]:
    """Return the texts of a part by the tag that made them, each with the cards of every size.

    Those of several sizes come first.
    """
    with loaded.lock:
        ids = [id for id in loaded.specs if id.partition("/")[0] == part and id in loaded.shown]
        results = [loaded.shown[id].result for id in ids]
    groups = text_groups(results, loaded.places)
    return [_group(one) for one in sorted(groups, key=lambda one: len(one.sizes) < 2)]


def _group(group: TextGroup) -> Json:
    by_size: dict[float, list[SetOn]] = {}
    for one in group.texts:
        by_size.setdefault(one.text.size, []).append(one)
    return {
        "label": group.label,
        "style": group.style,
        "at": str(group.at),
        "asked": sorted({one.text.asked for one in group.texts}, reverse=True),
        "texts": len(group.texts),
        "sizes": [
            {
                "size": size,
                "texts": len(some),
                "keys": list(dict.fromkeys(one.name for one in some)),
                "marks": _marks(some),
            }
            for size, some in sorted(by_size.items(), reverse=True)
        ],
    }


def _marks(texts: list[SetOn]) -> Json:
    """Count what was done besides, leaving out what was not."""
    counts = {
        "too long": sum(not one.text.fits for one in texts),
        "tightened": sum(one.text.tightened for one in texts),
        "continued": sum(one.text.continued for one in texts),
        "cut": sum(bool(one.text.lost) for one in texts),
    }
    return {name: number for name, number in counts.items() if number}
