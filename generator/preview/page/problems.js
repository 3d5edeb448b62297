// Problems: one beside its card, and the list of them all.

import { byId, h, icon, many, redraw } from "./dom.js";
import { makeFace, measure, shape, show } from "./faces.js";
import { now } from "./store.js";

const NAMES = { error: "Errors", warning: "Warnings", note: "Notes" };
const ONE = { error: "Error", warning: "Warning", note: "Note" };
const MOST_PICTURES = 12;
const MOST_SHOWN = 300;
const THUMB_PX = 44;

/** A place in the workbook or a file, which a click copies. */
export function place(where) {
  return h("button", { type: "button", class: "place", "data-copy": where, title: `Copy ${where}` }, h("span", { text: where }), icon("copy"));
}

/** A Problem with its place, what is wrong, how to mend it and what follows from it. */
export function problemItem(problem, pieces = []) {
  const follows = (problem.follows || []).map((line) => h("li", { text: line }));
  return h("article", { class: "problem", "data-severity": problem.severity },
    h("header", {}, icon(problem.severity), h("span", { class: "unseen", text: `${ONE[problem.severity] || "Problem"}: ` }), place(problem.where)),
    h("p", { class: "what", text: problem.what }),
    problem.mend ? h("p", { class: "mend", text: problem.mend }) : null,
    follows.length ? h("details", { open: follows.length < 4 }, h("summary", { text: "What follows from it" }), h("ul", {}, follows)) : null,
    pieces.length ? h("p", { class: "concerned" }, pieces.slice(0, MOST_PICTURES).map(thumb),
      pieces.length > MOST_PICTURES ? h("span", { class: "hint", text: `and ${pieces.length - MOST_PICTURES} more` }) : null) : null);
}

function thumb(piece) {
  const component = now.state.componentOf.get(piece.component);
  const face = makeFace();
  measure(face, component);
  shape(face, component);
  const scale = Math.min(THUMB_PX / component.width_mm, THUMB_PX / component.height_mm);
  face.style.setProperty("--mm", `${scale}px`);
  show(face, piece.front, { alt: "", pxPerMm: scale });
  return h("a", { class: "thumb", href: `#/card/${encodeURIComponent(piece.id)}` }, face, h("span", { text: piece.title }));
}

/** Draws the list of all Problems. */
export function update() {
  const { state } = now;
  const concerned = state.ordered.filter((piece) => piece.problems?.length);
  redraw(byId("view-problems"), [state.problems, concerned], () => listOf(state, concerned));
}

function listOf(state, concerned) {
  const of = new Map();
  for (const piece of concerned) {
    for (const index of piece.problems) of.set(index, [...(of.get(index) || []), piece]);
  }
  const groups = Object.keys(NAMES).map((severity) => {
    const found = state.problems.map((problem, index) => ({ problem, index })).filter(({ problem }) => problem.severity === severity);
    if (!found.length) return null;
    const shown = found.slice(0, MOST_SHOWN).map(({ problem, index }) => problemItem(problem, of.get(index)));
    const more = found.length > MOST_SHOWN ? h("p", { class: "hint", text: `and ${many(found.length - MOST_SHOWN, "more", "more")}; pnp check lists them all` }) : null;
    return h("section", { class: "severity" }, h("h2", {}, `${NAMES[severity]} `, h("span", { class: "count", text: String(found.length) })), shown, more);
  }).filter(Boolean);
  const none = h("div", { class: "empty" }, h("h2", { text: "No Problems" }), h("p", { text: "Everything that was checked is as it should be." }));
  return h("div", { class: "column" }, h("h1", { class: "unseen", text: "Problems" }), groups.length ? groups : none);
}
