// The card under the hand: outlines of all marks over the true face, eight handles, and lines at which things catch.

import { h, put, svg, vary } from "./dom.js";
import { caught, cornersOf, edgesOf, handlesOf, linesFor, movable, moved, placed, resized } from "./edit_model.js";

const CATCH_PX = 6;
const SLOP_PX = 3;
const SAFE_MM = 3;
const GROUND = 0.9; // a mark over so much of the piece is its ground, and chosen from the list alone

/** A stage; `told` has `choose(mark, place)`, `drag(edits)`, `drop(edits)`, `ready()`, `cell(mark)`. */
export function makeStage(told) {
  const picture = h("img", { alt: "", draggable: "false", decoding: "sync" });
  const over = svg("svg", { class: "over", role: "group", "aria-label": "What lies on the face" });
  const sheet = h("div", { class: "sheet" }, picture, over);
  const stage = { element: h("div", { class: "easel" }, sheet), sheet, over, face: null, chosen: -1, at: 0, bleed: 0, scale: 4, hand: null, edits: [] };

  stage.show = (face, bleed) => {
    Object.assign(stage, { face, bleed, marks: new Map(face.marks.map((mark) => [mark.mark, mark])) });
    put(sheet, { "data-locked": null });
  };
  stage.picture = (fresh) => sheet.replaceChild(fresh, sheet.querySelector("img"));
  stage.fit = (room) => {
    const [w, t] = stage.face.size;
    stage.scale = Math.max(2, Math.min(room.width / (w + 2 * stage.bleed), room.height / (t + 2 * stage.bleed)));
    vary(sheet, { "--w": w, "--h": t, "--b": stage.bleed, "--mm": `${stage.scale}px`, "--safe": safeOf(stage.face.size) });
    put(over, { viewBox: `${-stage.bleed} ${-stage.bleed} ${w + 2 * stage.bleed} ${t + 2 * stage.bleed}` });
  };
  stage.places = (mark) => stage.face.boxes.filter((box) => box.mark === mark);
  stage.place = () => stage.places(stage.chosen)[stage.at] || stage.places(stage.chosen)[0];
  stage.draw = () => draw(stage);
  over.addEventListener("pointerdown", (event) => down(stage, told, event));
  over.addEventListener("pointermove", (event) => drag(stage, event, told));
  for (const name of ["pointerup", "pointercancel"]) over.addEventListener(name, (event) => up(stage, told, event));
  over.addEventListener("focusin", (event) => {
    const mark = event.target.closest("[data-mark]");
    if (mark && Number(mark.dataset.mark) !== stage.chosen && !stage.hand && !stage.drawing) told.choose(Number(mark.dataset.mark), Number(mark.dataset.at));
  });
  over.addEventListener("dblclick", (event) => event.target.closest("[data-mark]") && told.cell());
  return stage;
}

/** How far inside the cut a slipped knife may come: less on what is small. */
const safeOf = (size) => Math.min(SAFE_MM, Math.min(...size) / 10);

const isGround = (stage, place) => {
  const [left, top, right, bottom] = edgesOf(place);
  const [w, t] = stage.face.size;
  return (right - left) * (bottom - top) >= GROUND * w * t;
};

/** What a mark is called: its column, its words, or what it is. */
export function nameOf(mark, columns = []) {
  const slot = mark.slots.string || mark.slots.rich || mark.slots.path;
  const column = slot && slot[0] === "column" && columns.find(({ key }) => key === slot[1]);
  if (column) return column.header;
  if (mark.slots.box_column?.[1] && columns.some(({ header }) => header.toLowerCase() === mark.slots.box_column[1].toLowerCase())) return mark.slots.box_column[1];
  if (slot && slot[0] === "text") return `“${slot[1]}”`;
  const icon = mark.slots.key;
  if (icon) return String(icon[1]);
  const computed = [mark.locked.string, mark.locked.rich, mark.locked.path, mark.locked.key].find((text) => text?.includes("card."));
  const inside = columns.find(({ key }) => computed?.includes(`card.${key}`));
  return inside?.header || computed || mark.label || KINDS[mark.kind] || mark.kind;
}

const KINDS = {
  text: "Line of text", textbox: "Text box", arctext: "Text on an arc", icon: "Icon", picture: "Picture", art: "Drawn picture",
  rect: "Rectangle", circle: "Circle", ellipse: "Ellipse", line: "Line", path: "Shape", polygon: "Shape", polyline: "Line", image: "Picture", use: "Drawing", g: "Group",
};

/** What kind of thing a mark is, in a word: a place for a column is a box, however it is drawn. */
export const kindOf = (mark, columns) => (mark.slots.box_column && mark.kind !== "text" && columns.some(({ header }) => header.toLowerCase() === String(mark.slots.box_column[1]).toLowerCase()) ? "Box" : KINDS[mark.kind] || mark.kind);

function draw(stage) {
  const { face, over, chosen, scale } = stage;
  const focused = document.activeElement?.closest?.("[data-mark]")?.dataset;
  const ground = [];
  const counts = new Map();
  const shapes = face.boxes.map((place) => {
    const mark = stage.marks.get(place.mark);
    if (!mark) return null;
    const at = counts.get(place.mark) || 0;
    counts.set(place.mark, at + 1);
    const now = stage.edits.length && place.mark === chosen ? placed(mark, place, stage.edits) : place;
    const outline = svg("polygon", { points: cornersOf(now).map((point) => point.join()).join(" ") });
    const can = movable(mark);
    const group = svg("g", {
      class: "mark", "data-mark": place.mark, "data-at": at, tabindex: place.mark === chosen && at ? -1 : 0, role: "button",
      "aria-pressed": String(place.mark === chosen), "aria-label": `${kindOf(mark, face.columns)}: ${nameOf(mark, face.columns)}`,
      "data-held": can[0] || can[1] ? "no" : "yes", "data-ground": isGround(stage, place) ? "yes" : "no",
    }, outline);
    (isGround(stage, place) ? ground : []).push(group);
    return group;
  }).filter(Boolean);
  const others = shapes.filter((shape) => !ground.includes(shape));
  over.replaceChildren(...ground, ...others, ...handlesDrawn(stage), ...linesDrawn(stage));
  stage.drawing = true; // what is focused anew was not chosen anew
  if (focused) over.querySelector(`[data-mark="${focused.mark}"][data-at="${focused.at}"]`)?.focus({ preventScroll: true });
  stage.drawing = false;
  vary(over, { "--px": 1 / scale });
}

function handlesDrawn(stage) {
  const place = stage.place();
  const mark = stage.marks.get(stage.chosen);
  if (!place || !mark) return [];
  const now = stage.edits.length ? placed(mark, place, stage.edits) : place;
  const [a, b, c, d] = cornersOf(now);
  const size = 9 / stage.scale;
  const reach = (matchMedia("(pointer: coarse)").matches ? 34 : 18) / stage.scale;
  const turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  return handlesOf(mark).map(([x, y]) => {
    const [u, v] = [(x + 1) / 2, (y + 1) / 2];
    const point = [0, 1].map((axis) => (1 - v) * ((1 - u) * a[axis] + u * b[axis]) + v * ((1 - u) * d[axis] + u * c[axis]));
    const square = (side, name) => svg("rect", { class: name, x: -side / 2, y: -side / 2, width: side, height: side });
    return svg("g", { class: "handle", "data-handle": `${x} ${y}`, transform: `translate(${point.join(" ")}) rotate(${turn})` }, square(reach, "reach"), square(size, "knob"));
  });
}

function linesDrawn(stage) {
  const [w, t] = stage.face.size;
  return (stage.caught || []).map((one, axis) => {
    if (!one) return null;
    const ends = axis ? { x1: -stage.bleed, x2: w + stage.bleed, y1: one.at, y2: one.at } : { x1: one.at, x2: one.at, y1: -stage.bleed, y2: t + stage.bleed };
    return svg("line", { class: "catch", "data-kind": one.kind, ...ends });
  }).filter(Boolean);
}

// ---------------------------------------------------------------- the hand

const pointOf = (stage, event) => {
  const { left, top } = stage.over.getBoundingClientRect();
  return [(event.clientX - left) / stage.scale, (event.clientY - top) / stage.scale];
};

function down(stage, told, event) {
  if (event.button || !told.ready()) return;
  const handle = event.target.closest("[data-handle]");
  const group = event.target.closest("[data-mark]");
  if (!handle && (!group || (group.dataset.ground === "yes" && Number(group.dataset.mark) !== stage.chosen))) {
    told.choose(-1, 0);
    return;
  }
  event.preventDefault();
  if (!handle) {
    told.choose(Number(group.dataset.mark), Number(group.dataset.at));
    stage.over.querySelector(`[data-mark="${stage.chosen}"][data-at="${stage.at}"]`)?.focus({ preventScroll: true });
  }
  const mark = stage.marks.get(stage.chosen);
  const place = stage.place();
  if (!mark || !place || (!handle && !movable(mark).some(Boolean))) return;
  stage.over.setPointerCapture(event.pointerId);
  const others = stage.face.boxes.filter((box) => box.mark !== stage.chosen && !isGround(stage, box)).slice(0, 60).map(edgesOf);
  stage.hand = {
    mark, place, begin: pointOf(stage, event), handle: handle ? handle.dataset.handle.split(" ").map(Number) : null,
    lines: linesFor(stage.face.size, safeOf(stage.face.size), others), begun: false,
  };
}

function drag(stage, event, told) {
  const { hand } = stage;
  if (!hand) return;
  const [x, y] = pointOf(stage, event);
  let way = [x - hand.begin[0], y - hand.begin[1]];
  if (!hand.begun && Math.hypot(...way) * stage.scale < SLOP_PX) return;
  hand.begun = true;
  if (event.shiftKey && !hand.handle) way = Math.abs(way[0]) > Math.abs(way[1]) ? [way[0], 0] : [0, way[1]];
  const reach = event.altKey ? 0 : CATCH_PX / stage.scale;
  const [left, top, right, bottom] = edgesOf(hand.place);
  const edges = hand.handle
    ? [[[], [left]][hand.handle[0] === -1 ? 1 : 0], [[], [top]][hand.handle[1] === -1 ? 1 : 0]]
    : [[left, (left + right) / 2, right], [top, (top + bottom) / 2, bottom]];
  if (hand.handle?.[0] === 1) edges[0] = [right];
  if (hand.handle?.[1] === 1) edges[1] = [bottom];
  stage.caught = [0, 1].map((axis) => (reach && way[axis] ? caught(edges[axis].map((edge) => edge + way[axis]), hand.lines[axis], reach) : null));
  way = way.map((by, axis) => by + (stage.caught[axis]?.by || 0));
  const fine = stage.caught.map(Boolean);
  stage.edits = hand.handle ? resized(hand.mark, hand.place, hand.handle, way, fine) : moved(hand.mark, hand.place, way, fine);
  draw(stage);
  told.drag(stage.edits);
}

function up(stage, told, event) {
  const { hand } = stage;
  stage.hand = null;
  stage.caught = null;
  if (!hand) return;
  if (event.type === "pointercancel") stage.edits = [];
  if (hand.begun && stage.edits.length) told.drop(stage.edits);
  else draw(stage);
}

/** Moves what is chosen by a way on the piece; the edits that do. */
export function nudged(stage, way) {
  const mark = stage.marks.get(stage.chosen);
  const place = stage.place();
  return mark && place && !stage.hand ? moved(mark, place, way, [true, true]) : [];
}
