"""The files of a small game without a fault, to break."""

GAME = """\
title: {title}
theme:
  colors: {{ink: "#111111", paper: "#ffffff"}}
  styles:
    body: {{font: atkinson/regular, bold: atkinson/bold, size: 8pt, color: ink}}
rules: {{hand: 5}}
terms: {{medic: {{text: Medic, icon: cross}}}}
card_types:
  card:
    fields:
      text: {{kind: rich, optional: true}}
      cost: {{kind: number, min: 0, max: 9, default: 1}}
      icon: {{kind: icon, optional: true}}
      term: {{kind: term, optional: true}}
      art: {{kind: image, optional: true}}
      tags: {{kind: list, of: text, optional: true}}
      color: {{kind: color, optional: true}}
components:
  cards: {{kind: deck, title: Cards, size: poker, back: none}}
"""
DECK = """\
cards:
  - {id: one, title: One}
  - {id: two, title: Two}
"""
TEMPLATE = """\
<side background="paper">
  <text style="body" x="4" y="4" width="55" height="12">{{ card.title }}</text>
  <text style="body" x="4" y="20" width="55" height="60">{{ card.text }}</text>
</side>
"""
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M3 0h3v9H3z"/></svg>\n'
