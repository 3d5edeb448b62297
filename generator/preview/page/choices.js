// What can be done, narrowed by what was clicked: options are rows of cells, and every click says one cell more.

const LAST = ["payment", "gains"];

/** The columns in the order in which they are asked for. */
export const columnsOf = (options) => {
  const all = Object.keys(options[0] || {});
  const rest = all.filter((name) => !["action", "card", ...LAST].includes(name));
  return ["action", "card", ...rest, ...LAST].filter((name) => all.includes(name));
};

/** The names that a cell lists. */
export const listed = (text) => (text || "").split(";").map((name) => name.trim()).filter(Boolean);

/** Whether a piece of this title is what a cell names: “Thorn 7”, or “I” for “I Thorn” and “I hidden”. */
export const names = (text, title) => Boolean(title) && listed(text).some((name) => name === title || title.startsWith(`${name} `));

/** The tokens of a cell such as “2E 1I”, by their letters; null for what is no such thing. */
export function tokensIn(text) {
  const counts = {};
  for (const part of (text || "").split(/[\s,;]+/).filter(Boolean)) {
    const match = /^\+?(\d+)\s*([A-Za-z]{1,3})$/.exec(part);
    if (!match) return null;
    counts[match[2]] = (counts[match[2]] || 0) + Number(match[1]);
  }
  return counts;
}

const LISTS = new Set(["card", "space"]);

/** What was clicked so far. */
export class Picks {
  constructor() {
    this.clear();
  }

  clear() {
    this.cells = {};
    this.titles = [];
    this.tokens = {};
    /** If set, the only options that are meant. */
    this.only = null;
  }

  get empty() {
    return !this.only && !Object.keys(this.cells).length && !this.titles.length && !Object.keys(this.tokens).length;
  }

  /** The options that fit, by their place in the list. */
  fitting(options) {
    return options.map((cells, at) => ({ cells, at })).filter(({ cells, at }) => this.fits(cells) && (!this.only || this.only.has(at)));
  }

  fits(cells) {
    if (Object.entries(this.cells).some(([column, text]) => (cells[column] || "") !== text)) return false;
    if (!this.titles.every((title) => Object.entries(cells).some(([column, text]) => isPlace(column) && names(text, title)))) return false;
    return Object.entries(this.tokens).every(([letter, count]) => {
      const spent = tokensIn(cells.payment) || {};
      const taken = tokensIn(cells.gains) || {};
      return Math.max(spent[letter] || 0, taken[letter] || 0) >= count;
    });
  }

  /** A piece was clicked; one that was clicked before is let go. */
  toggle(title) {
    this.titles = this.titles.includes(title) ? this.titles.filter((one) => one !== title) : [...this.titles, title];
  }
}

const isPlace = (column) => !["action", "gains"].includes(column) || LISTS.has(column);

/** The first column in which options differ, with its values; null if they are one. */
export function question(fitting) {
  for (const column of columnsOf(fitting.map(({ cells }) => cells))) {
    const values = [...new Set(fitting.map(({ cells }) => cells[column] || ""))];
    if (values.length > 1) return { column, values };
  }
  return null;
}

/** Whether a piece of this title is part of any option that fits. */
export const lights = (fitting, title) => fitting.some(({ cells }) =>
  Object.entries(cells).some(([column, text]) => isPlace(column) && names(text, title)));

/** Whether one more token of a letter can be meant. */
export const lightsToken = (fitting, letter, picked) => fitting.some(({ cells }) =>
  [cells.payment, cells.gains].some((text) => ((tokensIn(text) || {})[letter] || 0) > (picked[letter] || 0)));
