"""What a game is: its rules, terms, card types, components and cards, read from YAML."""
