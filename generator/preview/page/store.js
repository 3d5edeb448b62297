// What the server last said, what the person looking has chosen, and who wants to know of either.

const KEPT = "pnp-preview";
const CSS_PX_PER_MM = 96 / 25.4;
const CHOICES = {
  theme: "auto", size: 2.2, truly: false, pxPerMm: CSS_PX_PER_MM,
  bleed: false, cut: false, safe: false, sight: "", opacity: 50, side: "front",
};

function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) || "{}");
    const sound = Object.entries(CHOICES).filter(([name, usual]) => typeof kept[name] === typeof usual);
    return { ...CHOICES, ...Object.fromEntries(sound.map(([name]) => [name, kept[name]])) };
  } catch {
    return { ...CHOICES };
  }
}

export const chosen = remembered();
export const usualPxPerMm = CSS_PX_PER_MM;
const listeners = new Set();

/** Changes choices, keeps them in this browser, and tells whoever listens. */
export function choose(changes) {
  Object.assign(chosen, changes);
  try {
    localStorage.setItem(KEPT, JSON.stringify(chosen));
  } catch {
    // A browser that keeps nothing still shows everything.
  }
  for (const listener of listeners) listener(changes);
}

/** Calls a function after every change of the choices. */
export const onChoice = (listener) => listeners.add(listener);

const EMPTY = {
  revision: -1, status: "drawing", game: { title: "", version: "" }, said: [],
  components: [], pieces: [], problems: [], sheets: [], scenes: [], booklets: [], print: null,
};

/** The state as the page works with it: lists as they came, and what is looked up in them by id. */
export class State {
  constructor(said = {}) {
    Object.assign(this, EMPTY, said);
    for (const name of ["components", "pieces", "problems", "sheets", "scenes", "booklets"]) this[name] ||= [];
    this.pieceOf = new Map(this.pieces.map((piece) => [piece.id, piece]));
    this.componentOf = new Map(this.components.map((component) => [component.id, component]));
    this.ordered = this.components.flatMap((component) =>
      (component.pieces || []).map((id) => this.pieceOf.get(id)).filter(Boolean));
    this.words = new WeakMap();
  }

  /** The Problems of a piece, the gravest first. */
  problemsOf(piece) {
    const order = ["error", "warning", "note"];
    return (piece.problems || []).map((index) => this.problems[index]).filter(Boolean)
      .sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  }

  /** The gravest severity of a piece, or "" if nothing is wrong with it; a note is nothing wrong. */
  gravest(piece) {
    const first = this.problemsOf(piece)[0];
    return first && first.severity !== "note" ? first.severity : "";
  }

  /** Whether a piece has a word, in small letters, in a field; one such as cards!a1 is sought in its cells. */
  has(piece, word) {
    let words = this.words.get(piece);
    if (words === undefined) {
      const record = piece.record || [];
      const texts = [piece.title, piece.identity, piece.layer, piece.mark, ...record.map((field) => field.value)];
      const cells = record.map((field) => field.cell);
      words = [texts, cells].map((all) => all.join("\n").toLocaleLowerCase());
      this.words.set(piece, words);
    }
    return words[word.includes("!") ? 1 : 0].includes(word);
  }
}

/** The state that is shown now. */
export const now = { state: new State() };
