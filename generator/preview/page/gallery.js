// All components as a gallery: a section for each, a tile for each design, and what is filtered out of them.

import { byId, h, icon, many, mm, put, vary } from "./dom.js";
import { makeFace, measure, pictureOf, shape, show } from "./faces.js";
import { chosen, now } from "./store.js";

const WIDEST_PX = 420;
const NARROWEST_PX = 52;
const FRESH_MS = 6000;
const SINCE = { new: "new", changed: "changed", moved: "moved" };

const tiles = new Map();
const sections = new Map();
export const filter = { deck: "", layer: "", text: "", changed: false, problem: false };

/** Points of the screen for a millimetre of a component, as the gallery shows it. */
export function scaleOf(component) {
  if (chosen.truly) return chosen.pxPerMm;
  const widest = Math.min(WIDEST_PX, document.documentElement.clientWidth - 48) * (chosen.size / 2.2);
  const most = Math.min(widest, document.documentElement.clientWidth - 40) / component.width_mm;
  const least = NARROWEST_PX / Math.min(component.width_mm, component.height_mm);
  return Math.min(most, Math.max(least, chosen.size));
}

/** Whether a piece is among what the last print does not have as it is now. */
export const isChanged = (piece) => piece.since_print === "new" || piece.since_print === "changed";

/** The pieces that the filter lets through, in the order of the gallery. */
export function matching() {
  const { state } = now;
  const words = filter.text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return state.ordered.filter((piece) =>
    (!filter.deck || piece.component === filter.deck) &&
    (!filter.layer || piece.layer === filter.layer) &&
    (!filter.changed || isChanged(piece)) &&
    (!filter.problem || state.gravest(piece)) &&
    words.every((word) => state.has(piece, word)));
}

/** Brings the gallery up to date: what is the same stays as it is, so that nothing jumps. */
export function update(fresh = new Set()) {
  const { state } = now;
  const gallery = byId("gallery");
  drop(tiles, state.pieceOf);
  drop(sections, state.componentOf);
  state.components.forEach((component, index) => {
    const section = sections.get(component.id) || newSection(component);
    if (gallery.children[index] !== section) gallery.insertBefore(section, gallery.children[index] || null);
    fillSection(section, component, fresh);
  });
  refilter();
}

function drop(made, living) {
  for (const [id, element] of made) {
    if (!living.has(id)) {
      element.remove();
      made.delete(id);
    }
  }
}

function newSection(component) {
  const title = h("h2", { id: `deck-${component.id}` });
  const section = h("section", { class: "deck", "aria-labelledby": title.id },
    h("header", {}, title, h("p", { class: "facts" })), h("div", { class: "tiles" }));
  sections.set(component.id, section);
  return section;
}

function fillSection(section, component, fresh) {
  const { state } = now;
  const scale = scaleOf(component);
  vary(section, { "--mm": `${scale}px` });
  measure(section, component);
  const pieces = (component.pieces || []).map((id) => state.pieceOf.get(id)).filter(Boolean);
  const copies = pieces.reduce((sum, piece) => sum + piece.copies, 0);
  put(section.querySelector("h2"), { text: component.title });
  const facts = [many(pieces.length, "design"), many(copies, "piece"), `${mm(component.width_mm)} × ${mm(component.height_mm)} mm`];
  if (component.sheet) facts.push(`sheet ${component.sheet}`);
  put(section.querySelector(".facts"), { text: facts.join(" · ") });
  const holder = section.lastChild;
  pieces.forEach((piece, index) => {
    const tile = tiles.get(piece.id) || newTile(piece);
    if (holder.children[index] !== tile) holder.insertBefore(tile, holder.children[index] || null);
    fillTile(tile, piece, component, scale);
    if (fresh.has(piece.id)) flash(tile);
  });
}

const blank = h("a", { class: "tile", tabindex: "-1" }, makeFace(), h("span", { class: "caption" },
  h("span", { class: "sign" }), h("span", { class: "title" }), h("span", { class: "meta" })));

function newTile(piece) {
  const tile = blank.cloneNode(true);
  put(tile, { id: `tile-${piece.id}`, href: `#/card/${encodeURIComponent(piece.id)}`, "data-id": piece.id });
  tiles.set(piece.id, tile);
  return tile;
}

function fillTile(tile, piece, component, scale) {
  const gravest = now.state.gravest(piece);
  const face = tile.firstChild;
  shape(face, component);
  show(face, piece.front, { alt: "", pxPerMm: scale });
  const [sign, title, meta] = tile.lastChild.children;
  put(title, { text: piece.title, title: piece.title });
  const since = SINCE[piece.since_print] || "";
  const facts = [piece.copies === 1 ? "" : `×${piece.copies}`, piece.stale ? "last good picture" : since].filter(Boolean);
  put(meta, { text: facts.join(" · ") });
  if (sign.dataset.of !== gravest) {
    sign.replaceChildren(...(gravest ? [icon(gravest)] : []));
    sign.dataset.of = gravest;
  }
  put(tile, {
    "data-since": since || null,
    "data-problem": gravest || null,
    "data-stale": piece.stale ? "" : null,
    "aria-label": [piece.title, many(piece.copies, "copy", "copies"), since, gravest && "has a Problem", piece.stale && "last good picture"].filter(Boolean).join(", "),
  });
}

function flash(tile) {
  tile.classList.add("fresh");
  setTimeout(() => tile.classList.remove("fresh"), FRESH_MS);
}

/** A picture that came before the state did. */
export function early(piece) {
  const tile = tiles.get(piece.id);
  const component = now.state.componentOf.get(piece.component);
  if (tile && component) show(tile.firstChild, piece.front, { alt: "", pxPerMm: scaleOf(component) });
}

/** Sizes the pictures anew, and takes sharper ones where they are needed. */
export function resize() {
  for (const component of now.state.components) {
    const section = sections.get(component.id);
    if (!section) continue;
    const scale = scaleOf(component);
    vary(section, { "--mm": `${scale}px` });
    for (const id of component.pieces || []) {
      const piece = now.state.pieceOf.get(id);
      const picture = tiles.get(id)?.querySelector("img");
      if (piece?.front && picture) put(picture, { src: pictureOf(piece.front, scale) });
    }
  }
}

/** Hides what does not match, and says how much is left. */
export function refilter() {
  const found = matching();
  const ids = new Set(found.map((piece) => piece.id));
  for (const [id, tile] of tiles) if (tile.hidden === ids.has(id)) tile.hidden = !ids.has(id);
  const decks = new Set(found.map((piece) => piece.component));
  for (const [id, section] of sections) section.hidden = !decks.has(id);
  const all = now.state.ordered.length;
  byId("found").textContent = found.length === all ? many(all, "design") : `${found.length} of ${many(all, "design")}`;
  byId("gallery").classList.toggle("filtered", found.length !== all);
  sayNoMatch(found.length, all);
  rove();
  return found;
}

function sayNoMatch(found, all) {
  const empty = byId("no-match");
  empty.hidden = found > 0;
  if (found) return;
  const [title, text] = !all && now.state.status === "drawing" ? ["Reading the workbook", "Its cards come one by one."]
    : !all ? ["Nothing is drawn yet", "As soon as the workbook can be read, its cards are here."]
    : filter.changed && !now.state.print?.recorded ? ["No print is recorded yet", "Record a print, and what changes after it is found here."]
      : filter.changed && !filter.text && !filter.deck && !filter.layer && !filter.problem ? ["Nothing changed since the last print", "What lies on the table is what the workbook says."]
        : filter.problem && !filter.text && !filter.deck && !filter.layer && !filter.changed ? ["No card has a Problem", "Everything can be printed as it is."]
          : ["No card matches", "Try fewer words, or take a filter away."];
  const clear = h("button", { type: "button", class: "chip", "data-clear": "", text: "Show all cards" });
  empty.replaceChildren(h("h2", { text: title }), h("p", { text }), all ? clear : "");
}

// ---------------------------------------------------------------- walking with the keyboard

/** One tile takes the focus of the Tab key: the last one that had it. */
export function rove(id = byId("gallery").dataset.at) {
  const gallery = byId("gallery");
  const before = gallery.querySelector('.tile[tabindex="0"]');
  let tile = id ? tiles.get(id) : null;
  if (!tile || tile.hidden) tile = gallery.querySelector(".deck:not([hidden]) .tile:not([hidden])");
  if (before && before !== tile) before.tabIndex = -1;
  if (tile) {
    tile.tabIndex = 0;
    gallery.dataset.at = tile.dataset.id;
  }
  return tile;
}

/** Puts the focus on a tile, if it is there. */
export function focusTile(id) {
  const tile = rove(id);
  if (tile && tile.dataset.id === id) tile.focus({ preventScroll: false });
}

/** Moves the focus by an arrow key: left and right in order, up and down to what lies there. */
export function walk(from, key) {
  const shown = [...byId("gallery").querySelectorAll(".deck:not([hidden]) .tile:not([hidden])")];
  const at = shown.indexOf(from);
  let next;
  if (key === "ArrowLeft") next = shown[at - 1];
  else if (key === "ArrowRight") next = shown[at + 1];
  else if (key === "Home") next = shown[0];
  else if (key === "End") next = shown.at(-1);
  else next = above(shown, at, key === "ArrowDown" ? 1 : -1);
  if (!next) return;
  rove(next.dataset.id);
  next.focus();
}

/** The tile of the next row, up or down, whose middle is nearest. */
function above(shown, at, step) {
  const box = shown[at].getBoundingClientRect();
  const middle = box.left + box.width / 2;
  let best = null;
  let row = null;
  for (let index = at + step; shown[index]; index += step) {
    const other = shown[index].getBoundingClientRect();
    const beyond = step > 0 ? other.top >= box.bottom - 1 : other.bottom <= box.top + 1;
    if (!beyond) continue;
    row ??= other;
    if (step > 0 ? other.top >= row.bottom : other.bottom <= row.top) break;
    const distance = Math.abs(other.left + other.width / 2 - middle);
    if (!best || distance < best.distance) best = { distance, tile: shown[index] };
  }
  return best?.tile;
}
