// A deck in play: shuffle, draw, hold, play and discard.

import { useCommands } from "../core/commands.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../core/html.js";
import { go, link, query } from "../core/router.js";
import { prioritize } from "../core/server.js";
import { settings, toggle } from "../core/settings.js";
import { changed } from "../core/store.js";
import { kinds } from "../core/words.js";
import { TrueSize } from "../parts/calibration.js";
import { Banner, Empty } from "../parts/finding.js";
import { Button, Tool } from "../parts/button.js";
import { copy } from "../parts/place.js";
import { Bare, Screen } from "../parts/screen.js";
import { useSize } from "../parts/size.js";
import { CornerNote, cornerSeen, useAlike } from "../playing/corners.js";
import { copiesOf, newSeed, played, readMoves } from "../playing/dealing.js";
import { stepFor, stepOf, TIGHTEST, WIDEST } from "../playing/fan.js";
import { fanSize, Hand } from "../playing/hand.js";
import { CardPicture, Pile, titleOf } from "../playing/held_card.js";

const FIRST = 5; // cards of the first hand
const MOST = 10; // cards drawn at a time
const USUAL_STEP = 9; // degrees between cards of a deck that declares no index
const ROOMY = 5; // cards that a fan has room for, at least
const SMALL_TABLE = 0.27; // of the room
const [LEAST, LARGEST] = [0.5, 6]; // CSS pixels a millimetre

// The attribute of a button that has nothing to do.
const off = (there) => ({ "aria-disabled": String(!there) });

const address = () => location.hash.split("?")[0];

// The address holds the seed and the moves, and is all there is to remember.
/** @param {Component} deck */
function useMoves(deck) {
  const asked = query();
  const seed = asked.get("seed") || "";
  const moves = readMoves(asked.get("moves"));
  const home = useRef(address());
  const set = (nextSeed, nextMoves) => {
    if (address() !== home.current) return; // one has left already
    history.replaceState(null, "", `${home.current}?seed=${nextSeed}&moves=${nextMoves.join("")}`);
    changed();
  };
  const deal = (count = FIRST) => set(newSeed(), [`d${count}`]);
  useLayoutEffect(() => {
    if (!seed) deal();
  }, [seed]);
  const state = useMemo(() => played(copiesOf(deck.cards), seed, moves), [deck.cards, seed, moves.join()]);
  return { state, seed, moves, deal, move: (one) => set(seed, [...moves, one]), undo: () => set(seed, moves.slice(0, -1)) };
}

// How large cards are, in CSS pixels a millimetre, where there is so much room: those of the hand,
// and those of the table.
/** @param {Component} deck */
function handScale(deck, count, step, wide, high) {
  if (settings.trueSize) return settings.pxPerMm;
  const { aside, up, down } = fanSize(deck, Math.max(count, ROOMY), step);
  return Math.max(Math.min(wide / (2 * aside), high / (up + down), LARGEST), LEAST);
}

/** @param {Component} deck */
const tableScale = (deck, wide, high) =>
  Math.max(Math.min((SMALL_TABLE * high) / deck.height, (wide - 60) / (3.4 * deck.width), LARGEST), LEAST);

/** @param {{ game: Game, component: Component, [more: string]: any }} given */
export function DealView({ game, component: deck }) {
  if (!deck.cards?.some((card) => card.copies))
    return html`<${Bare} title=${deck.title} titles=${[deck.title, game.title]}>There are no cards to deal.</${Bare}>`;
  return html`<${Deal} game=${game} deck=${deck} />`;
}

/** @param {{ game: Game, deck: Component, [more: string]: any }} given */
function Deal({ game, deck }) {
  const {
    state: { draw, hand, table, discard },
    seed,
    moves,
    deal,
    move,
    undo,
  } = useMoves(deck);
  const [at, setAt] = useState(-1); // the card of the hand that is chosen
  const index = useMemo(() => (deck.index ? stepFor(deck, deck.index) : 0), [deck.index?.join()]);
  const [many, setMany] = useState(FIRST);
  const [wished, setStep] = useState(null);
  const asked = wished ?? (deck.index ? index : USUAL_STEP);
  const [corners, setCorners] = useState(false);
  const [room, wide, high] = useSize();
  const [below, across, tall] = useSize();
  const view = useRef(null);
  const follow = useRef(false);
  const mirrored = Boolean(settings.leftHanded);
  const scale = handScale(deck, hand.length, asked, across, tall);
  const small = tableScale(deck, wide, high);
  const corner = cornerSeen(deck, hand.length, asked);
  const faces = hand.map(({ card }) => card.face);
  const groups = useAlike(game, deck, faces, corner, mirrored);
  const alike = useMemo(() => new Set((groups || []).flat()), [groups]);
  const chosen = Math.min(at, hand.length - 1);

  useEffect(
    () => prioritize(game.id, [...faces, ...draw.slice(0, MOST).map(({ card }) => card.face), draw[0]?.card.back].filter(Boolean)),
    [faces.join(), seed],
  );
  // Where the card that had the focus is gone, the next has it, or the draw pile.
  useLayoutEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    const next = view.current.querySelector('.held[tabindex="0"]') || view.current.querySelector(".pile .lies");
    next.focus({ preventScroll: true });
  });
  const act = (one) => {
    follow.current = document.activeElement.matches(".held, [data-table]");
    move(one);
  };
  const onHand = (letter) => () => {
    if (chosen < 0) return false;
    act(`${letter}${chosen}`);
    return true;
  };
  const onTable = () => Number(/** @type {HTMLElement} */ (document.activeElement)?.dataset.table ?? -1);
  const pull = (count) => {
    if (!draw.length) return false;
    move(`d${Math.min(count, draw.length)}`);
    return true;
  };
  const shift = (by) => {
    const to = chosen + by;
    if (chosen < 0 || to < 0 || to >= hand.length) return;
    setAt(to);
    act(`m${chosen}.${to}`);
  };
  const anew = () => {
    setAt(-1);
    deal(many);
  };
  const widen = (by) => setStep(Math.max(TIGHTEST, Math.min(WIDEST, asked + by)));

  useCommands({
    "deal.draw": (event) => pull(Number(event.key) || MOST),
    "deal.move": (event) => {
      if (!hand.length) return false;
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (event.shiftKey && Math.abs(by) === 1) shift(by);
      else {
        follow.current = true;
        setAt(Math.max(0, Math.min(hand.length - 1, chosen < 0 && by > 0 ? 0 : chosen + by)));
      }
      return true;
    },
    "deal.play": onHand("p"),
    "deal.discard": () => (onTable() < 0 ? onHand("x")() : (act(`y${onTable()}`), true)),
    "deal.under": onHand("b"),
    "deal.open": () => {
      if (chosen < 0) return false;
      go(game.id, deck.id, hand[chosen].card.id);
      return true;
    },
    "deal.undo": () => moves.length > 1 && undo(),
    "deal.anew": anew,
    "deal.gather": discard.length > 0 && (() => move("s")),
    "deal.corners": () => setCorners(!corners),
    "deal.left": () => toggle("leftHanded"),
    "deal.true": () => toggle("trueSize"),
    "deal.wider": () => widen(1),
    "deal.tighter": () => widen(-1),
  });

  const bar = html`<h1><a href=${link(game.id, deck.id)}>${deck.title}</a><span class="slash">/</span><span>Deal</span></h1>
    <span class="grow"></span>
    <${Button} label="Deal anew" hint="Shuffle all cards and deal anew" command="deal.anew" />
    <label class="many"
      >hand of${" "}
      <input
        type="number"
        min="1"
        max=${MOST}
        value=${many}
        aria-label="Cards of the first hand"
        onChange=${(event) => setMany(Math.max(1, Math.min(MOST, Number(event.target.value) || FIRST)))}
    /></label>
    <${Tool} icon="undo" label="Undo" aria-disabled=${String(moves.length < 2)} command="deal.undo" />
    <button type="button" class="seed" title="Copy a link to this deal" onClick=${() => copy(location.href)}>
      <span class="unseen">Copy a link to the deal </span>${seed}
    </button>
    <${TrueSize} command="deal.true" />`;
  const held = hand[chosen];
  const pile = { game, deck, scale: small };
  return html`<${Screen} titles=${["Deal", deck.title, game.title]} bar=${bar}>
    <div class=${kinds("deal", settings.trueSize && "true")} ref=${(one) => {
      room.current = one;
      view.current = one;
    }}>
      <${Banner} game=${game} />
      <div class="table-top">
        <${Pile} ...${pile} top=${draw[0]?.card} side=${draw[0]?.card.back} count=${draw.length} name="Draw pile"
          title="Draw a card (1)" act=${() => pull(1)} />
        <ul class="played" aria-label="On the table">${table.map(
          ({ key, card }, n) =>
            html`<li key=${key}>
              <button
                type="button"
                class="lies"
                data-table=${n}
                title=${`${titleOf(card)}: take back; x discards`}
                aria-label=${`${titleOf(card)}, take back`}
                onClick=${() => act(`t${n}`)}>
                <${CardPicture} game=${game} deck=${deck} card=${card} scale=${small} />
              </button>
            </li>`,
        )}
          ${!table.length && html`<li class="quiet">Played cards appear here.</li>`}</ul>
        <${Pile} ...${pile} top=${discard.at(-1)?.card} side=${discard.at(-1)?.card.face} count=${discard.length}
          name="Discard pile" title="Take the last card back" act=${() => move("k")} />
      </div>
      <div class="in-hand" ref=${below}>
        ${
          hand.length
            ? html`<${Hand}
                ...${{ game, deck, scale, mirrored, alike }}
                held=${hand}
                at=${chosen}
                choose=${setAt}
                play=${(n) => act(`p${n}`)}
                step=${asked}
                corner=${corners && hand.length > 1 ? corner : null} />`
            : html`<${Empty}>${
                draw.length ? "The hand is empty. Keys 1 to 9 draw cards." : "The hand and the draw pile are empty."
              }</${Empty}>`
        }
      </div>
      <div class="hand-tools">
        <${CornerNote} deck=${deck} corner=${corner} groups=${groups} held=${hand} showIndex=${
          stepOf(hand.length, index) > stepOf(hand.length, asked) ? () => setStep(index) : null
        } />
        <div class="acts" role="toolbar" aria-label="The chosen card">
          <${Button} label="Play" hint="Play the card" command="deal.play" ...${off(held)} />
          <${Button} label="Discard" hint="Discard the card" onClick=${onHand("x")} ...${off(held)} />
          <${Button} label="Put under" hint="Put the card under the draw pile" command="deal.under" ...${off(held)} />
          <${Button} label="Shuffle in" hint="Shuffle the discard pile into the draw pile" command="deal.gather" ...${off(discard.length)} />
        </div>
        <div class="acts" role="toolbar" aria-label="How cards are held">
          <label class="fan-spread" title="How far the fan is spread (− +)"
            ><span>Spread</span><input type="range" min=${TIGHTEST} max=${WIDEST} step="0.1" value=${asked} aria-label="Spread of the fan"
              onInput=${(event) => setStep(Number(event.target.value))} /></label>
          <${Button} label="Corners only" hint="Show corners only" on=${corners} command="deal.corners" />
          <${Button} label="Left-handed" hint="Fan the cards the other way round" on=${mirrored} command="deal.left" />
        </div>
      </div>
    </div>
  </${Screen}>`;
}
