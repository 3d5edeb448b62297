// The table as it lies: boards, decks and mats from the layout, cards of the game on them; moved and zoomed.

import { byId, h, redraw, vary } from "./dom.js";
import { defineOutlines, makeFace, measure, shape, show } from "./faces.js";
import { draggable } from "./free.js";
import { boundsOf, places } from "./places.js";

const PX_PER_MM = 3;
const GAP = 8;
const HOVER_MS = 250;
const FLAT = new Set(["board", "page"]);

/** The pieces by title, and how they are drawn. */
export class Pieces {
  constructor(told) {
    this.told = told;
    this.components = new Map(told.components.map((component) => [component.id, component]));
    this.byTitle = new Map();
    for (const piece of told.pieces) {
      const listed = this.byTitle.get(piece.title) || [];
      this.byTitle.set(piece.title, [...listed, piece]);
    }
    this.byComponent = new Map(told.pieces.map((piece) => [piece.component, piece]));
    defineOutlines(told.components);
  }

  /** The piece of a title, a card rather than anything else; a number behind the title may be the game's remark. */
  find(title, component = "") {
    const of = (name) => this.byTitle.get(name) || [];
    const known = [...of(title), ...of(title.replace(/\s+\S+$/, "")), ...of(title.replace(/^\S+\s+/, ""))];
    if (component) return known.find((piece) => piece.component === component) || null;
    const useOf = (piece) => this.components.get(piece.component)?.use;
    return known.find((piece) => useOf(piece) === "cards") || known.find((piece) => !FLAT.has(useOf(piece)) && useOf(piece) !== "tokens")
      || known.find((piece) => useOf(piece) === "tokens") || null;
  }
}

/** The address of an icon in a colour. */
export function signOf({ icon, colour }, title = "") {
  if (!icon) return h("span", { text: title });
  const hex = [...new TextEncoder().encode(icon)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const paint = /^#[0-9a-f]{6}$/i.test(colour || "") ? colour.slice(1).toLowerCase() : "1b1e20";
  const name = title || icon.replace(/_/g, " ");
  return h("img", { class: "glyph", src: `/icon/${hex}x${paint}.png?dpi=150`, alt: name, title: name });
}

/** A card as it is printed, or a plain one that says its title. */
export function cardElement(pieces, card, { pxPerMm = PX_PER_MM, back = "" } = {}) {
  const down = card.title === "";
  const piece = down ? null : pieces.find(card.title);
  if (piece && piece.front) {
    const component = pieces.components.get(piece.component);
    const face = makeFace();
    measure(face, component);
    shape(face, component);
    show(face, piece.front, { alt: "", pxPerMm });
    return face;
  }
  const plain = h("span", { class: down ? "plain down" : "plain" }, card.sign && card.sign.icon && !down ? signOf(card.sign) : null,
    h("span", { text: down ? back || "face down" : card.title }));
  vary(plain, { "--w": card.small || 44, "--h": card.low ? 22 : card.small || 60, "--tint-of": /^#[0-9a-f]{6}$/i.test(card.tint || "") ? card.tint : "#e6e2d8" });
  if (card.low || card.small) plain.classList.add("low");
  return plain;
}

/** Draws the table; `can(title)` says whether a piece lights up, and `use(title)` is called by a click. */
export function drawTable(pieces, told, aspect, uses) {
  const { can, picked, canToken } = uses;
  const world = byId("world");
  const lies = places(pieces, told, aspect);
  const key = [pieces.told.status, lies.map(({ key }) => key), lies.map(({ title, token }) => Boolean((title && can(title)) || (token && canToken(token))) + 2 * Boolean(title && picked(title)))];
  redraw(world, key, () => lies.map((thing) => element(pieces, thing, uses)));
  const { left, top, right, bottom } = boundsOf(lies.map((thing) => (thing.caption ? { x: thing.x + thing.caption.length * 4, y: thing.y + 9, w: thing.caption.length * 8, h: 18 } : thing)));
  return { left: left - GAP, top: top - GAP, right: right + GAP, bottom: bottom + GAP };
}

function element(pieces, thing, { can, picked, use, canToken, useToken, drop, useAt }) {
  if (thing.caption) {
    const caption = h("span", { class: "caption", text: thing.caption });
    vary(caption, { "--x": thing.x, "--y": thing.y });
    return caption;
  }
  if (thing.spot) {
    const spot = h("span", { class: "spot", role: "img", "aria-label": thing.name });
    vary(spot, { "--x": thing.x, "--y": thing.y, "--of": thing.colour });
    return spot;
  }
  if (thing.loose) {  // the list of players has the same as a button for keyboards and screen readers
    const token = h("div", { class: thing.token && canToken(thing.token) ? "thing loose lit" : "thing loose", "aria-hidden": "true" }, lyingFace(pieces, thing));
    vary(token, { "--x": thing.x - thing.w / 2, "--y": thing.y - thing.h / 2 });
    if (thing.token) token.addEventListener("click", () => useToken(thing.token));
    return token;
  }
  const face = thing.card && !thing.design ? cardElement(pieces, thing.card, { back: thing.back }) : lyingFace(pieces, thing);
  const parts = [face];
  if (thing.card?.markers?.length) parts.push(h("span", { class: "marks" }, thing.card.markers.map((sign) => signOf(sign))));
  const boxes = (thing.card?.boxes || []).filter((box) => box.filled !== null);
  if (boxes.length) parts.push(h("span", { class: "boxes", text: `${boxes.filter((box) => box.filled).length}/${boxes.length}` }));
  if (thing.badge !== undefined) parts.push(h("span", { class: "badge", text: String(thing.badge) }));
  const title = thing.title || "";
  const lit = title && can(title);
  const name = [thing.name || title || "face down", lit ? "can be used" : "", thing.count > 1 ? "deck" : ""].filter(Boolean).join(", ");
  const button = h(thing.board ? "div" : "button", {
    type: thing.board ? null : "button", class: ["thing", lit ? "lit" : "", picked(title) && title ? "picked" : "", thing.count > 1 ? "stacked" : ""].filter(Boolean).join(" "),
    "aria-label": thing.board ? null : name, role: thing.board ? "img" : null, "data-title": title || null, "aria-pressed": lit ? String(picked(title)) : null,
  }, parts);
  if (thing.board) button.setAttribute("aria-label", name);
  vary(button, { "--x": thing.x - thing.w / 2, "--y": thing.y - thing.h / 2, "--turn": `${thing.turn || 0}deg` });
  if (thing.drag?.from === "table") button.addEventListener("click", () => useAt(thing.drag.at));
  else if (title) button.addEventListener("click", () => use(title));
  if (thing.drag && drop) draggable(button, thing.drag, drop);
  enlarges(button, pieces, thing);
  return button;
}

function lyingFace(pieces, { component, design, w, h: height }) {
  const face = makeFace();
  const known = pieces.components.get(component);
  measure(face, { ...known, width_mm: w, height_mm: height });
  shape(face, known);
  show(face, design, { alt: "", pxPerMm: PX_PER_MM });
  return face;
}

let waiting = 0;

/** Shows a card large while the mouse rests on it or it has the focus. */
export function enlarges(button, pieces, thing) {
  const card = thing.card;
  if (!card || !card.title) return;
  const large = byId("large");
  const begin = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      large.replaceChildren(cardElement(pieces, { ...card, low: false }, { pxPerMm: 4.6 }));
      large.hidden = false;
    }, HOVER_MS);
  };
  const end = () => {
    clearTimeout(waiting);
    large.hidden = true;
  };
  button.addEventListener("pointerenter", begin);
  button.addEventListener("focus", begin);
  button.addEventListener("pointerleave", end);
  button.addEventListener("blur", end);
}

// ---------------------------------------------------------------- moving and zooming

/** Lets the table be moved and zoomed by mouse, fingers, wheel and keys; the answer fits it to the window. */
export function movable() {
  const field = byId("field");
  const world = byId("world");
  const at = { x: 0, y: 0, zoom: 0.3 };
  const touches = new Map();
  let drawn = 0;
  let moved = 0;
  let touched = false;
  const draw = () => {
    if (!drawn) drawn = requestAnimationFrame(() => {
      drawn = 0;
      world.style.setProperty("transform", `translate(${at.x}px, ${at.y}px) scale(${at.zoom})`);
    });
  };
  const zoom = (factor, x, y) => {
    touched = true;
    const next = Math.min(3, Math.max(0.08, at.zoom * factor));
    at.x = x - ((x - at.x) * next) / at.zoom;
    at.y = y - ((y - at.y) * next) / at.zoom;
    at.zoom = next;
    draw();
  };
  const middle = () => [field.clientWidth / 2, field.clientHeight / 2];
  field.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = field.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY * 0.0015), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  field.addEventListener("pointerdown", (event) => {
    touches.set(event.pointerId, event);
    moved = 0;
  });
  field.addEventListener("pointermove", (event) => {
    const before = touches.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved > 6) {
      field.classList.add("moving");
      if (!field.hasPointerCapture(event.pointerId)) field.setPointerCapture(event.pointerId);
    }
    if (touches.size === 2) {
      const other = [...touches.values()].find((touch) => touch.pointerId !== event.pointerId);
      const far = (touch) => Math.hypot(touch.clientX - other.clientX, touch.clientY - other.clientY) || 1;
      const box = field.getBoundingClientRect();
      zoom(far(event) / far(before), (event.clientX + other.clientX) / 2 - box.left, (event.clientY + other.clientY) / 2 - box.top);
    } else {
      touched = true;
      at.x += dx;
      at.y += dy;
      draw();
    }
    touches.set(event.pointerId, event);
  });
  for (const name of ["pointerup", "pointercancel"]) field.addEventListener(name, (event) => {
    touches.delete(event.pointerId);
    field.classList.remove("moving");
  });
  field.addEventListener("click", (event) => {
    if (moved > 6) event.stopPropagation();
    moved = 0;
  }, true);
  field.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
    if (steps[event.key]) {
      at.x += steps[event.key][0];
      at.y += steps[event.key][1];
      draw();
    } else if (event.key === "+" || event.key === "=") zoom(1.25, ...middle());
    else if (event.key === "-") zoom(0.8, ...middle());
    else return;
    event.preventDefault();
  });
  // A card that gets the focus by the keyboard is brought into the window.
  field.addEventListener("focusin", (event) => {
    if (event.target === field) return;
    field.scrollTo(0, 0);
    const [box, own] = [event.target.getBoundingClientRect(), field.getBoundingClientRect()];
    if (box.left < own.left || box.right > own.right) at.x += own.left + own.width / 2 - (box.left + box.width / 2);
    if (box.top < own.top || box.bottom > own.bottom) at.y += own.top + own.height / 2 - (box.top + box.height / 2);
    draw();
  });
  const fit = ({ left, top, right, bottom }) => {
    at.zoom = Math.min(field.clientWidth / ((right - left) * PX_PER_MM), field.clientHeight / ((bottom - top) * PX_PER_MM));
    at.x = -left * PX_PER_MM * at.zoom + (field.clientWidth - (right - left) * PX_PER_MM * at.zoom) / 2;
    at.y = -top * PX_PER_MM * at.zoom + (field.clientHeight - (bottom - top) * PX_PER_MM * at.zoom) / 2;
    touched = false;
    draw();
  };
  const aspect = () => (field.clientWidth > field.clientHeight * 1.2 ? 1.6 : field.clientWidth > field.clientHeight * 0.9 ? 1.1 : 0.75);
  /** The place on the table, in millimetres, of one in the window; null beside the table. */
  const placeAt = (x, y) => {
    const box = field.getBoundingClientRect();
    const inside = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    return inside ? { x: (x - box.left - at.x) / (at.zoom * PX_PER_MM), y: (y - box.top - at.y) / (at.zoom * PX_PER_MM) } : null;
  };
  return { fit, aspect, placeAt, zoom: (factor) => zoom(factor, ...middle()), untouched: () => !touched };
}
