// What the server says, and what the page keeps, for who checks the types of the page.

type Box = [x: number, y: number, width: number, height: number];

interface Place {
  path: string;
  line: number;
  column: number;
  cell?: string;
}

interface Finding extends Place {
  severity: "error" | "warning";
  code: string;
  message: string;
  notes: string[];
  hints: string[];
  sides: string[];
  many?: number; // designs that have it
}

/** What is wrong with the change of a number; -1 is no one of them. */
interface Fault extends Omit<Finding, "sides" | "line" | "column"> {
  change: number;
}

/** A side, in short; see `describe.side`. A page of a booklet is one, too. */
interface Side {
  p?: string; // the name of its picture
  e?: Finding[];
  w?: number; // warnings
  m?: number; // the edit that changed it last
  b?: string; // the picture before that
  z?: number[];
  s?: boolean; // it waits
  draft?: boolean;
}

interface Page extends Side {
  width: number;
  height: number;
}

interface Measures {
  width: number;
  height: number;
  bleed: [top: number, right: number, bottom: number, left: number];
  safe: number;
  radius: number;
}

interface Sides {
  face: string;
  back: string;
  copies: number;
}

interface Card extends Sides {
  id: string;
  type: string;
  title: string;
  fields: Record<string, any>;
  assumption: string;
}

/** A deck, board, booklet or another part; what has cards has no other sides. */
interface Component extends Measures {
  id: string;
  kind: string;
  title: string;
  cards?: Card[];
  fields?: { id: string; kind: string; doc: string }[];
  index?: [width: number, height: number];
  sides?: (Sides & Measures)[];
}

/** A design on a wall. */
interface Item extends Sides {
  key: string;
  ref: Partial<Card>;
  title: string;
  width: number;
  height: number;
  radius: number;
  name: string;
  like?: Item; // one that is gone has the size of this
}

interface About {
  id: string;
  title: string;
  subtitle?: string;
  players?: string;
  duration?: string;
  age?: string;
  version?: string;
  current: boolean;
  coming: { sides: number; pages: boolean };
}

interface Game extends About {
  components: Component[];
  sides: Record<string, Side>;
  texts: Record<string, { pages: Page[]; findings: Finding[]; why: string }>;
  faults: Record<string, Finding[]>;
  showcase: string[];
  edit: number;
  generation: number;
  revision?: number;
}

interface Summary extends About {
  kinds: { id: string; kind: string; title: string; count: number; designs: number }[];
  cover: string[];
}

interface Project {
  version: string;
  run: string;
  name: string;
  root: string;
  has_commands: boolean;
  editor: string;
  edit: number;
  files: string[];
  generation: number;
  games: Summary[];
  coming: string[];
  covers: Record<string, Record<string, Side>>;
  findings: Record<string, Finding[]>;
}

interface Step {
  id: number;
  label: string;
}

interface Store extends Pick<Project, "edit" | "files" | "generation" | "covers" | "findings"> {
  project: Project | null;
  games: Record<string, Game>;
  coming: Record<string, About["coming"]>;
  live: boolean;
  steps: Record<string, { undo: Step | null; redo: Step | null }>;
  sketches: Record<string, any>;
  writable: any;
  writing: any;
}

/** An event of the server; each type has its own values. */
interface Happening extends Record<string, any> {
  type: string;
  game?: string;
  generation?: number;
}

/** A value that is changed: of a card, rule, colour, style or note. */
type Where = Record<string, any>;

/** What an input needs to know of a field. */
interface Control {
  kind: string;
  label?: string;
  doc: string;
  required: boolean;
  default?: any;
  min?: number;
  max?: number;
  whole?: boolean;
  options?: string[];
  of?: Control;
  fields?: Record<string, Control>;
}

interface CardForm {
  path: string;
  broken: string;
  seen?: number; // the last value of this tab that it contains
  at: Place;
  made: string;
  options: Record<string, string[]>;
  fields: { name: string; control: Control; given: any; source: string; shared: any; at: Place | null }[];
}

interface DeckForm {
  path: string;
  broken: string;
  seen?: number;
  types: Record<string, Record<string, Control>>;
  columns: string[];
  defaults: Record<string, any>;
  cards: CardEntry[];
  options: Record<string, string[]>;
}

/** A deck as a table: its cards, in what order, how wide the columns are, which rows are selected. */
interface Table {
  game: Game;
  component: Component;
  form: DeckForm;
  cards: Map<string, CardEntry>;
  items: Item[];
  sort: { name: string; down: boolean };
  widths: Record<string, number>;
  chosen: Set<string>;
  [more: string]: any;
}

interface CardEntry {
  id: string;
  key: string; // stays when the card gets another id
  type: string;
  line: number;
  given: Record<string, any>;
  made: string;
}

/** The attributes of what a card is dragged by and dropped on, by its key. */
interface Drag {
  handle: (key: string) => object;
  target: (key: string) => object;
}

/** What the tiles of a wall have in common, and what is known of some of their items by key. */
interface Wall {
  game: Game;
  component: Component;
  repeated: Set<string>;
  told?: Finding[];
  excerpts?: Map<string, any>;
  noted?: Record<string, Note[]>;
  kinds?: Map<string, string>;
  hand?: string[] | null;
  pick?: any;
  drag?: null | Drag;
}

/** What is asked for on a wall. */
interface Asked {
  query: string;
  picked: Record<string, string[]>;
  order: string;
  changed: boolean;
  differs: boolean;
  sized: { name: string; at: string; keys: string[] } | null;
  last: number;
  hand: string[] | null; // the cards that are picked, while some are
}

/** What differs from an earlier state; see `history/comparison.py`. */
interface Comparison {
  line: string;
  rules: any[];
  titles: any[];
  things: { component: string; id: string; title: string; kind: string; was: string; said: string[]; fields: any[]; sides: string[] }[];
  sides: Record<string, { kind: string; b?: string; width?: number; height?: number; bleed?: number[] }>;
  problems: Finding[];
  state?: { id: string; [more: string]: any };
  left: number;
  of: number;
  gone?: boolean;
}

interface Diff {
  active: boolean;
  comparison: Comparison | null;
  kinds: Map<string, string>;
  left: Item[];
  listed: any[];
  count: number;
}

/** The colours and text styles of a game. */
interface ThemeForm {
  path: string;
  rules: Record<string, { given: any; text: string }>;
  colors: ({ hex: string } & Themed)[];
  styles: Themed[];
  style: Record<string, Control>;
  options: Record<string, string[]>;
}

interface Themed {
  name: string;
  given: any;
  at: Place | null;
  used: { sides: string[]; texts: string[] };
}

/** A text of a game beside its translation; `was` is what it said when that was made, if that is stale. */
interface TranslatedText {
  context: string;
  source: string;
  form: "plain" | "rich" | "markdown" | "printed" | "template";
  state: "translated" | "missing" | "stale";
  text: string;
  was: string;
  at: Place | null;
  card: string; // `deck/card`
  findings: Finding[];
}

interface Listing {
  languages: string[];
  language: string;
  source: string;
  counts?: { texts: number; translated: number; missing: number; stale: number; gone: number };
  texts: TranslatedText[];
  problems: Finding[];
}

/** A note of a playtest; `on` is the address of what it is on, in its game. */
interface Note {
  id: string;
  number: number; // among those on the same
  on: string;
  side: "face" | "back";
  x: number | null;
  y: number | null;
  text: string;
  date: string | null;
  state: "open" | "done";
  at: Place;
}

/** An option or argument of a command of the command line. */
interface CommandField {
  name: string;
  label: string;
  kind: "flag" | "choice" | "number" | "text" | "path";
  help: string;
  heading: string;
  choices: string[];
  words: Record<string, string>;
  is_required: boolean;
  is_option: boolean;
  is_multiple: boolean;
  count: number;
  placeholder: string;
}

interface CommandForm {
  id: string;
  group: string;
  title: string;
  help: string;
  has_game: boolean;
  fields: CommandField[];
}

/** The last run of a command; `code` is null until it ends. */
interface CommandRun {
  id: string;
  words: string;
  lines: string[];
  files: string[];
  code: number | null;
  progress: [position: number, total: number, step: string] | null;
}
