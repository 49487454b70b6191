"""English for made-up cards: titles and rules texts from several hundred distinct words.

A small vocabulary would flatter every cache of word widths, so the lists are long and the
sentences are put together from many patterns.
"""

from __future__ import annotations

from random import Random


def _words(text: str) -> list[str]:
    return text.split()


_ADJECTIVES = _words("""
ancient amber angry ashen autumn bitter blind bold borrowed brazen bright broken buried calm
careful clever cold copper crooked cruel cunning dark daring deep desperate distant dusty eager
early elder empty endless faded faithful famous fearless fierce final forgotten frozen gentle
gilded golden grim hallow hasty hidden hollow honest humble hungry idle iron jealous keen kind
last lively lonely lost loyal lucky mellow merry midnight mild misty modest nameless narrow
nimble noble northern obscure old pale patient plain proud quick quiet ragged rapid restless
rich rough royal rusty sacred salty scarlet secret severe sharp shy silent silver simple sleepy
sly solemn southern spare steady stern stolen stormy strange stubborn sudden sullen swift tame
tender thorny tired tiny tough twin uneasy unseen upright vast veiled vivid wandering wary weary
western wild wicked winter wise worthy yellow young
""")
_PEOPLE = _words("""
acolyte admiral archer baker bandit baron bishop brewer captain carver cartographer champion
clerk cobbler cook courier dancer deserter diver drover envoy falconer farmer ferryman fisher
forger gardener guard guide harbinger healer herald hermit hunter innkeeper judge juggler knight
lancer mason mercenary merchant miller miner monk navigator nurse oracle painter pedlar pilgrim
pilot pirate poet prince prophet queen ranger recruit rider rogue sailor scholar scout scribe
sentinel shepherd singer smith smuggler soldier spy squire steward surgeon tailor tanner thief
tinker trader trapper vagabond veteran warden watchman weaver widow witch
""")
_THINGS = _words("""
anchor anvil armour arrow axe banner barrel basket beacon bell blade boat bone book bow bread
bridge candle cannon cargo cart castle chain chalice chart chest cloak coin compass crown dagger
diamond drum engine feather fiddle flask flute gate gem gold grain hammer harness harp helmet
herb horn horse idol jewel kettle key ladder lamp lantern letter lever lute map mask medicine
mill mirror needle net oar orb parchment pearl pickaxe plough potion powder rail relic ring rope
rudder sail salt scale scroll seal shield ship silk spade spear spice staff statue stone sword
tent timber token torch tower treasure trumpet vault wagon wall wheel whistle wine wool
""")
_PLACES = _words("""
abbey alley arena bay beach border camp canal canyon cave cellar chapel cliff coast court
crossroads desert dock dungeon field ford forest fortress garden harbour hill island keep lake
library market marsh meadow mine monastery mountain orchard palace pass plain quarry reef river
road ruin shore shrine square stable swamp tavern temple theatre tunnel valley village workshop
""")
_ACTIONS = _words("""
abandon activate add advance attach banish bribe build capture choose claim collect command copy
counter deliver destroy discard double draw embark exchange exhaust expose extend flip gather
guard harvest heal hide hire ignore inspect load lock move muster name offer open order pass peek
place plunder prevent prolong protect purchase raise ready recall recover reduce refresh release
remove repair replace rescue reserve reveal ride rotate sacrifice scout search seize sell settle
shuffle skip spend steal store strike summon swap trade train turn unlock upgrade wager
""")
_KEYWORDS = _words("""
Ambush Armoured Barter Berserk Bulwark Cascade Charge Chronicle Conquer Curse Decoy Drain Echo
Flank Forage Fortify Frenzy Haggle Inspire March Mend Overrun Parley Pierce Rally Regroup Retreat
Salvage Scavenge Siege Stealth Stun Surge Taunt Tribute Vanguard Venom Vigil Ward Yield
""")
_NUMBERS = ["one", "two", "three", "four", "five", "six"]
_MOMENTS = [
    "at the start of your turn",
    "at the end of the round",
    "before you roll",
    "after combat",
    "once each game",
    "during the night phase",
    "while this card is exhausted",
    "whenever an opponent passes",
    "as soon as the deck runs out",
    "until your next upkeep",
]
_PATTERNS = [
    "{moment}, {act} {number} {thing} from the {place}",
    "each {adjective} {person} may {act} {number} {thing} cards",
    "if you control the {place}, {act} a {thing} and {act} the {adjective} {person}",
    "{act} up to {number} neighbours of the {person}, then {act} your {thing}",
    "the {person} to your left must {act} a {adjective} {thing} or lose {number} points",
    "players without a {thing} cannot {act} in the {place} {moment}",
    "take {number} coins from the bank unless somebody can {act} the {adjective} {thing}",
    "you may pay {number} to {act} any {person} and {act} it with the {thing}",
    "for every {adjective} {place} you own, {act} {number} more",
    "this {thing} counts as {adjective} {moment}",
    "look at the top {number} cards, {act} a {person} and put the rest below",
    "then {act} this card",
]
_TITLES = ["{Adjective} {Person}", "{Person}'s {Thing}", "{Adjective} {Thing}", "{Place} {Person}"]
_TITLE_LIMIT = 21
_FEWEST_WORDS, _MOST_WORDS = 25, 45


def title(random: Random) -> str:
    """Two words with a capital each, short enough for one line at 13 pt."""
    while True:
        text = random.choice(_TITLES).format(
            Adjective=random.choice(_ADJECTIVES).capitalize(),
            Person=random.choice(_PEOPLE).capitalize(),
            Thing=random.choice(_THINGS).capitalize(),
            Place=random.choice(_PLACES).capitalize(),
        )
        if len(text) <= _TITLE_LIMIT:
            return text


def rules_text(random: Random) -> str:
    """Whole sentences of 25 to 45 words together; one keyword is set in ``**bold**``."""
    while True:
        target = random.randint(_FEWEST_WORDS, _MOST_WORDS)
        sentences: list[str] = []
        words = 0
        while words < target - 3:
            sentence = _sentence(random)
            sentences.append(sentence)
            words += len(sentence.split())
        if words + 4 <= _MOST_WORDS and words + 4 >= _FEWEST_WORDS:
            bold = f"It gains **{random.choice(_KEYWORDS)}** {random.choice(_NUMBERS)}."
            sentences.insert(random.randint(1, len(sentences)), bold)
            return " ".join(sentences)


def _sentence(random: Random) -> str:
    pattern = random.choice(_PATTERNS)
    while "{act}" in pattern:
        pattern = pattern.replace("{act}", random.choice(_ACTIONS), 1)
    text = pattern.format(
        adjective=random.choice(_ADJECTIVES),
        person=random.choice(_PEOPLE),
        thing=random.choice(_THINGS),
        place=random.choice(_PLACES),
        number=random.choice(_NUMBERS),
        moment=random.choice(_MOMENTS),
    )
    return f"{text[0].upper()}{text[1:]}."
