"""The game that the tests of the model change."""

from documents import document

GAME = document("model/bench_game.yaml")
DECK = "cards:\n  - {id: private, title: Private}\n"
