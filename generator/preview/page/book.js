// The booklets, page by page: the rulebook and the sample game, with the steps that do not hold marked.

import { byId, emptiness, h, icon, put, redraw, vary } from "./dom.js";
import { dotsFor } from "./faces.js";
import { place } from "./problems.js";
import { now } from "./store.js";

const DPIS = [72, 96, 150];
const WIDEST_PX = 620;
const MOST_STEPS = 60;
const open = { wanted: "", id: "", page: null };
const counted = new Map();
let parts = null;

/** Shows a booklet; a page, counted from 1, is brought into sight. */
export function showBook(id, page) {
  open.wanted = id;
  open.page = Number.isInteger(page) ? page : null;
  update();
  toPage();
}

/** What a step is called: the row of the sheet that it stands in. */
function nameOf({ step, where }) {
  const row = /!\D*(\d+)$/.exec(where || "")?.[1];
  return row ? `row ${row}` : `step ${step}`;
}

const brokenOf = (booklet) => booklet.broken || [];
const keyOf = (booklet) => `${booklet.id} ${now.state.revision}`;

/** Brings the view up to date; pages that stay keep their element, so that nothing scrolls. */
export function update() {
  const view = byId("view-book");
  const found = (id) => now.state.booklets.find((one) => one.id === id);
  const booklet = found(open.wanted) || found(open.id) || now.state.booklets[0];
  if (!booklet) {
    parts = null;
    view.replaceChildren(emptiness(now.state, "No booklets", "A game with a rulebook or a sample game has them here, page by page."));
    return;
  }
  open.id = booklet.id;
  if (!parts) {
    parts = { tabs: h("nav", { class: "tabs", "aria-label": "Booklets" }), steps: h("div", { class: "column" }), pages: h("div", { class: "pages" }) };
    view.replaceChildren(parts.tabs, parts.steps, parts.pages);
  }
  fill(booklet);
}

function fill(booklet) {
  const broken = brokenOf(booklet);
  const said = now.state.booklets.map((one) => [one.id, one.title, brokenOf(one).length]);
  redraw(parts.tabs, said, () => now.state.booklets.map((one) => h("a", { class: "tab", href: `#/book/${encodeURIComponent(one.id)}`, "data-id": one.id },
    one.title, brokenOf(one).length ? h("span", { class: "count bad", text: String(brokenOf(one).length), title: "Steps that do not hold" }) : null)));
  for (const tab of parts.tabs.children) put(tab, { "aria-current": tab.dataset.id === booklet.id ? "page" : null });
  redraw(parts.steps, [booklet.id, broken], () => broken.slice(0, MOST_STEPS).map((step) => h("article", { class: "problem", "data-severity": "error" },
    h("header", {}, icon("error"), h("strong", { text: `The step in ${nameOf(step)} does not hold` }), place(step.where),
      Number.isInteger(step.page) ? h("a", { href: `#/book/${encodeURIComponent(booklet.id)}/${step.page + 1}`, text: `Page ${step.page + 1}` }) : null),
    h("p", { class: "what", text: step.what }))));
  fillPages(booklet, broken);
}

/**
 * Shows the pages. While nobody has counted them, each that comes asks for the next one, and the first that
 * does not come was one too many.
 */
function fillPages(booklet, broken) {
  const holder = parts.pages;
  if (holder.dataset.of !== booklet.id) holder.replaceChildren();
  holder.dataset.of = booklet.id;
  vary(holder, { "--w": booklet.width_mm, "--h": booklet.height_mm });
  const count = booklet.pages ?? counted.get(keyOf(booklet));
  holder.querySelector(":scope > .hint")?.remove();
  while (holder.children.length > (count ?? Infinity)) holder.lastChild.remove();
  while (holder.children.length < (count ?? 1)) holder.append(newPage(holder.children.length + 1));
  [...holder.children].forEach((figure, page) => fillPage(figure, booklet, page, broken));
}

function newPage(number) {
  const soon = open.page !== null && number <= open.page + 1;
  const picture = h("img", { loading: soon ? "eager" : "lazy", decoding: "async" });
  picture.addEventListener("load", () => came(number));
  picture.addEventListener("error", () => failed(number));
  return h("figure", { id: `page-${number}` }, picture, h("figcaption", {}));
}

function fillPage(figure, booklet, page, broken) {
  const here = broken.filter((step) => step.page === page).map(nameOf);
  const [picture, caption] = figure.children;
  put(figure, { "data-broken": here.length ? "" : null });
  put(picture, { src: `/booklet/${encodeURIComponent(booklet.id)}/${page}.png?dpi=${dotsOf(booklet)}&r=${now.state.revision}`, alt: `${booklet.title}, page ${page + 1}` });
  put(caption, { text: `${page + 1}${here.length ? ` · ${here.join(", ")} does not hold` : ""}` });
}

/** As many dots as a page needs where it is as wide as the window lets it be. */
function dotsOf(booklet) {
  const room = Math.min(WIDEST_PX, parts.pages.clientWidth || WIDEST_PX);
  return dotsFor(room / booklet.width_mm, DPIS);
}

const uncounted = (number) => {
  const booklet = now.state.booklets.find((one) => one.id === open.id);
  const last = parts && number === parts.pages.children.length;
  return last && booklet && booklet.pages === null && !counted.has(keyOf(booklet)) ? booklet : null;
};

function came(number) {
  const booklet = uncounted(number);
  if (!booklet) return;
  parts.pages.append(newPage(number + 1));
  fillPage(parts.pages.lastChild, booklet, number, brokenOf(booklet));
  if (open.page === number + 1) toPage();
}

function failed(number) {
  const booklet = uncounted(number);
  if (!booklet) return;
  counted.set(keyOf(booklet), number - 1);
  parts.pages.lastChild.remove();
  if (number === 1) parts.pages.append(h("p", { class: "hint", text: "It cannot be drawn now; the Problems say why." }));
}

function toPage() {
  if (open.page !== null) byId(`page-${open.page}`)?.scrollIntoView({ block: "start" });
}
