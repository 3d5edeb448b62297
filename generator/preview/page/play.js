// The page at which a game is played: what the seat knows, what it can do, and what came of it.

import { byId, h, put, redraw } from "./dom.js";
import { Picks, lights, lightsToken, listed, names, question, tokensIn } from "./choices.js";
import { cardElement, drawTable, enlarges, movable, Pieces, signOf } from "./field.js";
import { retry } from "./faces.js";
import { draggable, optionsAbout, wishOf } from "./free.js";
import { manage } from "./host.js";
import { rich } from "./said.js";

const AGAIN_MS = 1500;
/** A number that the seat does not know. */
const UNSEEN = -1000000;
const OVER = "The game is over";
const picks = new Picks();
const at = { seat: null, told: null, facts: {}, pieces: null, lifted: null, fitted: "", fetching: false, again: false, acting: false, replay: null };
const view = movable();
let bounds = { left: 0, top: 0, right: 400, bottom: 300 };
let source = null;

const json = async (address) => {
  const answer = await fetch(address, { cache: "no-store" });
  return answer.ok ? answer.json() : null;
};

/** Asks the server to do something; what it says to it. */
export async function ask(wish) {
  try {
    const answer = await fetch("/table/do", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish) });
    const text = await answer.text();
    try {
      return JSON.parse(text);
    } catch {
      return { ok: false, said: text };
    }
  } catch {
    return { ok: false, said: "The program that shows this table has ended. Start it again, then reload this page." };
  }
}

const isHost = () => at.facts.kinds !== undefined;
const mine = () => isHost() ? (at.facts.kinds || []).map((kind, seat) => (kind === "me" ? seat : -1)).filter((seat) => seat >= 0) : [at.facts.mine];

/** Fetches what is new, one time after the other. */
async function refresh() {
  if (at.fetching) {
    at.again = true;
    return;
  }
  at.fetching = true;
  do {
    at.again = false;
    at.facts = (await json("/table/seats").catch(() => null)) || at.facts;
    const seats = mine();
    if (at.seat === null || (seats.length && !seats.includes(at.seat))) sit(seats[0] ?? -1);
    let told = at.facts.playing === false ? null : await json(`/table/state${at.seat >= 0 ? `?seat=${at.seat}` : ""}`).catch(() => null);
    const next = told && !told.over ? seats.find((seat) => told.actors.includes(seat)) : undefined;
    if (next !== undefined && !told.actors.includes(at.seat)) {
      sit(next);
      told = await json(`/table/state?seat=${next}`).catch(() => told);
    }
    if (told && at.told && told.moves !== at.told.moves) picks.clear();
    at.told = told;
    if (at.pieces) draw();
    if (!at.pieces || at.pieces.told.status !== "ready") {
      const pieces = await json("/table/pieces").catch(() => null);
      if (pieces) at.pieces = new Pieces(pieces);
    }
  } while (at.again);
  at.fetching = false;
  draw();
}

function sit(seat) {
  if (at.seat === seat) return;
  at.seat = seat;
  picks.clear();
  listen();
}

function listen() {
  if (source) source.close();
  source = new EventSource(`/table/events${at.seat >= 0 ? `?seat=${at.seat}` : ""}`);
  source.addEventListener("seat", refresh);
  source.addEventListener("gone", () => tellWhy({ said: "The program that shows this table has ended. The game is in its log." }));
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  });
}

// ---------------------------------------------------------------- drawing

function draw() {
  const told = at.replay || at.told;
  document.title = [told && told.options.length ? "▸" : "", at.pieces?.told.game.title || "pnp", "· table"].filter(Boolean).join(" ");
  put(byId("title"), { text: at.pieces?.told.game.title || "Table" });
  manage.draw(at, { ask, refresh, undo, replayed });
  if (at.facts.fault) tellWhy({ said: `${at.facts.fault.what} ${at.facts.fault.mend}` });
  if (!told || !at.pieces) {
    put(byId("moment"), { text: isHost() && !at.facts.playing ? "No game is played." : "Waiting for the table …" });
    for (const id of ["choices", "hand", "world", "seats", "tracks", "log"]) byId(id).replaceChildren();
    return;
  }
  if (drawCurtain(told)) {
    for (const id of ["choices", "hand", "world"]) byId(id).replaceChildren(); // nor is it there for a keyboard
    return;
  }
  let fitting = at.replay ? [] : picks.fitting(told.options);
  if (!fitting.length && !picks.empty && !at.replay) {
    picks.clear();
    fitting = picks.fitting(told.options);
  }
  const letter = (icon) => Object.entries(at.facts.letters || {}).find(([, key]) => key === icon)?.[0];
  const uses = {
    can: (title) => lights(fitting, title), picked: (title) => picks.titles.includes(title), use,
    canToken: (icon) => !at.replay && lightsToken(fitting, letter(icon), picks.tokens), useToken: (icon) => lightsToken(fitting, letter(icon), picks.tokens) && pickToken(letter(icon)),
  };
  document.body.classList.toggle("free", Boolean(told.free));
  if (told.free) Object.assign(uses, { drop: at.replay ? null : drop, useAt });
  bounds = drawTable(at.pieces, told, view.aspect(), uses);
  const shape = `${at.pieces.told.status} ${told.names.length} ${Boolean(at.pieces.told.layout)} ${at.facts.log || ""}`;
  if (at.fitted !== shape) view.fit(bounds);
  at.fitted = shape;
  drawMoment(told);
  drawSeats(told, fitting);
  drawTracks(told);
  drawLog(told);
  drawHand(told, uses);
  drawChoices(told, fitting);
}

function drawMoment(told) {
  const turn = told.actors.map((seat) => told.names[seat]).join(" and ");
  const yours = told.actors.includes(told.seat) && !at.replay;
  const now = `Round ${told.round}, ${told.moment}: ${yours ? `you (${told.names[told.seat]})` : turn || "…"}${left(told)}`;
  const ending = told.ending?.text || "";
  const fresh = h("p", {}, told.over ? rich(ending.startsWith(OVER) ? ending : `${OVER}. ${ending}`) : now);
  const moment = byId("moment");
  if (moment.innerHTML !== fresh.innerHTML) moment.replaceChildren(...fresh.childNodes);
  put(moment, { class: yours ? "yours" : "" });
}

const left = ({ actions_left: number }) => (number ? `, ${number} ${number === 1 ? "action" : "actions"} left` : "");

const plain = (text) => text.replace(/\*\*/g, "").replace(/\{(\w+)\}/g, "$1");

function drawSeats(told, fitting) {
  const lettersOf = Object.fromEntries(Object.entries(at.facts.letters || {}).map(([letter, key]) => [key, letter]));
  const lit = told.table.seats.map((seat) => seat.tokens.map(({ sign }) => lightsToken(fitting, lettersOf[sign.icon], picks.tokens)));
  redraw(byId("seats"), [told.table.seats, told.actors, told.kinds, told.held, told.seat, lit, picks.tokens], () => told.table.seats.map((seat, number) => {
    const own = number === told.seat;
    const count = ({ sign, number: amount }) => h("span", {}, signOf(sign, sign.icon ? "" : "counted"), h("b", { text: told.secret && amount <= UNSEEN ? "?" : String(amount) }));
    const token = (entry, place) => {
      const letter = lettersOf[entry.sign.icon];
      if (!own || !letter || !lit[number][place]) return count(entry);
      const button = h("button", { type: "button", class: "lit", "aria-label": `${entry.sign.icon}: ${entry.number}, choose one more` }, signOf(entry.sign),
        h("b", { text: picks.tokens[letter] ? `${picks.tokens[letter]} of ${entry.number}` : String(entry.number) }));
      button.addEventListener("click", () => pickToken(letter));
      return button;
    };
    const kind = own ? "you" : told.kinds[number].replace("bot:", "bot, ").replace("open", "elsewhere").replace("me", "here");
    const sits = !own && mine().includes(number) && button("quiet small", ["Sit here"], () => {
      sit(number);
      refresh();
    });
    const made = h("div", { class: told.actors.includes(number) ? "seat acting" : "seat" },
      h("span", {}, seat.sign.icon ? signOf(seat.sign) : null, " ", h("span", { class: "name", text: seat.name }), " ", h("span", { class: "kind", text: kind }), sits || ""),
      h("div", { class: "counts" }, seat.tokens.map(token)),
      h("div", { class: "counts" }, seat.values.map(count), seat.stacks.filter((stack) => stack.number).map(count),
        told.held[number] ? h("span", { text: `${told.held[number]} in hand` }) : null));
    made.style.setProperty("--of", /^#[0-9a-f]{6}$/i.test(seat.sign.colour) ? seat.sign.colour : "#8c9295");
    return made;
  }));
}

function drawTracks(told) {
  redraw(byId("tracks"), [told.table.tracks, told.table.chips], () => [
    ...told.table.tracks.map((track) => h("div", {}, h("b", { text: track.name }), h("div", { class: "track", role: "img", "aria-label": `${track.name}: ${track.markers.map((spot) => track.spaces[spot]?.label).join(", ")}` },
      track.spaces.map((space, spot) => h("span", { class: track.markers.includes(spot) ? "on" : null, text: space.label }))))),
    ...told.table.chips.map((chip) => h("p", {}, chip.sign.icon ? signOf(chip.sign) : null, ` ${plain(chip.text)}`)),
  ]);
}

function drawLog(told) {
  const last = told.log.slice(-40).reverse();
  redraw(byId("log"), last, () => last.map((entry) => {
    const who = entry.seat >= 0 ? told.names[entry.seat] : "";
    const head = entry.text ? rich(entry.text) : [h("b", { text: who || "It happens" }), `: ${entry.words}`];
    const changes = entry.changes.map(change).filter(Boolean);
    const by = { rules: "There was no other choice.", bot: entry.why, chance: "" }[entry.by] || "";
    return h("li", {}, h("span", { class: "soft", text: `${entry.round} · ` }), head,
      changes, by ? h("div", { class: "soft", text: by }) : null);
  }));
}

const seen = (text) => (Number(text) <= UNSEEN ? "?" : plain(text));

/** What a move changed in one place, such as “Alex: 3 → 2, + Herd”. */
function change({ name, shifts, gone, new: came, left, joined }) {
  const titles = (list) => list.map((title) => title || "a card").join(", ");
  const markers = (list, word) => (list.length ? [[...list.map((sign) => signOf(sign)), ` ${word}`]] : []);
  const parts = [
    ...shifts.map(({ sign, before, after, name: what }) => [sign.icon ? signOf(sign) : `${what} `, ` ${seen(before)} → ${seen(after)}`]),
    ...(gone.length ? [[`− ${titles(gone)}`]] : []), ...(came.length ? [[`+ ${titles(came)}`]] : []), ...markers(left, "gone"), ...markers(joined, "laid on it"),
  ];
  return parts.length ? h("div", { class: "soft" }, name ? `${name}: ` : "", parts.flatMap((part, at) => (at ? [", ", ...part] : part))) : null;
}

function drawHand(told, { can, picked, use: click, drop: dropped }) {
  redraw(byId("hand"), [told.hand, told.hand.map((title) => [can(title), picked(title)]), at.lifted, at.pieces.told.status], () => told.hand.map((title, place) => {
    const card = { title, sign: { icon: "", colour: "" }, tint: "" };
    const button = h("button", { type: "button", class: ["handcard", can(title) ? "lit" : "", picked(title) ? "picked" : ""].filter(Boolean).join(" "),
      "data-title": title, "aria-label": `${title}, in your hand${can(title) ? ", can be used" : ""}`, "aria-pressed": String(picked(title)) }, cardElement(at.pieces, card, { pxPerMm: 1.6 }));
    button.addEventListener("click", () => click(title));
    if (dropped) draggable(button, { from: "hand", at: place }, dropped);
    enlarges(button, at.pieces, { card });
    return button;
  }));
}

function drawChoices(told, fitting) {
  const box = byId("choices");
  const key = [told.moves, told.seat, fitting, picks.cells, picks.titles, picks.tokens, told.over, Boolean(at.replay)];
  redraw(box, key, () => {
    if (at.replay) return [h("span", { class: "asked", text: "You look at the game as it was." })];
    if (told.over && told.ending) return [h("table", {}, told.ending.rows.map((cells) => h("tr", {}, cells.map((cell) => h("td", {}, rich(String(cell)))))))];
    if (!told.options.length) return [h("span", { class: "asked", text: told.over ? "" : "Somebody else moves." })];
    const asked = question(fitting);
    const parts = [];
    if (!asked && fitting.length) {
      const cells = Object.values(fitting[0].cells).filter(Boolean);
      parts.push(button("main", [shown(cells[0]), ...cells.slice(1).map((cell) => [" · ", pays(cell)]).flat(2)], () => act(fitting[0].at)));
    } else if (asked) {
      parts.push(h("span", { class: "asked", text: `${[actionOf(fitting, told.options), questionOf(asked)].filter(Boolean).join(" · ")}:` }));
      if (asked.values.some((value) => listed(value).length > 1 && asked.column === "card")) parts.push(...several(asked.values));
      else for (const value of asked.values) parts.push(button("chip", pays(value, asked.column), () => choose(asked.column, value)));
    }
    if (!picks.empty) parts.push(button("quiet", ["Something else"], clear));
    return parts;
  });
}

/** Cards of which several may be chosen: one by one, and a button for those that were. */
function several(values) {
  const meant = picks.titles.length ? values.filter((value) => new Set(listed(value)).size === picks.titles.length && picks.titles.every((title) => names(value, title))) : [];
  const chips = [...new Set(values.flatMap(listed))].map((name) => {
    const on = picks.titles.some((title) => names(name, title));
    const chip = button("chip", [on ? "✓ " : "", name], () => use(picks.titles.find((title) => names(name, title)) || name));
    chip.setAttribute("aria-pressed", String(on));
    return chip;
  });
  for (const value of meant) chips.push(button("main", [`Only ${listed(value).join(", ")}`], () => choose("card", value)));
  if (!meant.length && values.includes("")) chips.push(button("chip", ["nothing"], () => choose("card", "")));
  return chips;
}

const shown = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** What is asked; a payment in words, such as “ask 1M”, is no payment. */
function questionOf({ column, values }) {
  const words = column === "payment" && values.some((value) => value && !tokensIn(value));
  return words ? "How" : { action: "You can", card: "Which", payment: "What you pay", gains: "What you take" }[column] || shown(column);
}

/** The one action that is left of several: a click on a card may have chosen it. */
function actionOf(fitting, options) {
  const { action } = fitting[0].cells;
  const chosen = fitting.every(({ cells }) => cells.action === action) && options.some((cells) => cells.action !== action);
  return chosen ? shown(action) : "";
}

function button(kind, parts, click) {
  const made = h("button", { type: "button", class: kind }, parts);
  made.addEventListener("click", click);
  return made;
}

/** A cell as it is read: tokens as their pictures. */
function pays(text, column = "") {
  if (!text) return [column === "action" ? "—" : "nothing"];
  const tokens = tokensIn(text);
  const letters = at.facts.letters || {};
  if (!tokens || !Object.keys(tokens).every((letter) => letters[letter])) return [column === "action" ? shown(text) : text];
  return Object.entries(tokens).map(([letter, count]) => [h("span", { text: String(count) }), signOf(colourOf(letters[letter]), letters[letter])]).flat();
}

const colourOf = (icon) => (at.told?.table.seats[0]?.tokens || []).map(({ sign }) => sign).find((sign) => sign.icon === icon) || { icon, colour: "" };

// ---------------------------------------------------------------- doing

function choose(column, value) {
  picks.cells[column] = value;
  const fitting = picks.fitting(at.told.options);
  tellWhy(null);
  if (fitting.length === 1) act(fitting[0].at);
  else draw();
  byId("choices").querySelector("button")?.focus();
}

function use(title) {
  tellWhy(null);
  if (at.replay) return;
  if (picks.titles.includes(title) || lights(picks.fitting(at.told.options), title)) {
    picks.toggle(title);
    draw();
    return;
  }
  if (lights(at.told.options.map((cells) => ({ cells })), title)) {
    picks.clear();
    picks.toggle(title);
    draw();
    return;
  }
  why({ card: title });
}

/** Without rules: a card of the table by its place, since several may be called alike. */
function useAt(place) {
  tellWhy(null);
  picks.clear();
  picks.only = optionsAbout(at.told, place);
  draw();
}

async function drop(drag, x, y) {
  const place = view.placeAt(x, y);
  const hand = byId("bar").getBoundingClientRect();
  const wish = place || y >= hand.top ? wishOf(at.told, drag, place, !place) : null;
  if (wish) await make(wish);
}

function pickToken(letter) {
  picks.tokens[letter] = (picks.tokens[letter] || 0) + 1;
  draw();
}

function clear() {
  picks.clear();
  tellWhy(null);
  draw();
}

async function why(part) {
  if (at.seat >= 0) tellWhy(await ask({ op: "why", seat: at.seat, part }));
}

const act = (option) => make({ op: "act", at: option });

/** One move at a time: a second click on the same button is none. */
async function make(wish) {
  if (at.acting) return;
  at.acting = true;
  const { moves } = at.told;
  const answer = await ask({ ...wish, seat: at.seat, moves });
  picks.clear();
  tellWhy(answer.ok ? null : answer);
  await refresh();
  if (document.activeElement === document.body) byId("bar").focus({ preventScroll: true }); // Tab goes on from there
  if (!answer.ok && at.told?.moves !== moves) tellWhy(null); // somebody else was quicker, and it can be seen
  at.acting = false;
}

async function undo(op = "undo") {
  const answer = await ask(op === "free" ? { op } : { op, seat: at.seat });
  tellWhy(answer.ok ? null : answer);
  await refresh();
}

/** Shows the game as it was, or with null as it is. */
function replayed(told) {
  at.replay = told;
  draw();
}

function tellWhy(answer) {
  const said = answer ? answer.said || "" : "";
  redraw(byId("why"), [said, answer?.rule || ""], () => [said, answer?.rule && answer.rule !== said ? h("span", { class: "rule", text: ` ${answer.rule}` }) : ""].filter(Boolean));
  if (!said) byId("why").replaceChildren();
}

function drawCurtain(told) {
  const several = mine().length > 1 && told.secret && !at.replay;
  const hidden = several && at.lifted !== told.seat && !told.over;
  byId("curtain").hidden = !hidden;
  if (!hidden) return false;
  put(byId("curtain-title"), { text: `It is the turn of ${told.names[told.seat]}. Only they should look.` });
  byId("curtain-lift").focus();
  return true;
}

byId("curtain-lift").addEventListener("click", () => {
  at.lifted = at.seat;
  draw();
  byId("bar").focus();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open]")) clear();
});
document.addEventListener("error", (event) => {
  if (event.target instanceof HTMLImageElement) retry(event.target);
}, true);
new ResizeObserver(() => view.untouched() && view.fit(bounds)).observe(byId("field"));
manage.begin({ fit: () => view.fit(bounds), zoom: view.zoom });
refresh();
listen();
setInterval(() => {
  if (!at.pieces || at.pieces.told.status !== "ready") refresh();
}, AGAIN_MS);
