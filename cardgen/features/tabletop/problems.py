"""The wording of everything that can go wrong on the way to Tabletop Simulator."""

from __future__ import annotations

from cardgen.core.problems import Wording, problem


@problem("CG795")
def no_tts_folder(tried: tuple[str, ...]) -> Wording:
    """The folder in which Tabletop Simulator keeps its data was not found.

    The game makes it when it first starts, with a folder `Saves` in it. cardgen never does.
    """
    return Wording(
        "there is no data folder of Tabletop Simulator here",
        notes=tuple(f"looked for `{path}`" for path in tried),
        hints="start the game once, or name the folder that holds its `Saves` with `--tts-dir DIR`",
    )


@problem("CG796")
def no_table(game: str) -> Wording:
    """A game has no table yet that could be installed or served."""
    return Wording(
        f"`{game}` has no table for Tabletop Simulator yet",
        hints=f"run `cardgen build {game} --product tts` first",
    )


@problem("CG797", hint="choose another with `--port`, or 0 for any that is free")
def port_taken(port: int, reason: str) -> str:
    """Another program, perhaps another cardgen, uses the port."""
    return f"port {port} cannot be used: {reason}"
