// The sheets as they will print: fronts, backs, and both as one sees them when the paper is held against a lamp.

import { byId, emptiness, h, icon, many, mm, put, redraw, vary } from "./dom.js";
import { dotsFor } from "./faces.js";
import { choose, chosen, now } from "./store.js";

const DPIS = [72, 96, 150];
const SIDES = { front: "Front", back: "Back", both: "Both, against the light" };
const open = { wanted: "", id: "", leaf: 0 };
let parts = null;

/** Shows a leaf of a file; leaves are counted from 0, and one has two pages if it is printed on both sides. */
export function showSheet(id, leaf) {
  open.wanted = id;
  open.leaf = Number.isInteger(leaf) && leaf >= 0 ? leaf : 0;
  update();
}

/** The address of the leaf before (-1) or after (1), or "". */
export function turned(step) {
  const sheet = current();
  const next = open.leaf + step;
  return sheet && next >= 0 && next < leavesOf(sheet) ? `#/sheets/${encodeURIComponent(sheet.id)}/${next}` : "";
}

const current = () => now.state.sheets.find((sheet) => sheet.id === open.id);

function leavesOf(sheet) {
  const pages = sheet.pages ?? 1;
  return sheet.duplex ? Math.ceil(pages / 2) : pages;
}

/** Brings the view up to date. */
export function update() {
  const view = byId("view-sheets");
  const { sheets } = now.state;
  const sheet = sheets.find((one) => one.id === open.wanted) || current() || sheets[0];
  if (!sheet) {
    parts = null;
    view.replaceChildren(emptiness(now.state, "No sheets", "Where there are components, the sheets that pnp build would make of them are here."));
    return;
  }
  open.id = sheet.id;
  if (!parts) build(view);
  fillList();
  fill(sheet);
}

function build(view) {
  const step = (by, name, text) => h("a", { class: "quiet square", "aria-label": text, title: text, "data-step": by }, icon(name));
  const sides = Object.entries(SIDES).map(([side, text]) => h("button", { type: "button", class: "chip", "data-side": side, "aria-pressed": "false", text }));
  parts = {
    list: h("nav", { class: "files", "aria-label": "Files" }), pick: h("select", { "aria-label": "File" }),
    before: step(-1, "left", "The sheet before (←)"), after: step(1, "right", "The next sheet (→)"), where: h("span", { class: "where" }),
    sides: h("div", { class: "group", role: "group", "aria-label": "Side" }, sides),
    light: h("input", { type: "range", min: "0", max: "100", "aria-label": "How much of the back is seen" }),
    slide: null, title: h("h1", {}), facts: h("p", { class: "facts" }),
    front: h("img", { class: "under", decoding: "async", alt: "" }), back: h("img", { class: "over", decoding: "async", alt: "" }), leaf: null,
  };
  parts.slide = h("label", { class: "slide light" }, h("span", { text: "Front" }), parts.light, h("span", { text: "Back" }));
  parts.leaf = h("div", { class: "leaf" }, parts.front, parts.back);
  view.replaceChildren(h("div", { class: "two" }, h("div", { class: "files-side" }, h("label", { class: "choice only-phone" }, parts.pick), parts.list),
    h("div", { class: "content" }, h("div", { class: "heading" }, parts.title, parts.facts),
      h("div", { class: "path" }, h("span", { class: "steps" }, parts.before, parts.where, parts.after), parts.sides, parts.slide), parts.leaf)));
  parts.sides.addEventListener("click", (event) => {
    const side = event.target.closest("[data-side]")?.dataset.side;
    if (side) choose({ side });
  });
  parts.light.addEventListener("input", () => choose({ opacity: Number(parts.light.value) }));
  parts.pick.addEventListener("change", () => { location.hash = `#/sheets/${encodeURIComponent(parts.pick.value)}/0`; });
}

const nameOf = (sheet) => sheet.file.split("/").at(-1).replace(/\.pdf$/, "");

function fillList() {
  const { state } = now;
  const groups = new Map();
  for (const sheet of state.sheets) {
    const key = `${state.componentOf.get(sheet.component)?.title || sheet.title || nameOf(sheet)}`;
    groups.set(key, [...(groups.get(key) || []), sheet]);
  }
  const said = state.sheets.map((sheet) => [sheet.id, sheet.layout, sheet.paper, amount(sheet)]);
  redraw(parts.list, [said, [...groups.keys()]], () => [...groups].map(([title, sheets]) => h("section", {}, h("h2", { text: title }), h("ul", {}, sheets.map((sheet) => h("li", {},
    h("a", { href: `#/sheets/${encodeURIComponent(sheet.id)}/0`, "data-id": sheet.id },
      h("span", { class: "what", text: `${sheet.paper}, ${sheet.layout}` }), h("span", { class: "facts", text: amount(sheet) }))))))));
  redraw(parts.pick, [said, [...groups.keys()]], () => [...groups].map(([title, sheets]) => h("optgroup", { label: title }, sheets.map((sheet) =>
    h("option", { value: sheet.id, text: `${sheet.paper}, ${sheet.layout}` })))));
  for (const link of parts.list.querySelectorAll("a")) put(link, { "aria-current": link.dataset.id === open.id ? "page" : null });
  parts.pick.value = open.id;
}

function amount(sheet) {
  return [typeof sheet.pages === "number" ? many(leavesOf(sheet), "sheet") : "", sheet.duplex ? "both sides" : "one side"].filter(Boolean).join(", ");
}

function fill(sheet) {
  const leaves = leavesOf(sheet);
  open.leaf = Math.min(open.leaf, leaves - 1);
  const side = sheet.duplex ? chosen.side : "front";
  put(parts.title, { text: now.state.componentOf.get(sheet.component)?.title || sheet.title || nameOf(sheet) });
  const facts = [sheet.file, `${mm(sheet.width_mm)} × ${mm(sheet.height_mm)} mm`, sheet.layout];
  if (sheet.duplex) facts.push(`flip on the ${sheet.flip} edge`);
  put(parts.facts, { text: facts.join(" · ") });
  put(parts.where, { text: `Sheet ${open.leaf + 1} of ${leaves}` });
  for (const [link, by] of [[parts.before, -1], [parts.after, 1]]) {
    put(link, { href: turned(by) || null, "aria-disabled": turned(by) ? null : "true" });
  }
  parts.sides.hidden = !sheet.duplex;
  parts.slide.hidden = side !== "both";
  for (const button of parts.sides.children) put(button, { "aria-pressed": String(button.dataset.side === side) });
  if (parts.light.value !== String(chosen.opacity)) parts.light.value = String(chosen.opacity);
  const page = sheet.duplex ? open.leaf * 2 : open.leaf;
  const scale = Math.min(parts.leaf.parentNode.clientWidth, 1000) / sheet.width_mm;
  vary(parts.leaf, { "--w": sheet.width_mm, "--h": sheet.height_mm, "--seen": chosen.opacity / 100 });
  put(parts.leaf, { "data-side": side, "data-turn": turnOf(sheet) });
  paint(parts.front, side === "back" ? null : page, sheet, scale, "front");
  paint(parts.back, side === "front" ? null : page + 1, sheet, scale, "back");
}

/**
 * How a back is seen through its front: paper that is turned round its upright edge swaps left and right, round
 * its level edge top and bottom. The long edge stands upright on portrait paper and lies level on landscape.
 */
const turnOf = (sheet) => ((sheet.flip === "short") === (sheet.width_mm > sheet.height_mm) ? "sides" : "head");

function paint(picture, page, sheet, scale, name) {
  picture.hidden = page === null;
  if (page === null) return;
  const address = `/sheet/${encodeURIComponent(sheet.id)}/${page}.png?dpi=${dotsFor(scale, DPIS)}&r=${now.state.revision}`;
  put(picture, { src: address, alt: `Sheet ${open.leaf + 1} of ${sheet.file}, ${name}` });
}
