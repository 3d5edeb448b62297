// A face: the picture of one design page, as large as asked, with its bleed cut off or shown, and lines over it.

import { byId, h, put, svg, vary } from "./dom.js";

const DPIS = [96, 150, 300];
const MM_PER_INCH = 25.4;
const SAFE_MM = 3;
const MOST_RETRIES = 12;
const RETRY_MS = 700;
const LONGEST_RETRY_MS = 6000;

/** The address of a design's picture with enough dots for so many points of the screen in a millimetre. */
export function pictureOf(digest, pxPerMm) {
  return `/picture/${encodeURIComponent(digest)}.png?dpi=${dotsFor(pxPerMm, DPIS)}`;
}

/** A picture that did not come, for too much was asked for at once, is asked for again some times. */
export function retry(picture) {
  const again = Number(picture.dataset.again || 0);
  const address = picture.getAttribute("src") || "";
  if (again >= MOST_RETRIES || !/^\/(picture|sheet|scene|icon)\//.test(address)) return;
  picture.dataset.again = String(again + 1);
  setTimeout(() => {
    if (picture.getAttribute("src") === address) picture.setAttribute("src", `${address.replace(/&again=\d+/, "")}&again=${again + 1}`);
  }, Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** again));
}

/** The least of some resolutions that is enough. */
export function dotsFor(pxPerMm, dpis) {
  const wanted = pxPerMm * Math.min(2, window.devicePixelRatio || 1) * MM_PER_INCH * 0.9;
  return dpis.find((dpi) => dpi >= wanted) || dpis.at(-1);
}

/** How far inside the cut a slipped knife may come, unless the server says: less on what is small. */
const safeOf = ({ safe_mm: said, width_mm: w, height_mm: h }) => said ?? Math.min(SAFE_MM, Math.min(w, h) / 10);

/** Whether a shape needs an outline of its own; rectangles and circles are CSS's. */
const isDrawn = (component) => !["rectangle", "circle"].includes(component.shape);

/** Writes down how each unusual shape is cut, for its faces to point at. */
export function defineOutlines(components) {
  const made = [];
  for (const component of components.filter(isDrawn)) {
    const { width_mm: width, height_mm: height } = component;
    const cut = component.outline_path || polygon(component, 0);
    const clip = svg("clipPath", { id: `clip-${component.id}`, clipPathUnits: "objectBoundingBox" },
      svg("path", { d: cut, transform: `scale(${1 / width} ${1 / height})` }));
    const safe = component.safe_path || polygon(component, safeOf(component));
    const line = (kind, path) => svg("path", { id: `${kind}-${component.id}`, d: path, "vector-effect": "non-scaling-stroke" });
    made.push(clip, line("cut", cut), line("safe", safe));
  }
  byId("outlines").replaceChildren(...made);
}

/** The path of a hexagon, or of a rectangle for a shape that is not known, moved inwards. */
function polygon({ shape, width_mm: w, height_mm: h }, inset) {
  let corners = [[0, 0], [w, 0], [w, h], [0, h]];
  if (shape === "hexagon") {
    corners = w > h
      ? [[w / 4, 0], [(3 * w) / 4, 0], [w, h / 2], [(3 * w) / 4, h], [w / 4, h], [0, h / 2]]
      : [[w / 2, 0], [w, h / 4], [w, (3 * h) / 4], [w / 2, h], [0, (3 * h) / 4], [0, h / 4]];
  }
  const moved = inset ? inwards(corners, inset) : corners;
  return `M${moved.map((point) => point.map((value) => value.toFixed(3)).join(" ")).join("L")}Z`;
}

/** Every side moved inwards in parallel; a corner is where two moved sides meet. */
function inwards(corners, inset) {
  const normal = ([ax, ay], [bx, by]) => {
    const length = Math.hypot(bx - ax, by - ay);
    return [(by - ay) / length, (ax - bx) / length];
  };
  return corners.map((corner, index) => {
    const before = normal(corners.at(index - 1), corner);
    const after = normal(corner, corners[(index + 1) % corners.length]);
    const reach = -inset / (1 + before[0] * after[0] + before[1] * after[1]);
    return [corner[0] + reach * (before[0] + after[0]), corner[1] + reach * (before[1] + after[1])];
  });
}

/** An empty face; `shape` and `show` fill it. */
export function makeFace({ lazy = true } = {}) {
  const picture = h("img", { decoding: "async", loading: lazy ? "lazy" : null, draggable: "false", alt: "" });
  return h("span", { class: "face" }, h("span", { class: "paint" }, picture), h("span", { class: "lines" }));
}

/** The measures of a component, for a face or for all that lies in an element. */
export function measure(element, component) {
  const { width_mm: width, height_mm: height, bleed_mm: bleed } = component;
  vary(element, { "--w": width, "--h": height, "--b": bleed, "--safe": safeOf(component) });
}

/** Gives a face the shape of its component; its measures come from it or from what it lies in. */
export function shape(face, component) {
  const { width_mm: width, height_mm: height } = component;
  put(face, { "data-shape": isDrawn(component) ? "drawn" : component.shape });
  const paint = face.firstChild;
  const lines = face.lastChild;
  const size = `${width} ${height}`;
  if (!isDrawn(component)) {
    paint.style.removeProperty("--clip");
    lines.replaceChildren();
  } else if (lines.dataset.of !== `${component.id} ${size}`) {
    vary(paint, { "--clip": `url("#clip-${component.id}")` });
    const line = (kind) => svg("use", { href: `#${kind}-${component.id}`, class: kind });
    lines.replaceChildren(svg("svg", { viewBox: `0 0 ${size}` }, line("cut"), line("safe")));
    lines.dataset.of = `${component.id} ${size}`;
  }
}

/** Shows a design in a face; without a digest it says that there is no picture yet. */
export function show(face, digest, { alt, pxPerMm }) {
  const picture = face.querySelector("img");
  face.classList.toggle("bare", !digest);
  put(picture, { alt, hidden: digest ? null : "", src: digest ? pictureOf(digest, pxPerMm) : null });
}
