// What a hand on the card comes to in the template: boxes in millimetres, and values of marks that are other ones.

const ROOM = 1; // millimetres that a box keeps
const HEAD = 0.78; // of a line's size lies above the line on which its letters stand

/** Fields that say where a mark is, by kind: across, down, wide, high. */
const FIELDS = {
  circle: [["cx"], ["cy"], "r", "r"], ellipse: [["cx"], ["cy"], "rx", "ry"], line: [["x1", "x2"], ["y1", "y2"]],
  icon: [["x"], ["y"], "size", "size"], arctext: [["cx"], ["cy"], "r", "r"], text: [["x"], ["y"], "width", "size"],
};
const fieldsOf = (mark) => (mark.kind === "text" && mark.slots.box_width ? [["x"], ["y"], "box_width", "size"] : FIELDS[mark.kind] || [["x"], ["y"], "width", "height"]);
const WISHES = new Set(["number", "wish"]);
const held = (mark, field) => (mark.slots[field] ? mark.slots[field][1] : null);
const isNumber = (mark, field) => typeof held(mark, field) === "number" && WISHES.has(mark.slots[field][0]);

/** A point through a matrix of six numbers. */
export const through = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];

/** A way on the piece as a way in the units of a matrix. */
function back([a, b, c, d], [x, y]) {
  const area = a * d - b * c;
  return Math.abs(area) < 1e-9 ? [0, 0] : [(d * x - c * y) / area, (a * y - b * x) / area];
}

/** The four corners of a box, in millimetres of the piece. */
export function cornersOf({ box: [x, y, w, h], matrix }) {
  return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]].map((point) => through(matrix, point));
}

/** The upright box around a place of a mark: left, top, right, bottom in millimetres. */
export function edgesOf(place) {
  const corners = cornersOf(place);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Whether a place lies straight, and how many millimetres one of its units is. */
export const isStraight = ({ matrix: [, b, c] }) => Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6;
export const scaleOf = ({ matrix: [a, b] }) => Math.hypot(a, b) || 1;

/** Along which ways a mark can be moved: across, down. */
export function movable(mark) {
  if (mark.slots.shift) return [true, true];
  const [xs, ys] = fieldsOf(mark);
  return [xs.every((field) => isNumber(mark, field)), ys.every((field) => isNumber(mark, field))];
}

/** The handles that a mark has: -1, 0 or 1 across and down. */
export function handlesOf(mark) {
  const [, , wide, high] = fieldsOf(mark);
  if ((mark.slots.shift && mark.kind !== "g") || !wide) return [];
  const [across, down] = [wide === "box_width" || isNumber(mark, wide), isNumber(mark, high)];
  const [x, y] = movable(mark);
  const all = [[-1, -1], [0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0]];
  return all.filter(([h, v]) => (!h || (across && (h > 0 || x))) && (!v || (down && (v > 0 ? mark.kind !== "text" || y : y))));
}

const tidy = (value, scale, fine) => {
  const step = (fine ? 0.01 : 0.1) / (Math.abs(scale - 1) < 0.01 ? 1 : scale);
  return Math.round(Math.round(value / step) * step * 1e4) / 1e4;
};

/** The edits that move a place by a way on the piece; `fine` says along which ways it is to the hundredth. */
export function moved(mark, place, way, fine = [false, false]) {
  if (mark.slots.shift) {
    const [x, y] = back(place.around, way);
    const scale = Math.hypot(place.around[0], place.around[1]) || 1;
    const [sx, sy] = held(mark, "shift");
    return [[mark.mark, "shift", [tidy(sx + x, scale, fine[0]), tidy(sy + y, scale, fine[1])]]];
  }
  const local = back(place.matrix, way);
  const can = movable(mark);
  return [0, 1].flatMap((axis) => (!can[axis] || Math.abs(local[axis]) < 1e-6 ? []
    : fieldsOf(mark)[axis].map((field) => [mark.mark, field, tidy(held(mark, field) + local[axis], scaleOf(place), fine[axis])])));
}

/** The edits that draw a handle of a place by a way on the piece. */
export function resized(mark, place, [h, v], way, fine = [false, false]) {
  const scale = scaleOf(place);
  let [x, y] = back(place.matrix, way);
  const [, , w, t] = place.box;
  const least = ROOM / scale;
  x = h > 0 ? Math.max(x, least - w) : Math.min(x, w - least);
  y = v > 0 ? Math.max(y, least - t) : Math.min(y, t - least);
  const edits = [];
  const put = (field, by, axis) => {
    if (by && isNumber(mark, field)) edits.push([mark.mark, field, tidy(held(mark, field) + by, scale, fine[axis])]);
  };
  const round = { icon: 1, circle: 0.5, arctext: 0.5 }[mark.kind];
  if (round) {
    const grown = h && v ? Math.max(h * x, v * y) : h ? h * x : v * y;
    const [[across], [down], field] = fieldsOf(mark);
    put(field, grown * round, 0);
    if (mark.kind === "icon") {
      put(across, h < 0 ? -grown : h ? 0 : -grown / 2, 0);
      put(down, v < 0 ? -grown : v ? 0 : -grown / 2, 1);
    } else {
      put(across, (h * grown) / 2, 0);
      put(down, (v * grown) / 2, 1);
    }
    return edits;
  }
  if (mark.kind === "ellipse") {
    if (h) put("rx", (h * x) / 2, 0), put("cx", x / 2, 0);
    if (v) put("ry", (v * y) / 2, 1), put("cy", y / 2, 1);
    return edits;
  }
  if (h && fieldsOf(mark)[2] === "box_width") edits.push([mark.mark, "box_width", tidy(place.box[2] * scale + h * x * scale, 1, fine[0])]), put("x", h < 0 ? x : 0, 0);
  else if (h) put("width", h * x, 0), put("x", h < 0 ? x : 0, 0);
  if (v && mark.kind === "text") put("size", v * y, 1), put("y", v > 0 ? HEAD * y : (1 - HEAD) * y, 1);
  else if (v) put("height", v * y, 1), put("y", v < 0 ? y : 0, 1);
  return edits;
}

/** A place as edits of its mark leave it, until the server says so. */
export function placed(mark, place, edits) {
  const now = { ...place, box: [...place.box], matrix: [...place.matrix] };
  const [[x], [y]] = fieldsOf(mark);
  for (const [, field, value] of edits) {
    const by = typeof value === "number" ? value - held(mark, field) : 0;
    if (field === "shift") {
      const [sx, sy] = held(mark, "shift");
      const [a, b, c, d] = place.around;
      const [dx, dy] = [value[0] - sx, value[1] - sy];
      now.matrix[4] += a * dx + c * dy;
      now.matrix[5] += b * dx + d * dy;
    } else if (field === "r") now.box = [now.box[0] - by, now.box[1] - by, now.box[2] + 2 * by, now.box[3] + 2 * by];
    else if (field === "rx") now.box = [now.box[0] - by, now.box[1], now.box[2] + 2 * by, now.box[3]];
    else if (field === "ry") now.box = [now.box[0], now.box[1] - by, now.box[2], now.box[3] + 2 * by];
    else if (field === "size" && mark.kind === "icon") now.box = [now.box[0], now.box[1], now.box[2] + by, now.box[3] + by];
    else if (field === "size" && mark.kind === "text") now.box = [now.box[0], now.box[1] - HEAD * by, now.box[2], now.box[3] + by];
    else if (field === x || field === "x1") now.box[0] += by;
    else if (field === y || field === "y1") now.box[1] += by;
    else if (field === "width") now.box[2] += by;
    else if (field === "box_width") now.box[2] = value / scaleOf(place);
    else if (field === "height") now.box[3] += by;
  }
  return now;
}

/** The lines at which things catch: of the piece, its safe part, its middle, and of neighbours. */
export function linesFor([width, height], safe, others) {
  const xs = [[0, "cut"], [width, "cut"], [safe, "safe"], [width - safe, "safe"], [width / 2, "middle"]];
  const ys = [[0, "cut"], [height, "cut"], [safe, "safe"], [height - safe, "safe"], [height / 2, "middle"]];
  for (const [left, top, right, bottom] of others) {
    for (const at of [left, (left + right) / 2, right]) xs.push([at, "beside"]);
    for (const at of [top, (top + bottom) / 2, bottom]) ys.push([at, "beside"]);
  }
  return [xs, ys];
}

/** How much further one of some edges has to go to lie on a line no further than `reach`; null for none. */
export function caught(edges, lines, reach) {
  let best = null;
  for (const edge of edges) {
    for (const [at, kind] of lines) {
      const by = at - edge;
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by) - 1e-9)) best = { by, at, kind };
    }
  }
  return best;
}

/** What a panel shows of a place: left, top, width and height in millimetres, each with whether it can be changed. */
export function measuresOf(mark, place) {
  const [left, top, right, bottom] = edgesOf(place);
  const [x, y] = movable(mark);
  const all = handlesOf(mark);
  return [
    ["left", "Left", left, x], ["top", "Top", top, y],
    ["width", "Width", right - left, isStraight(place) && all.some(([h, v]) => h > 0 && !v)],
    ["height", "Height", bottom - top, isStraight(place) && all.some(([h, v]) => v > 0 && !h)],
  ];
}

/** The edits that give a place another left, top, width or height. */
export function measured(mark, place, name, value) {
  const [left, top, right, bottom] = edgesOf(place);
  if (name === "left") return moved(mark, place, [value - left, 0], [true, true]);
  if (name === "top") return moved(mark, place, [0, value - top], [true, true]);
  if (name === "width") return resized(mark, place, [1, 0], [value - (right - left), 0], [true, true]);
  return resized(mark, place, [0, 1], [0, value - (bottom - top)], [true, true]);
}
