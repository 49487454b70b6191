"""Everything about one card: its data as written, and the line of each part."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from cardgen.features.revision.rule_usages import stated
from cardgen.model.game import Game
from cardgen.model.record import plain, values_of
from cardgen.model.sides import SideSpec
from cardgen.preview.about import describe
from cardgen.preview.about.following import followers, laid_out
from cardgen.preview.about.hit_test import card_node, location
from cardgen.preview.live.loaded_game import LoadedGame

_EDITORS = {
    "vscode": "vscode://file/{path}:{line}:{column}",
    "vscodium": "vscodium://file/{path}:{line}:{column}",
    "cursor": "cursor://file/{path}:{line}:{column}",
    "zed": "zed://file/{path}:{line}:{column}",
    "idea": "idea://open?file=/{path}&line={line}&column={column}",
    "pycharm": "pycharm://open?file=/{path}&line={line}&column={column}",
    "sublime": "subl://open?url=file:///{path}&line={line}&column={column}",
    "textmate": "txmt://open?url=file:///{path}&line={line}&column={column}",
}
_SCHEME = re.compile(
    r"(?!(?:javascript|data|vbscript|https?|file|blob|about):)[a-z][a-z0-9+.-]*:.+"
)


def editor_link(environment: Mapping[str, str] = os.environ) -> str:
    """Return the pattern of a link that opens a file in the user's editor; empty for none.

    ``CARDGEN_EDITOR`` names an editor or holds a pattern such as
    ``vscode://file/{path}:{line}:{column}``. Without it, the terminal of an editor names that one.
    """
    given = environment.get("CARDGEN_EDITOR", "").strip()
    if not given and environment.get("TERM_PROGRAM") == "vscode":
        given = "cursor" if environment.get("CURSOR_TRACE_ID") else "vscode"
    pattern = _EDITORS.get(given.lower(), given)
    fits = _SCHEME.fullmatch(pattern) and "{path}" in pattern
    return pattern if fits else ""


def card(loaded: LoadedGame, side: str) -> dict[str, Any]:
    """Describe the data behind a side, with the line where each part is written."""
    with loaded.lock:
        spec, game = loaded.specs.get(side), loaded.game
        if spec is None or game is None:
            return {}
        shown, session = loaded.shown.get(side), loaded.session
        read = shown.dependencies.names if shown is not None else ()
        return {
            "at": location(spec.at),
            "template": spec.template,
            "files": sorted(session.templates.files(read)) if session is not None else [],
            "why": describe.reason(shown.reason) if shown is not None else "",
            "fields": _fields(loaded, spec, game) if spec.card else [],
        }


def _fields(loaded: LoadedGame, spec: SideSpec, game: Game) -> list[dict[str, Any]]:
    """Describe the fields of a card, with what its file says of each."""
    values = values_of(spec.context["card"])
    node = card_node(loaded, spec.id)
    written = node.value if node is not None and node.kind == "map" else {}
    declared = game.card_types[values["type"]].keys
    fields = []
    for name, value in values.items():
        given, field = written.get(name), declared.get(name)
        fields.append(
            {
                "name": name,
                "kind": field.kind if field is not None else "",
                "doc": field.doc if field is not None else "",
                "value": plain(value),
                "at": location(node.key_at(name))
                if node is not None and given is not None
                else None,
            }
        )
    return fields


def rules(loaded: LoadedGame) -> list[dict[str, Any]]:
    """List the numbers of the rules: where each is written, what states it, and what follows it.

    ``stated`` are places in files, ``redrawn`` the sides and pages that another number would have
    drawn again.
    """
    game = loaded.game
    done = laid_out(loaded, game) if game is not None else None
    if game is None or done is None:
        return []
    places = stated(loaded.root, game, game.rules, done.readers)
    return [
        {
            "id": id,
            "value": plain(rule.value),
            "text": rule.text,
            "at": location(rule.at) if rule.at is not None else None,
            "stated": [
                {"at": location(one.at), "what": one.what, "shows": one.shows}
                for one in places.get(id, ())
            ],
            "redrawn": followers(done, id, places.get(id, ())),
        }
        for id, rule in game.rules.items()
    ]
