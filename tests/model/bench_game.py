"""The game that the tests of the model change."""

GAME = """\
title: Test
version: 1.0
theme:
  colors: {ink: "#111", red: "#a22"}
rules:
  hand_limit: {value: 5, text: cards in hand}
  lives: 1
  danger: 5-6
  half: 0.5
terms:
  medic: {text: Medic, icon: medic, color: red, explain: saves a *casualty*}
  leader: {text: Leader, plural: Leaders}
card_types:
  soldier:
    fields:
      skills: {kind: list, of: term, min: 1, max: 3, optional: true}
      text: {kind: rich, optional: true}
components:
  soldiers: {kind: deck}
"""
DECK = "cards:\n  - {id: private, title: Private}\n"
