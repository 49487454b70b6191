// Which view an address leads to. A view gets `game`, and `rest`, the address behind its own name.

import { BesideView } from "./beside.js";
import { BoardView } from "./flat.js";
import { BookletView } from "./booklet.js";
import { CommandsView } from "../commands/panel.js";
import { CardView } from "./card.js";
import { DealView } from "./deal.js";
import { GameView } from "./game.js";
import { NotesView } from "./notes.js";
import { PrintView } from "./print.js";
import { RulesView } from "./rules.js";
import { SetupView } from "./setup.js";
import { TableView } from "../editing/table.js";
import { ThemeView } from "../editing/theme.js";
import { TranslationsView } from "./translations.js";
import { WallView } from "./wall.js";

// What stands below the parts of a game.
export const SECTIONS = [
  { id: "~setup", title: "Set-up", icon: "table", view: SetupView },
  { id: "~beside", title: "Side by side", icon: "beside", view: BesideView },
  { id: "~print", title: "Pages to print", icon: "sheets", view: PrintView },
  { id: "~make", title: "Make and print", icon: "print", view: CommandsView },
  { id: "~rules", title: "Rule numbers", icon: "rules", view: RulesView },
  { id: "~notes", title: "Notes", icon: "note", view: NotesView },
  { id: "~translations", title: "Translations", icon: "speech", view: TranslationsView },
  { id: "~theme", title: "Colours and styles", icon: "palette", view: ThemeView },
];

// Other ways to look at a part than as a wall: by what follows its name in the address.
export const WAYS = { "~deal": DealView, "~table": TableView };

const KINDS = { booklet: BookletView, leaflet: BookletView, board: BoardView };

// The view of a game at an address, with what it is given, and a key: as long as that is the same,
// the view stays as it is.
/** @param {Game} game @param {string[]} address */
export function viewOf(game, [part, ...rest]) {
  const section = SECTIONS.find((one) => one.id === part);
  if (section) return { view: section.view, given: { game, rest }, key: part };
  const component = game.components.find((one) => one.id === part && one.kind !== "table");
  if (!component) return { view: GameView, given: { game }, key: "" };
  const [first, ...more] = rest;
  if (WAYS[first]) return { view: WAYS[first], given: { game, component, rest: more }, key: `${part}/${first}` };
  const kind = KINDS[component.kind];
  if (kind) return { view: kind, given: { game, component, rest }, key: `${part}/${rest.length ? "one" : "all"}` };
  if (rest.length) return { view: CardView, given: { game, component, id: rest.join("/") }, key: `${part}/one` };
  return { view: WallView, given: { game, component }, key: part };
}
