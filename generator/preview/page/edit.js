// Laying a card out by hand: the view, its queue to the server, and what keys do in it.

import { byId, h, icon, put } from "./dom.js";
import { placed } from "./edit_model.js";
import { makePanel } from "./edit_panel.js";
import { makeStage, nudged } from "./edit_stage.js";
import { dotsFor } from "./faces.js";
import { toast } from "./news.js";
import { askEditor } from "./server.js";
import { chosen, now } from "./store.js";

const DPIS = [96, 150, 300];
const QUICK_DPI = 96;
const REST_MS = 350;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const open = { id: "", side: "front", face: null, beside: false, waiting: null, writing: 0, drawing: false, rest: 0, later: 0 };
let parts = null;
let queue = Promise.resolve();

/** Frames that were drawn while something was dragged: how many milliseconds each took. */
export const frames = [];

/** Opens a face of a piece. */
export function showEdit(id, side = "front") {
  const other = open.id !== id || open.side !== side;
  Object.assign(open, { id, side: side === "back" ? "back" : "front" });
  if (!parts) build();
  if (other || !open.face) {
    parts.stage.chosen = -1;
    parts.panel.showCell(null);
    fetchFace();
  }
}

/** The game has changed: the face is read again, unless a hand is on it. */
export function update() {
  if (!parts) return;
  if (!now.state.pieceOf.get(open.id)) return;
  if (inHand()) readLater();
  else fetchFace().then(showCell);
}

/** Whether something is being changed: a face that was asked for before would take it out of the hand. */
const inHand = () => Boolean(parts.stage.hand || parts.stage.edits.length || open.writing || open.waiting);

function readLater() {
  clearTimeout(open.later);
  open.later = setTimeout(update, 200);
}

function build() {
  const view = byId("view-edit");
  const stage = makeStage({ choose, drag, drop: write, ready: () => !open.writing && Boolean(open.face), cell: focusCell });
  const panel = makePanel({ write, change, choose, type });
  const tool = (name, text, act, extra = {}) => {
    const button = h("button", { type: "button", class: "chip", title: text, ...extra }, icon(name), h("span", { class: "name", text }));
    button.addEventListener("click", act);
    return button;
  };
  const add = (kind, text) => tool(kind, text, () => addOne(kind), { "data-add": kind });
  parts = {
    stage, panel, back: h("a", { class: "chip" }, icon("left"), h("span", { text: "The card" })), title: h("span", { class: "where" }),
    undo: tool("undo", "Undo", () => step("undo"), { "data-do": "undo" }), redo: tool("redo", "Redo", () => step("redo"), { "data-do": "redo" }),
    turn: tool("turn", "Other side", () => (location.hash = `#/edit/${encodeURIComponent(open.id)}/${open.side === "back" ? "front" : "back"}`)),
    beside: tool("beside", "Longest beside", toggleBeside, { "aria-pressed": "false", title: "The card with the longest words beside it" }),
    longest: h("figure", { class: "longest", hidden: "" }, h("div", { class: "sheet" }, h("img", { alt: "" })), h("figcaption", {})),
    fault: h("div", { class: "empty", hidden: "" }),
  };
  parts.easel = h("div", { class: "easels" }, h("figure", {}, stage.element), parts.longest);
  view.replaceChildren(
    h("div", { class: "path" }, parts.back, parts.title, h("span", { class: "segments" }, parts.undo, parts.redo), h("span", { class: "gap" }),
      h("span", { class: "adds", role: "group", "aria-label": "Add" }, h("span", { class: "hint", text: "Add" }), add("text", "Text"), add("icon", "Icon"), add("picture", "Picture"), add("box", "Box")),
      parts.turn, parts.beside),
    parts.fault, h("div", { class: "bench edit" }, parts.easel, panel.element));
  view.addEventListener("keydown", onKey);
  addEventListener("resize", () => open.face && at() && layOut());
}

const at = () => !byId("view-edit").hidden;

// ---------------------------------------------------------------- the server, one thing after the other

/** Asks for one thing when the last one is answered; an order of a face says then what the page knows of it. */
function ask(order) {
  const answer = queue.then(() => askEditor(["draw", "write"].includes(order.do) ? { ...order, digest: open.face?.digest } : order));
  queue = answer.catch(() => {});
  return answer;
}

const base = () => ({ piece: open.id, side: open.side });
const sharp = () => dotsFor(parts.stage.scale, DPIS);

async function fetchFace() {
  const { id, side } = open;
  try {
    const face = await ask({ do: "open", piece: id, side, dpi: open.face ? sharp() : 150 });
    if (id !== open.id || side !== open.side) return;
    if (inHand()) readLater();
    else await take(face);
  } catch (fault) {
    refused(fault);
  }
}

async function take(face) {
  const { stage } = parts;
  const component = componentOf(open.id);
  open.face = face;
  stage.edits = [];
  stage.show(face, chosen.bleed ? component?.bleed_mm || 0 : 0);
  if (stage.chosen >= face.marks.length) stage.chosen = -1;
  parts.fault.hidden = true;
  parts.panel.element.parentElement.hidden = false;
  await showPicture(face, component);
  layOut();
  refreshPanel();
  await drawBeside([]);
}

function refused(fault) {
  if (!open.face) {
    parts.fault.hidden = false;
    parts.panel.element.parentElement.hidden = true;
    parts.fault.replaceChildren(h("h2", { text: "This face cannot be laid out by hand" }), h("p", { text: fault.message }));
  } else toast(fault.message);
}

const componentOf = (id) => now.state.componentOf.get(now.state.pieceOf.get(id)?.component);

async function showPicture({ picture, dpi }, component, holder = parts.stage.sheet) {
  if (!picture) return;
  const fresh = h("img", { alt: "The face as it is printed", draggable: "false" });
  fresh.src = `/picture/${picture}.png?dpi=${dpi}`;
  try {
    await fresh.decode();
  } catch {
    return;
  }
  const old = holder.querySelector("img");
  if (old) old.replaceWith(fresh);
  if (component) holder.style.setProperty("--bleed", component.bleed_mm);
}

// ---------------------------------------------------------------- on the screen

function layOut() {
  const { stage, easel } = parts;
  const piece = now.state.pieceOf.get(open.id);
  put(parts.back, { href: `#/card/${encodeURIComponent(open.id)}` });
  put(parts.title, { text: `${piece?.title || ""} · ${open.side}` });
  parts.turn.hidden = !piece?.back;
  parts.undo.disabled = !open.face.undo;
  parts.redo.disabled = !open.face.redo;
  const wide = easel.clientWidth - 48;
  const tall = Math.max(280, innerHeight - easel.getBoundingClientRect().top - window.scrollY - 40);
  const columns = open.beside ? 2 : 1;
  stage.fit({ width: (wide - (columns - 1) * 28) / columns, height: tall });
  stage.draw();
  const sheet = parts.longest.firstChild;
  for (const name of ["--w", "--h", "--b", "--mm", "--bleed"]) sheet.style.setProperty(name, stage.sheet.style.getPropertyValue(name));
}

function refreshPanel() {
  parts.panel.show(open.face, parts.stage);
}

function choose(mark, place = 0) {
  const { stage } = parts;
  if (stage.chosen === mark && stage.at === place) return;
  settle();
  Object.assign(stage, { chosen: mark, at: place });
  stage.draw();
  refreshPanel();
  showCell();
}

function columnOf(mark) {
  const slot = mark && (mark.slots.string || mark.slots.rich || mark.slots.path);
  const name = slot?.[0] === "column" ? slot[1] : mark?.slots.box_column?.[1];
  const column = name && open.face.columns.find(({ key, header }) => key === name || header.toLowerCase() === name.toLowerCase());
  if (column) return column;
  const inside = mark && Object.values(mark.locked).map((text) => /\bcard\.([a-z_0-9]+)/.exec(text)?.[1]).find(Boolean);
  return inside && open.face.columns.find(({ key }) => key === inside);
}

async function showCell() {
  const column = columnOf(parts.stage.marks.get(parts.stage.chosen));
  if (!column) return parts.panel.showCell(null);
  try {
    const { value } = await ask({ do: "cell", cell: column.cell });
    const piece = now.state.pieceOf.get(open.id);
    const problems = piece ? now.state.problemsOf(piece).filter(({ where }) => where === column.cell) : [];
    if (columnOf(parts.stage.marks.get(parts.stage.chosen))?.cell === column.cell) parts.panel.showCell({ ...column, piece: open.id, value, problems });
  } catch (fault) {
    toast(fault.message);
  }
  return undefined;
}

function focusCell() {
  parts.panel.element.querySelector("[data-cell]")?.focus();
}

// ---------------------------------------------------------------- changes

/** While something is dragged the true face follows: one frame at a time, and always the last place. */
function drag(edits) {
  const { stage, panel } = parts;
  panel.follow(stage.marks.get(stage.chosen), placed(stage.marks.get(stage.chosen), stage.place(), edits));
  open.waiting = edits;
  if (!open.drawing) follow();
}

async function follow() {
  open.drawing = true;
  while (open.waiting) {
    const edits = open.waiting;
    open.waiting = null;
    const begun = performance.now();
    try {
      const face = await ask({ do: "draw", ...base(), edits, dpi: QUICK_DPI });
      await showPicture(face, componentOf(open.id));
      parts.panel.showProblems(face.problems);
      frames.push(performance.now() - begun);
      document.documentElement.dataset.frames = frames.slice(-200).map(Math.round).join(" ");
      if (open.beside && !open.waiting) await drawBeside(edits);
    } catch (fault) {
      open.waiting = null;
      if (!open.writing) lost(fault);
    }
  }
  open.drawing = false;
}

async function drawBeside(edits) {
  parts.longest.hidden = !open.beside;
  put(parts.beside, { "aria-pressed": String(open.beside) });
  const piece = open.beside ? longestPiece() : null;
  if (!piece) return;
  try {
    const face = await ask({ do: "draw", ...base(), piece: piece.id, edits, dpi: edits.length ? QUICK_DPI : sharp() });
    await showPicture(face, componentOf(piece.id), parts.longest.firstChild);
    const wrong = face.problems.filter(({ severity }) => severity === "error");
    put(parts.longest.lastChild, { text: wrong.length ? `${piece.title}: ${wrong[0].what}` : `${piece.title}, the most words of the others`, "data-wrong": wrong.length ? "" : null });
  } catch (fault) {
    toast(fault.message);
  }
}

/** Of the other pieces of this deck that with the most words in the chosen column, or in all of them. */
function longestPiece() {
  const column = columnOf(parts.stage.marks.get(parts.stage.chosen));
  const pieces = now.state.componentOf.get(now.state.pieceOf.get(open.id)?.component)?.pieces || [];
  const words = (piece) => (piece.record || []).filter(({ field }) => !column || field === column.header).reduce((sum, { value }) => sum + value.length, 0);
  return pieces.filter((id) => id !== open.id).map((id) => now.state.pieceOf.get(id)).filter(Boolean).reduce((best, piece) => (!best || words(piece) > words(best) ? piece : best), null);
}

function toggleBeside() {
  open.beside = !open.beside;
  parts.longest.hidden = !open.beside;
  layOut();
  drawBeside([]);
}

async function write(edits) {
  if (edits.length) await send({ edits });
}

async function change(wish) {
  const before = open.face.marks.length;
  await send({ change: wish });
  const { stage } = parts;
  if (wish.op === "delete") choose(-1);
  else if (wish.op === "add" && open.face.marks.length > before) choose(open.face.marks.length - 1);
  else if (wish.op === "duplicate" && open.face.marks.length > before) choose(stage.chosen + 1);
}

function addOne(kind) {
  const [width, height] = open.face.size;
  const typed = (...types) => open.face.columns.find(({ type }) => types.includes(type))?.key;
  const column = { text: open.face.drawing ? typed("text", "rich text") : null, picture: typed("file"), icon: open.face.drawing ? typed("requirement") : null }[kind];
  change({ op: "add", kind, at: [width / 2, height / 2], ...(column ? { column } : {}), ...(kind === "icon" && open.face.icons[0] ? { icon: open.face.icons[0] } : {}) });
}

/** Writes a change; the page waits for the answer before the next one begins. */
async function send(what) {
  open.waiting = null;
  open.writing += 1;
  try {
    await take(await ask({ do: "write", ...base(), ...what, dpi: sharp() }));
  } catch (fault) {
    lost(fault);
  } finally {
    open.writing -= 1;
  }
}

/** What the page shows is not what there is any more. */
function lost(fault) {
  toast(fault.message);
  parts.stage.edits = [];
  parts.stage.hand = null;
  fetchFace();
}

async function step(way) {
  settle();
  open.writing += 1;
  try {
    const { said } = await ask({ do: way });
    toast(`${way === "undo" ? "Undone" : "Done again"}: ${said}`);
    parts.panel.showCell(null);
  } catch (fault) {
    toast(fault.message);
  }
  open.writing -= 1;
  await fetchFace();
  showCell();
}

/** Types into a cell; the answer is what is wrong, or nothing. */
async function type(cell, value, before) {
  try {
    const face = await ask({ do: "type", cell, value, before });
    Object.assign(open.face, { undo: face.undo, redo: face.redo });
    parts.undo.disabled = !face.undo;
    toast(`${cell} is written.`);
    await showCell();
    return "";
  } catch (fault) {
    await showCell();
    return fault.message;
  }
}

// ---------------------------------------------------------------- keys

function nudge(way) {
  const { stage } = parts;
  if (open.writing) return;
  stage.far = [(stage.far?.[0] || 0) + way[0], (stage.far?.[1] || 0) + way[1]];
  stage.edits = nudged(stage, stage.far);
  stage.draw();
  if (stage.edits.length) drag(stage.edits);
  clearTimeout(open.rest);
  open.rest = setTimeout(settle, REST_MS);
}

/** Writes what keys have moved. */
function settle() {
  const { stage } = parts;
  clearTimeout(open.rest);
  const { edits, far } = stage;
  stage.far = null;
  if (far && edits.length) write(edits);
}

function onKey(event) {
  const typing = event.target.closest("input:not([type=color], [type=checkbox]), select, textarea");
  if ((event.ctrlKey || event.metaKey) && !typing && ["z", "y"].includes(event.key.toLowerCase())) {
    step(event.key.toLowerCase() === "y" || event.shiftKey ? "redo" : "undo");
  } else if (typing || event.ctrlKey || event.metaKey) return;
  else if (event.key in STEPS && parts.stage.chosen >= 0) nudge(STEPS[event.key].map((by) => by * (event.shiftKey ? 1 : 0.1)));
  else if (event.key === "Escape" && parts.stage.chosen >= 0) choose(-1);
  else if ((event.key === "Delete" || event.key === "Backspace") && parts.stage.chosen >= 0) change({ op: "delete", mark: parts.stage.chosen });
  else if (event.key === "Enter" && event.target.closest("[data-mark]")) focusCell();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
