// One card large: both faces, its record with the cell of every field, and what is wrong with it.

import { byId, h, icon, many, mm, put, redraw, vary } from "./dom.js";
import { makeFace, measure, shape, show } from "./faces.js";
import { filter, matching } from "./gallery.js";
import { place, problemItem } from "./problems.js";
import { chosen, now } from "./store.js";

const ZOOMS = [1, 1.5, 2, 3, 4];
const GAP_PX = 24;
const SINCE = {
  new: "New since the last print", changed: "Changed since the last print",
  moved: "Elsewhere in its deck than at the last print", same: "As it was printed last",
};
const open = { id: "", zoom: 0 };
let parts = null;

/** Shows a piece; the neighbours are those that the filter lets through. */
export function showCard(id) {
  if (open.id !== id) open.zoom = 0;
  open.id = id;
  update();
}

/** Puts the focus on the name of the card. */
export function focusCard() {
  parts?.title.focus({ preventScroll: true });
}

/** The id of the piece before (-1) or after (1) the open one, among those that match the filter. */
export function neighbour(step) {
  const list = around();
  const at = list.findIndex((piece) => piece.id === open.id);
  return list[at + step]?.id;
}

function around() {
  const list = matching();
  return list.some((piece) => piece.id === open.id) ? list : now.state.ordered;
}

/** Brings the view up to date. */
export function update() {
  const view = byId("view-card");
  const piece = now.state.pieceOf.get(open.id);
  const component = piece && now.state.componentOf.get(piece.component);
  if (!component) {
    parts = null;
    const waiting = now.state.revision < 0;
    view.replaceChildren(h("div", { class: "empty" }, h("h2", { text: waiting ? "Drawing …" : "This card is not there" }),
      waiting ? "" : h("p", { text: "It was removed or renamed since." }), h("a", { class: "chip", href: "#/cards", text: "All cards" })));
    return;
  }
  if (!parts) build(view);
  fill(piece, component);
}

function build(view) {
  const step = (by, name, text) => h("a", { class: "quiet square", "aria-label": text, title: text, "data-step": by }, icon(name));
  const zoom = (by, name, text) => h("button", { type: "button", class: "quiet square", "data-zoom": by, "aria-label": text, title: text }, icon(name));
  parts = {
    before: step(-1, "left", "The card before (←)"), after: step(1, "right", "The next card (→)"),
    where: h("span", { class: "where" }), less: zoom(-1, "less", "Smaller (−)"), more: zoom(1, "more", "Larger (+)"),
    edit: h("a", { class: "main", title: "Drag what is on it" }, icon("hand"), "Lay it out"),
    stage: h("div", { class: "stage", tabindex: "0", role: "group", "aria-label": "Pictures" }),
    front: side("Front"), back: side("Back"),
    title: h("h1", { tabindex: "-1", "aria-live": "polite" }), facts: h("p", { class: "facts" }), flags: h("p", { class: "flags" }),
    problems: h("div", { class: "beside" }), balance: h("div", {}), notes: h("div", {}), record: h("div", { class: "record" }),
  };
  parts.stage.append(parts.front, parts.back);
  view.replaceChildren(
    h("div", { class: "path" }, h("a", { class: "chip", href: "#/cards" }, icon("left"), "All cards"),
      h("span", { class: "steps" }, parts.before, parts.where, parts.after), h("span", { class: "gap" }), parts.edit, h("span", { class: "steps" }, parts.less, parts.more)),
    h("div", { class: "bench" }, parts.stage,
      h("div", { class: "panel" }, parts.title, parts.facts, parts.flags, parts.problems, parts.balance, parts.notes, parts.record)));
}

function side(name) {
  return h("figure", {}, makeFace({ lazy: false }), h("figcaption", { text: name }));
}

function fill(piece, component) {
  const list = around();
  const at = list.findIndex((other) => other.id === piece.id);
  for (const [link, by] of [[parts.before, -1], [parts.after, 1]]) {
    const other = list[at + by];
    put(link, { href: other ? `#/card/${encodeURIComponent(other.id)}` : null, "aria-disabled": other ? null : "true" });
  }
  put(parts.edit, { href: `#/edit/${encodeURIComponent(piece.id)}/front` });
  parts.edit.hidden = !now.state.editable;
  const some = list.length !== now.state.ordered.length && Object.values(filter).some(Boolean);
  put(parts.where, { text: `${at + 1} of ${list.length.toLocaleString("en")}${some ? " found" : ""}` });
  put(parts.title, { text: piece.title });
  const facts = [component.title, many(piece.copies, "copy", "copies"), `${mm(component.width_mm)} × ${mm(component.height_mm)} mm`];
  put(parts.facts, { text: facts.join(" · ") });
  redraw(parts.flags, [piece.stale, piece.since_print, piece.mark], () => flagsOf(piece));
  parts.front.hidden = false;
  parts.back.hidden = !piece.back;
  put(parts.stage, { "data-stale": piece.stale ? "" : null });
  const problems = now.state.problemsOf(piece);
  redraw(parts.problems, problems, () => problems.map((problem) => problemItem(problem)));
  redraw(parts.balance, piece.balance || [], () => (piece.balance || []).map((sentence) => h("p", { class: "hint", text: sentence })));
  redraw(parts.notes, piece.notes || [], () => (piece.notes || []).map((note) => h("p", { class: "hint", text: `Noted at the table: ${note}` })));
  redraw(parts.record, [piece.record, problems], () => recordOf(piece, problems));
  fit();
}

function flagsOf(piece) {
  const flags = [];
  if (piece.stale) flags.push(h("span", { class: "flag", "data-kind": "stale" }, icon("error"), "The last good picture"));
  if (SINCE[piece.since_print]) flags.push(h("span", { class: "flag", "data-kind": piece.since_print, text: SINCE[piece.since_print] }));
  if (piece.mark) flags.push(h("span", { class: "flag", title: "The mark that is printed on it" }, "Mark ", h("code", { text: piece.mark })));
  return flags;
}

const held = (value) => h("td", { class: value === "" ? "none" : null, text: value === "" ? "empty" : value });

/** What is typed in a cell that cannot be read, with its message. */
function notUnderstood(typed, problem) {
  return h("td", { class: "unread" }, h("del", { text: typed || "empty" }),
    h("small", { text: problem ? `Not understood: ${problem.what} ${problem.mend}` : "Not understood" }));
}

function recordOf(piece, problems) {
  const record = piece.record || [];
  if (!record.length) {
    return h("p", { class: "hint", text: "It has no row of its own: everything on it comes from its template." });
  }
  const faulty = new Map(problems.map((problem) => [problem.where, problem.severity]));
  const rows = record.map(({ field, value, cell, unread }) => h("tr", { "data-severity": faulty.get(cell) || null },
    h("th", { scope: "row", text: field }), unread ? notUnderstood(value, problems.find((problem) => problem.where === cell)) : held(value),
    h("td", { class: "cell" }, place(cell))));
  return h("table", {}, h("caption", { class: "unseen", text: "The row of this card" }),
    h("thead", { class: "unseen" }, h("tr", {}, ["Field", "Value", "Cell"].map((text) => h("th", { scope: "col", text })))), h("tbody", {}, rows));
}

/** Sizes the faces: as large as there is room for, or as on paper, times the zoom. */
export function fit() {
  const piece = now.state.pieceOf.get(open.id);
  const component = piece && now.state.componentOf.get(piece.component);
  if (!parts || !component) return;
  const scale = fitted(component, Boolean(piece.back)) * (chosen.truly ? 1 : ZOOMS[open.zoom]);
  for (const [figure, digest, name] of [[parts.front, piece.front, "front"], [parts.back, piece.back, "back"]]) {
    const face = figure.firstChild;
    measure(face, component);
    shape(face, component);
    vary(face, { "--mm": `${scale}px` });
    show(face, digest, { alt: `${piece.title}, ${name}${piece.stale ? ", the last good picture" : ""}`, pxPerMm: scale });
  }
  parts.less.disabled = chosen.truly || open.zoom === 0;
  parts.more.disabled = chosen.truly || open.zoom === ZOOMS.length - 1;
}

function fitted(component, both) {
  if (chosen.truly) return chosen.pxPerMm;
  const extra = chosen.bleed ? 2 * component.bleed_mm : 0;
  const [w, h] = [component.width_mm + extra, component.height_mm + extra];
  const room = parts.stage.clientWidth - 2 * GAP_PX;
  const tall = Math.max(300, window.innerHeight - 250);
  if (!both) return Math.min(room / w, tall / h);
  const beside = Math.min((room - GAP_PX) / (2 * w), tall / h);
  const stacked = Math.min(room / w, (tall - GAP_PX - 24) / (2 * h));
  const phone = room < 420 ? Math.min(room / w, (tall * 0.9) / h) : 0;
  parts.stage.classList.toggle("stacked", Math.max(stacked, phone) > beside);
  return Math.max(beside, stacked, phone);
}

/** One step larger or smaller. */
export function zoom(step) {
  open.zoom = Math.min(ZOOMS.length - 1, Math.max(0, open.zoom + step));
  fit();
}
