"""The paths of the files that a build of a game would write, without a build."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from cardgen.core.diagnostics import CardgenError
from cardgen.core.side_id import SideId
from cardgen.frame import Frame
from cardgen.model.components.deck import decks_of
from cardgen.model.game import Component, Game
from cardgen.model.printer import Printer, load_printer
from cardgen.model.sides import CardSides
from cardgen.pipeline.manifest import read_manifest
from cardgen.products.facts import is_for_players
from cardgen.products.options import PICTURES, PrintOptions
from cardgen.products.planning import plan_artifacts
from cardgen.products.request import ProductRequest
from cardgen.products.series import manifest_path

_UNKNOWN = 99
"""The assumed pages of a text that was never built: too many to fold into one sheet."""


def planned_paths(game: Game, root: Path) -> tuple[str, ...]:
    """Plan a build with blank sides, without layout, and return the paths of its files.

    Products with errors are left out; `check` reports the errors.
    """
    built = read_manifest(root / "output" / game.id, game.id).sides
    ids = [SideId(side.id) for side in built]
    pages = Counter(id.component for id in ids if not id.part and id.side.startswith("page-"))
    sides = {
        id: _sides(component, game, pages[id] or _UNKNOWN)
        for id, component in game.components.items()
    }
    specs = [spec for cards in sides.values() for card in cards for spec in card.specs]
    blank = {spec.id: Frame(spec.size, (), spec.bleed) for spec in specs}
    try:
        printer = load_printer(root)
    except CardgenError:
        printer = Printer()
    request = ProductRequest(
        game,
        sides,
        blank,
        printer,
        render=lambda name, context, location: "",  # scripts of virtual tables do not affect paths
        report=lambda warning: None,  # `check` reports it
    )
    paths = [artifact.path for artifact in plan_artifacts(request)]
    paths += (manifest_path(deck.id) for deck in decks_of(game) if deck.series is not None)
    # Paths of pictures contain fingerprints, which are unknown without layout.
    return tuple(path for path in paths if not path.startswith(PICTURES))


def _sides(component: Component, game: Game, pages: int) -> Sequence[CardSides]:
    flow = component.flow(game)
    return component.sides(game) if flow is None else flow.sides(pages)


def files_for_players(output: Path, game: Game, options: PrintOptions) -> dict[str, bytes]:
    """Return the files for players from the last build with these options, by path."""
    folder = output / game.id
    return {
        entry.path: (folder / entry.path).read_bytes()
        for entry in read_manifest(folder, game.id).artifacts
        if options.includes(entry.kind, entry.variant, is_usual=True)
        and is_for_players(game, entry.variant)
    }
