// What surrounds the game: taking back, notes, seats and their addresses, other games, and what comes of one.

import { byId, h, redraw } from "./dom.js";

const KINDS = ["me", "open", "bot:random", "bot:greedy", "bot:cooperative", "bot:selfish", "bot:strong"];
const WORDS = { me: "somebody at this machine", open: "somebody elsewhere" };
const called = (kind) => WORDS[kind] || `a bot, ${kind.slice(4)}`;
let tools = {};
let at = {};
let does = {};

const button = (text, click, kind = "chip") => {
  const made = h("button", { type: "button", class: kind, text });
  made.addEventListener("click", click);
  return made;
};

function open(title, parts, buttons = []) {
  const dialog = byId("dialog");
  const close = button("Close", () => dialog.close());
  dialog.replaceChildren(h("h2", { id: "dialog-title", text: title }), ...parts, h("div", { class: "buttons" }, close, buttons));
  if (!dialog.open) dialog.showModal();
  return dialog;
}

const told = (text) => h("p", { role: "status", text });

async function wish(wanted, dialog) {
  const answer = await does.ask(wanted);
  if (answer.ok) dialog.close();
  else dialog.querySelector(".buttons").before(told(answer.said));
  await does.refresh();
  return answer;
}

function choice(name, values, chosen) {
  return h("select", { "aria-label": name }, values.map(([value, text]) => h("option", { value, selected: value === chosen ? "" : null, text })));
}

function newGame() {
  const { rules = [], least = 2, most = 4, logs = [], kinds = [] } = at.facts;
  if (!rules.length) {
    open("Begin a game", [told("No rules that pnp knows can be read from this workbook, so that nothing can be played by rules.")]);
    return;
  }
  const which = choice("Rules", rules.map((name) => [name, name.replaceAll("_", " ")]), rules[0]);
  const seed = h("input", { type: "number", value: "1", min: "0", max: "999999999", "aria-label": "Seed" });
  const variant = h("input", { type: "text", "aria-label": "Variant", placeholder: "none" });
  const usual = kinds.length ? kinds : ["me", ...Array(Math.max(least, 3) - 1).fill("bot:greedy")];
  const seats = Array.from({ length: most }, (_, seat) => choice(`Seat ${seat + 1}`, [["", "nobody"], ...KINDS.map((kind) => [kind, called(kind)])], usual[seat] || ""));
  const dialog = open("Begin a game", [
    h("label", {}, "Rules ", which), ...seats.map((seat, number) => h("label", {}, `Seat ${number + 1} `, seat)),
    h("label", {}, "Deal number ", seed), h("label", {}, "Variant ", variant),
    logs.length ? h("div", { class: "rowline" }, "Or go on with ", logChoice(logs)) : null,
  ].filter(Boolean), [button("Begin", () => wish({ op: "new", rules: which.value, seed: Number(seed.value) || 1, variant: variant.value || null, seats: seats.map((seat) => seat.value).filter(Boolean) }, dialog), "main")]);
}

function logChoice(logs) {
  const select = choice("Game", [...logs].reverse().map((name) => [name, name.replace(".jsonl", "").replace("T", ", ")]), logs.at(-1));
  return h("span", {}, select, " ", button("Load", () => wish({ op: "load", log: select.value }, byId("dialog"))));
}

function seats() {
  const { kinds = [], names = [], links = [] } = at.facts;
  const rows = kinds.map((kind, seat) => {
    const select = choice(names[seat], KINDS.map((value) => [value, called(value)]), kind);
    select.addEventListener("change", async () => {
      await does.ask({ op: "seat", seat, kind: select.value });
      await does.refresh();
      seats();
    });
    return h("div", {}, h("label", {}, `${names[seat]} `, select), ...(links[seat] || []).map((link) => h("p", { class: "link", text: link })));
  });
  open("Seats", [...rows, h("p", { class: "hint", text: "The address of an open seat is a secret: whoever has it plays there. Another machine reaches it only if the program was begun with --share. It is plain http: whoever listens in your network can read it." })]);
}

function note() {
  const text = h("textarea", { "aria-label": "Note", maxlength: "2000", placeholder: "too strong?" });
  const titles = [...new Set([...(at.told.hand || []), ...at.told.table.rows.flatMap((row) => row.cards.map((card) => card?.title))].filter(Boolean))];
  const card = choice("About", [["", "the game"], ...titles.map((title) => [title, title])], "");
  const older = (at.told.notes || []).map((one) => h("p", { class: "hint", text: `${one.by}, after move ${one.at}${one.card ? `, ${one.card}` : ""}: ${one.text}` }));
  const dialog = open("A note, kept with the game", [h("label", {}, "About ", card), text, ...older],
    [button("Keep it", () => wish({ op: "note", seat: at.seat, text: text.value, card: card.value }, dialog), "main")]);
  text.focus();
}

async function exported() {
  const answer = await does.ask({ op: "export" });
  rows("The game as text", "Rows of the sheet Sample Game; pnp replay plays them.", answer.text || answer.said);
}

function rows(title, hint, text) {
  const area = h("textarea", { readonly: "", "aria-label": title });
  area.value = text;
  const save = button("Save as a file", () => {
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: "game.txt" });
    link.click();
  });
  open(title, [h("p", { class: "hint", text: hint }), area], [save]);
}

async function written(replace = false) {
  const answer = await does.ask({ op: "write", replace });
  if (!answer.ok && !replace && /may be replaced/.test(answer.said)) {
    open("Replace the sample game?", [told(answer.said), h("p", { class: "hint", text: "The workbook that it stands in is kept as a version." })], [button("Replace it", () => written(true), "main")]);
    return;
  }
  if (answer.ok && answer.text) rows("Rows to paste", answer.said, answer.text);
  else open(answer.ok ? "Written" : "Not written", [told(answer.said)]);
}

function replay() {
  const last = at.told.moves;
  const slider = h("input", { type: "range", min: "0", max: String(last), value: String(last), "aria-label": "Move" });
  const where = h("output", { text: `${last} of ${last}` });
  const box = h("div", { class: "rowline", id: "replay" }, slider, where, button("Back to the game", () => {
    box.remove();
    does.replayed(null);
  }));
  slider.addEventListener("input", async () => {
    where.textContent = `${slider.value} of ${last}`;
    const answer = await does.ask({ op: "replay", at: Number(slider.value), ...(at.seat >= 0 ? { seat: at.seat } : {}) });
    if (answer.ok && box.isConnected) does.replayed(JSON.parse(answer.text));
  });
  byId("replay")?.remove();
  byId("bar").prepend(box);
  slider.focus();
}

function game() {
  const free = button("Take back freely", () => does.undo("free").then(() => byId("dialog").close()));
  open("The game", [
    h("p", { class: "hint", text: `${at.facts.log ? `Its log is plays/${at.facts.log}. ` : ""}${at.told?.marked ? "Something was taken back freely." : ""}` }),
    ...(at.facts.loads || []).map(([when, by]) => h("p", { class: "hint", text: `Gone on with on ${when.slice(0, 16).replace("T", ", ")} (UTC) by ${by}.` })),
    h("div", { class: "rowline" }, button("Begin another one", newGame), at.told ? button("Write it into the workbook", () => written()) : "", at.told ? button("As text", exported) : ""),
    at.told ? h("div", { class: "rowline" }, free, h("span", { class: "hint", text: "whatever was seen since; it marks the game" })) : "",
  ]);
}

const LOOK = "pnp-play-still";

function still() {
  const root = document.documentElement;
  root.toggleAttribute("data-still");
  localStorage.setItem(LOOK, root.hasAttribute("data-still") ? "1" : "");
}

/** The tools over the table. */
export const manage = {
  begin(own) {
    tools = own;
    document.documentElement.toggleAttribute("data-still", Boolean(localStorage.getItem(LOOK)));
  },
  draw(state, own) {
    [at, does] = [state, own];
    const host = state.facts.kinds !== undefined;
    redraw(byId("tools"), [host, Boolean(state.told), state.told?.undo, state.facts.playing, state.told?.broken, state.facts.held], () => [
      state.told && state.seat >= 0 ? put(button("Undo", () => does.undo()), !state.told.undo) : null,
      state.told ? button("Note", note) : null,
      state.told && host ? button("Replay", replay) : null,
      host && state.told ? button("Seats", seats) : null,
      host ? button(state.told ? "Game" : "Begin a game", state.told ? game : newGame, state.told ? "chip" : "main") : null,
      button("Fit", tools.fit, "quiet"), button("+", () => tools.zoom(1.25), "quiet square"), button("−", () => tools.zoom(0.8), "quiet square"),
      button("Motion", still, "quiet"),
      host ? h("a", { class: "quiet", href: "/", text: "Preview" }) : null,
      state.told?.broken ? h("p", { role: "status", text: state.told.broken }) : null,
      host && state.facts.held && state.facts.playing ? h("p", { role: "status", text: "Bots wait: one of them was stopped. Choose it again under Seats to let it try once more, or move for it." }) : null,
    ]);
  },
};

function put(made, disabled) {
  made.disabled = Boolean(disabled);
  return made;
}
