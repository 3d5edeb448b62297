// Games without rules: cards lie where somebody dragged them, on each other they are a stack.

import { byId, h, vary } from "./dom.js";

const SNAP_MM = 12;
const STARTS_PX = 6;

/** The cards that have a place, with a count on stacks, for `places` to lay down; all others lie in a row. */
export function spreadOut(pieces, told) {
  const { decks, placed } = told.free;
  const backs = decks.map((name) => pieces.byComponent.get(pieces.told.components.find(({ title }) => title === name)?.id));
  const things = placed.map((card, at) => {
    const piece = card.title ? pieces.find(card.title) : backs[card.deck];
    const form = pieces.components.get(piece?.component) || { width_mm: 44, height_mm: 60 };
    const under = card.at ? placed.slice(0, at + 1).filter((other) => other.at && String(other.at) === String(card.at)).length : 1;
    const top = !placed.slice(at + 1).some((other) => other.at && String(other.at) === String(card.at));
    const face = piece && (card.title ? piece.front : piece.back);
    return {
      card: { title: card.title, sign: { icon: "", colour: "" }, tint: "" }, ...(face && !card.title ? { component: piece.component, design: face } : {}), title: card.title, name: card.title || `${decks[card.deck]} face down`,
      w: form.width_mm, h: form.height_mm, turn: card.turned ? 90 : 0, x: card.at?.[0], y: card.at?.[1], badge: top && under > 1 ? under : undefined, drag: { from: "table", at }, key: `f${at}${JSON.stringify(card)}${under}${face}`,
    };
  });
  return { laid: things.filter(({ x }) => x !== undefined), loose: things.filter(({ x }) => x === undefined) };
}

/** The options about the card at a place of the table: the first of each word is about the first card, and so on. */
export function optionsAbout(told, at) {
  const of = (word, skipped) => told.options.map((cells, option) => ({ cells, option })).filter(({ cells }) => cells.action === word)[skipped + at]?.option;
  return new Set([of("take", 0), of("flip", 0), of("turn", 0), of("discard", told.hand.length)].filter((option) => option !== undefined));
}

let dragged = null;
/** Whether the click that ends a drag is still to come; it is none. */
let swallow = false;
window.addEventListener("click", (event) => swallow && event.stopPropagation(), true);

/** Lets an element be dragged; `drop({ from, at }, x, y)` is called with the place of the window where it was let go. */
export function draggable(element, drag, drop) {
  element.classList.add("drags");
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    dragged = { drag, drop, element, x: event.clientX, y: event.clientY, ghost: null };
  });
}

function ghostOf(element) {
  const box = element.getBoundingClientRect();
  const picture = element.querySelector("img[src*='/picture/']");
  const ghost = h("div", { class: "ghost" }, picture ? h("img", { src: picture.getAttribute("src"), alt: "" }) : h("span", { text: element.getAttribute("aria-label") || "" }));
  vary(ghost, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  document.body.append(ghost);
  return ghost;
}

window.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  const [dx, dy] = [event.clientX - dragged.x, event.clientY - dragged.y];
  if (!dragged.ghost && Math.abs(dx) + Math.abs(dy) > STARTS_PX) {
    dragged.ghost = ghostOf(dragged.element);
    byId("large").hidden = true;
  }
  if (dragged.ghost) dragged.ghost.style.setProperty("transform", `translate(${dx}px, ${dy}px)`);
});
for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => {
  const { ghost, drag, drop } = dragged || {};
  dragged = null;
  if (!ghost) return;
  const box = ghost.getBoundingClientRect();
  ghost.remove();
  swallow = true;
  setTimeout(() => { swallow = false; }, 0);
  if (name === "pointerup") drop(drag, box.left + box.width / 2, box.top + box.height / 2);
});

/** What is to be asked for when something was dragged to a place in millimetres, or back to the hand. */
export function wishOf(told, { from, at }, place, inHand) {
  const option = (word, number) => told.options.map((cells, option) => ({ cells, option })).filter(({ cells }) => cells.action === word)[number]?.option;
  if (inHand) {
    if (from === "hand") return null;
    const drawn = from === "deck" ? told.options.findIndex(({ action, card }) => action === "draw" && card === told.free.decks[at]) : option("take", at);
    return drawn >= 0 ? { op: "act", at: drawn } : null;
  }
  const near = told.free.placed.filter((card, other) => card.at && !(from === "table" && other === at)).find((card) => Math.hypot(card.at[0] - place.x, card.at[1] - place.y) < SNAP_MM);
  const to = near ? near.at : [Math.round(place.x), Math.round(place.y)];
  return { op: "put", word: { hand: "play", deck: "reveal", table: "put" }[from], at, to };
}
