// The page of `pnp preview`: which view is open, what the keys do, and what happens when the server says something.

import * as book from "./book.js";
import * as card from "./card.js";
import { byId, put } from "./dom.js";
import * as edit from "./edit.js";
import { defineOutlines, retry } from "./faces.js";
import * as gallery from "./gallery.js";
import * as icons from "./icons.js";
import * as news from "./news.js";
import * as print from "./print.js";
import * as problems from "./problems.js";
import { fetchState, listen } from "./server.js";
import * as sheets from "./sheets.js";
import { State, choose, chosen, now, onChoice } from "./store.js";
import * as table from "./table.js";
import * as toolbar from "./toolbar.js";

const VIEWS = { cards: gallery, card, edit, sheets, table, book, icons, problems };
const SIGHTS = { 0: "", 4: "grey", 5: "protan", 6: "deutan", 7: "tritan" };
const LINES = { 1: "bleed", 2: "cut", 3: "safe" };
const AGAIN_MS = 1500;
const scrolls = new Map();
const at = { view: "", args: [] };
let wanted = -1;
let ended = false; // whether the server has gone
let fetching = false;

// ---------------------------------------------------------------- where we are

function parseHash() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [view = "", ...args] = path.split("/").map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  return { view: view in VIEWS ? view : "cards", args, query: new URLSearchParams(query) };
}

const placeOf = (view, args) => (view === "book" || view === "card" || view === "edit" ? `${view}/${args[0] ?? ""}` : view);

function route() {
  const { view, args, query } = parseHash();
  const before = at.view;
  const moved = placeOf(view, args) !== placeOf(at.view, at.args);
  if (before && moved) scrolls.set(placeOf(before, at.args), window.scrollY);
  const left = before === "card" ? at.args[0] : "";
  Object.assign(at, { view, args });
  for (const name of Object.keys(VIEWS)) byId(`view-${name}`).hidden = name !== view;
  for (const link of document.querySelectorAll(".views a")) {
    const here = link.dataset.view === view || ((view === "card" || view === "edit") && link.dataset.view === "cards");
    put(link, { "aria-current": here ? "page" : null });
  }
  toolbar.fitView(view);
  if (view === "cards") takeFilter(query);
  open();
  if (moved && before !== "") arrive(before, left);
}

function takeFilter(query) {
  Object.assign(gallery.filter, {
    deck: query.get("deck") || "", layer: query.get("layer") || "", text: query.get("text") || "",
    changed: query.has("changed"), problem: query.has("problem"),
  });
}

function open() {
  const { view, args } = at;
  const number = args[1] === undefined ? undefined : Number(args[1]);
  if (view === "cards") {
    toolbar.fillFilter();
    gallery.update();
  } else if (view === "card") card.showCard(args[0] || "");
  else if (view === "edit") edit.showEdit(args[0] || "", args[1]);
  else if (view === "sheets") sheets.showSheet(args[0] || "", number);
  else if (view === "book") book.showBook(args[0] || "", number);
  else VIEWS[view].update();
  entitle();
}

function arrive(before, left) {
  const { view, args } = at;
  if (view === "card") {
    if (before !== "card") {
      window.scrollTo(0, 0);
      card.focusCard();
    }
    return;
  }
  if (view === "book" && args[1] !== undefined) return;
  window.scrollTo(0, scrolls.get(placeOf(view, args)) || 0);
  if (view === "cards" && left) gallery.focusTile(left);
}

function entitle() {
  const { state } = now;
  const piece = ["card", "edit"].includes(at.view) ? state.pieceOf.get(at.args[0]) : null;
  const errors = state.problems.filter((problem) => problem.severity === "error").length;
  document.title = [errors ? `(${errors})` : "", piece ? `${piece.title} ·` : "", state.game?.title || "pnp preview", "· preview"].filter(Boolean).join(" ");
}

/** A filter that changed is written into the address, so that it can be sent to somebody. */
function filtered(changes) {
  Object.assign(gallery.filter, changes);
  const { deck, layer, text, changed, problem } = gallery.filter;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ deck, layer, text })) if (value) query.set(name, value);
  for (const [name, value] of Object.entries({ changed, problem })) if (value) query.set(name, "1");
  const asked = query.toString();
  history.replaceState(null, "", `#/cards${asked ? `?${asked}` : ""}`);
  toolbar.fillFilter();
  gallery.refilter();
}

const toGallery = () => {
  const { deck, layer, text, changed, problem } = gallery.filter;
  const query = new URLSearchParams(Object.entries({ deck, layer, text, changed: changed ? "1" : "", problem: problem ? "1" : "" }).filter(([, value]) => value));
  return `#/cards${query.size ? `?${query}` : ""}`;
};

// ---------------------------------------------------------------- what the server says

async function refresh() {
  if (fetching) return;
  fetching = true;
  try {
    take(await fetchState());
  } catch {
    setTimeout(refresh, AGAIN_MS);
  } finally {
    fetching = false;
  }
  if (wanted > now.state.revision && now.state.revision >= 0) setTimeout(refresh, 50);
}

function take(said) {
  const before = now.state;
  const state = new State(said);
  now.state = state;
  wanted = Math.max(wanted, state.revision);
  const begun = before.ordered.length > 0 && before.status !== "drawing";
  keepEarly(before, state);
  const fresh = !begun ? [] : state.ordered.filter((piece) => looksOther(piece, before.pieceOf.get(piece.id)));
  defineOutlines(state.components);
  head(state);
  print.update();
  toolbar.fillFilter();
  keepingPlace(() => {
    if (at.view === "cards") gallery.update(new Set(fresh.map((piece) => piece.id)));
    else if (at.view === "book") book.update();
    else if (begun) VIEWS[at.view].update();
    else open();
  });
  if (at.view === "book" && !before.booklets.length) open();
  if (begun && state.revision !== before.revision) news.tell(state.said || [], fresh, at.view === "edit");
  condition(state);
  entitle();
}

/** While the first pictures come one by one, a state that knows less of them than the page takes none away. */
function keepEarly(before, state) {
  if (state.status !== "drawing") return;
  for (const piece of state.pieces) {
    const old = before.pieceOf.get(piece.id);
    if (old && piece.front === null) Object.assign(piece, { front: old.front, back: old.back });
  }
}

const looksOther = (piece, old) => !old || (old.front !== null && (old.front !== piece.front || old.back !== piece.back));

/** What is at the top of the window stays there, whatever grew or went above it. */
function keepingPlace(change) {
  const anchor = at.view === "cards" && window.scrollY > 0
    ? document.elementsFromPoint(window.innerWidth / 2, window.innerHeight / 3).find((element) => element.closest?.(".tile"))?.closest(".tile")
    : null;
  const top = anchor?.getBoundingClientRect().top;
  change();
  if (anchor?.isConnected && !anchor.hidden) window.scrollBy(0, anchor.getBoundingClientRect().top - top);
}

function head(state) {
  put(byId("game-title"), { text: state.game?.title || "pnp preview" });
  put(byId("game-version"), { text: state.game?.version || "" });
  const errors = state.problems.filter((problem) => problem.severity === "error").length;
  const told = state.problems.filter((problem) => problem.severity !== "note").length;
  const counts = { cards: state.ordered.length, sheets: state.sheets.length, table: state.scenes.length, book: state.booklets.length, problems: told };
  for (const [name, count] of Object.entries(counts)) put(byId(`count-${name}`), { text: count ? count.toLocaleString("en") : "" });
  byId("count-problems").classList.toggle("bad", errors > 0);
}

/** The state of things in a word; what stops all drawing gets a line of its own. */
function condition(state) {
  if (ended) return; // a state that was asked for before the end is no news
  if (state.status === "broken") {
    const problem = state.problems.find((one) => one.severity === "error") || { what: "", mend: "", where: "" };
    news.setNotice("Nothing new can be drawn now; you see what was drawn last.", `${problem.what} ${problem.mend}`.trim(), problem.where);
    news.setStatus("");
  } else {
    news.setNotice("");
    news.setStatus(state.status === "drawing" ? "Drawing …" : "Up to date", state.status);
  }
}

const told = {
  state({ revision }) {
    ended = false;
    if (typeof revision === "number") wanted = Math.max(wanted, revision);
    refresh();
  },
  busy({ what }) {
    news.setStatus(what || "Drawing …", "drawing");
  },
  piece({ id, front, back }) {
    const piece = now.state.pieceOf.get(id);
    if (!piece) return;
    Object.assign(piece, { front: front ?? piece.front, back: back ?? piece.back });
    gallery.early(piece);
    if (at.view === "card") card.update();
  },
  here() {
    ended = false;
    byId("notice").classList.remove("ended");
    refresh();
  },
  gone() {
    ended = true;
    byId("notice").classList.add("ended");
    news.setStatus("Ended", "ended");
    news.setNotice("pnp preview has ended.", "You see what it drew last. Start it again, and this page goes on by itself.");
  },
};

// ---------------------------------------------------------------- keys and clicks

function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest?.("input:not([type=range]):not([type=checkbox]), select, textarea");
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") return void escape(event);
  if (typing) {
    if (event.target.id === "search" && (event.key === "Enter" || event.key === "ArrowDown")) {
      event.preventDefault();
      gallery.rove()?.focus();
    }
    return;
  }
  if (event.key in LINES) choose({ [LINES[event.key]]: !chosen[LINES[event.key]] });
  else if (event.key in SIGHTS) choose({ sight: SIGHTS[event.key] === chosen.sight ? "" : SIGHTS[event.key] });
  else if (event.key.toLowerCase() === "t") choose({ truly: !chosen.truly });
  else if (event.key === "?") byId("help").showModal();
  else if (event.key === "/") search();
  else if (["+", "=", "-", "−"].includes(event.key)) larger(event.key === "+" || event.key === "=" ? 1 : -1);
  else if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") return void arrow(event);
  else return;
  event.preventDefault();
}

function escape(event) {
  if (!byId("news").hidden) showNews(false);
  else if (at.view === "card") location.hash = toGallery();
  else if (at.view === "edit") location.hash = `#/card/${encodeURIComponent(at.args[0] || "")}`;
  else if (event.target.id === "search") {
    if (gallery.filter.text) {
      byId("search").value = "";
      filtered({ text: "" });
    } else gallery.rove()?.focus();
  } else if (at.view === "cards" && Object.values(gallery.filter).some(Boolean)) clearFilter();
  else return;
  event.preventDefault();
}

function clearFilter() {
  byId("search").value = "";
  filtered({ deck: "", layer: "", text: "", changed: false, problem: false });
}

function search() {
  if (at.view !== "cards") location.hash = toGallery();
  requestAnimationFrame(() => {
    byId("search").focus();
    byId("search").select();
  });
}

function larger(step) {
  if (at.view === "card") card.zoom(step);
  else if (at.view === "cards") choose({ size: Math.min(5, Math.max(1, Math.round((chosen.size + step * 0.3) * 10) / 10)), truly: false });
}

function arrow(event) {
  if (event.target.closest("input, select, .cloth")) return;
  if (at.view === "cards") {
    const tile = event.target.closest(".tile");
    if (tile) gallery.walk(tile, event.key);
    else if (event.target === document.body && event.key.startsWith("Arrow")) gallery.rove()?.focus();
    else return;
  } else if (at.view === "card" && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    const next = card.neighbour(event.key === "ArrowLeft" ? -1 : 1);
    if (next) location.replace(`#/card/${encodeURIComponent(next)}`);
  } else if (at.view === "sheets" && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    const next = sheets.turned(event.key === "ArrowLeft" ? -1 : 1);
    if (next) location.replace(next);
  } else return;
  event.preventDefault();
}

function onClick(event) {
  const element = event.target.closest("[data-copy], [data-zoom], [data-clear], #record-open, #news-close, a[href='#/cards'], .skip");
  if (!element) return;
  if (element.dataset.copy !== undefined) copy(element);
  else if (element.dataset.zoom) card.zoom(Number(element.dataset.zoom));
  else if (element.dataset.clear !== undefined) clearFilter();
  else if (element.id === "record-open") print.ask();
  else if (element.id === "news-close") showNews(false);
  else if (element.matches(".skip")) {
    event.preventDefault();
    (gallery.rove() || byId("main")).focus();
  } else if (at.view !== "cards") {
    event.preventDefault();
    location.hash = toGallery();
  }
}

async function copy(element) {
  const text = element.dataset.copy;
  try {
    await navigator.clipboard.writeText(text);
    news.toast(`Copied ${text}`);
  } catch {
    getSelection().selectAllChildren(element.firstChild);
  }
}

function showNews(shown) {
  byId("news").hidden = !shown;
  put(byId("news-button"), { "aria-expanded": String(shown) });
  if (shown) {
    news.drawNews();
    byId("news-close").focus();
  } else byId("news-button").focus();
}

function chosenOther(changes) {
  if ("size" in changes || "truly" in changes || "pxPerMm" in changes) gallery.resize();
  if (at.view === "card") card.fit();
  else if (at.view === "edit") edit.update();
  else if (at.view === "sheets") sheets.update();
  else if (at.view === "table") table.update();
}

// ---------------------------------------------------------------- begin

toolbar.connect(filtered);
onChoice(chosenOther);
addEventListener("hashchange", route);
addEventListener("keydown", onKey);
addEventListener("click", onClick);
addEventListener("error", (event) => event.target instanceof HTMLImageElement && retry(event.target), true);
addEventListener("load", (event) => event.target instanceof HTMLImageElement && delete event.target.dataset.again, true);
let resizing = 0;
addEventListener("resize", () => {
  cancelAnimationFrame(resizing);
  resizing = requestAnimationFrame(() => chosenOther({ size: chosen.size }));
});
byId("news-button").addEventListener("click", () => showNews(byId("news").hidden));
byId("help-button").addEventListener("click", () => byId("help").showModal());
byId("record-yes").addEventListener("click", print.record);
byId("record-cancel").addEventListener("click", () => byId("record").close());
history.scrollRestoration = "manual";
news.setStatus("Drawing …", "drawing");
route();
refresh();
listen(told);
