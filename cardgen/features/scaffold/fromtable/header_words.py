"""What people write over columns, by what it means, in the languages seen most."""

TITLES = (
    *("title", "name", "card_name", "cardname", "card", "titel", "kartenname", "karte", "nom"),
    *("titre", "carte", "nombre", "titulo", "carta", "nome", "titolo", "naam", "label"),
    *("bezeichnung", "word", "wort", "spell", "monster", "item", "card_tag", "event", "question"),
    *("nazwa", "tytul", "karta"),
)
COPIES = (
    *("copies", "qty", "quantity", "count", "number_of_copies", "num_copies", "card_count"),
    *("anzahl", "exemplare", "kopien", "stueck", "stueckzahl", "menge", "quantite", "cantidad"),
    *("copias", "exemplaires", "quantita", "aantal", "ilosc", "liczba", "sztuk", "kopie"),
)
DECKS = frozenset(
    ("deck", "decks", "talii", "stapel", "pile", "paquet", "pioche", "jeu", "mazo", "mazzo")
)
"""What stands last in `count in deck`, `Anzahl im Deck`, `ilość w talii`."""
COST = (
    *("cost", "kosten", "cout", "costo", "coste", "mana", "price", "preis", "prix", "precio"),
    *("level", "stufe", "grad", "niveau", "nivel", "cmc", "mana_cost", "rank", "rang", "value"),
    *("koszt", "cena", "poziom"),
)
GROUPS = (
    *("type", "types", "typ", "typen", "tipo", "school", "schule", "class", "klasse", "classe"),
    *("suit", "color", "colour", "farbe", "couleur", "faction", "fraktion", "house"),
    *("element", "kind"),
    *("art", "category", "kategorie", "categorie", "rarity", "seltenheit", "rarete", "group"),
    *("gruppe", "gem", "region", "era", "deck", "clan", "tribe", "race", "side", "seite"),
    *("rodzaj", "kategoria", "kolor", "klasa", "frakcja", "rzadkosc"),
)
READ = (
    *("text", "rules", "rules_text", "effect", "effects", "description", "desc", "ability"),
    *("abilities", "beschreibung", "wirkung", "effekt", "regeltext", "regel", "effet", "texte"),
    *("efecto", "texto", "descripcion", "effetto", "testo", "descrizione", "faehigkeit", "oracle"),
    *("opis", "efekt", "tresc", "zasada", "dzialanie"),
)
FLAVOR = (
    *("flavor", "flavour", "quote", "zitat", "stimmung", "lore", "stimmungstext", "ambiance"),
    "saying",
)
SOURCES = (
    *("set", "sets", "expansion", "erweiterung", "source", "quelle", "edition", "book", "buch"),
    *("artist", "illustrator", "author", "autor", "auteur", "code", "version", "page", "seite"),
    *("cardset", "extension", "game", "spiel", "pack"),
)
NOT_SHOWN = (
    *("url", "link", "image", "images", "picture", "bild", "img", "file", "datei", "index"),
    *("path", "slug", "key", "id", "uuid", "guid", "icon", "notes", "note", "notizen", "comment"),
    *("comments", "kommentar", "todo", "date", "datum"),
)
IDS = ("id", "slug", "key", "index", "code", "tag", "nr", "no", "number", "nummer", "card_id")
NUMBERS = ("number", "nr", "no", "nummer", "num", "card_number", "kartennummer", "numero")
SAYS_NO = frozenset(("no", "nein", "non", "n", "0", "false", "none", "-", "–", "—", "keine"))
SAYS_YES = frozenset(
    ("x", "yes", "y", "ja", "j", "oui", "si", "sí", "1", "true", "✓", "✔", "•", "*")
)
HAS = ("is", "has", "can", "ist", "hat", "kann")
