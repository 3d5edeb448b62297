// Beside the card: what the chosen mark is, in millimetres and words, its cell, and a list of all marks.

import { h, icon, many, mm, put, redraw } from "./dom.js";
import { measured, measuresOf } from "./edit_model.js";
import { kindOf, nameOf } from "./edit_stage.js";
import { signOf } from "./field.js";
import { problemItem } from "./problems.js";

const NAMES = {
  string: "Column", rich: "Column", path: "Column", key: "Icon", box_column: "Column",
  size: "Type size", least: "Least size", box_least: "Least size", font: "Font", weight: "Weight", color: "Colour", tint: "Second colour", paper: "Paper", stroke: "Line colour",
  align: "Across", box_align: "Across", valign: "Down", box_valign: "Down", fit: "Picture", box_fit: "Picture", italic: "Italic", caps: "Capitals", leading: "Line height", spacing: "Spacing", rx: "Corner",
};
/** The wishes that a box has, by the type of its column. */
const WISHES = { text: ["least", "align"], "rich text": ["least", "align", "valign"], effect: ["least", "align", "valign"], requirement: ["align"], file: ["fit"], colour: [], "yes/no": [] };
const ORDER = Object.keys(NAMES);
const WORDS = {
  align: [["left", "Left"], ["center", "Middle"], ["right", "Right"]], valign: [["top", "Top"], ["middle", "Middle"], ["bottom", "Bottom"]],
  fit: [["cover", "Fills"], ["contain", "Whole"]],
};
const WEIGHTS = [[400, "Regular"], [600, "Semi-bold"], [700, "Bold"]];
const PLACES = new Set(["x", "y", "cx", "cy", "x1", "x2", "y1", "y2", "width", "height", "r", "ry", "shift"]);
const WISHED = { box_least: "number", box_align: "align", box_valign: "valign", box_fit: "fit" };

/** A panel; `told` has `write(edits)`, `change(change)`, `choose(mark)`, `cell(cell)`, `type(cell, value, before)`. */
export function makePanel(told) {
  const panel = { parts: {}, cell: null };
  const part = (name, tag = "div") => (panel.parts[name] = h(tag, { class: `edit-${name}` }));
  panel.element = h("div", { class: "panel edit-panel" }, part("head"), part("problems"), part("place"), part("fields"), part("cell"), part("acts"), part("list"));
  panel.show = (face, stage) => show(panel, face, stage, told);
  panel.showProblems = (problems) => {
    const grave = problems.filter(({ severity }) => severity !== "note");
    redraw(panel.parts.problems, grave, () => grave.map((problem) => problemItem(problem)));
    if (!grave.length) panel.parts.problems.replaceChildren();
  };
  panel.follow = (mark, place) => {
    for (const [name, , value] of measuresOf(mark, place)) {
      const input = panel.parts.place.querySelector(`[data-field="${name}"]`);
      if (input && input !== document.activeElement) input.value = mm(value);
    }
  };
  panel.showCell = (cell) => showCell(panel, cell, told);
  return panel;
}

function show(panel, face, stage, told) {
  const { parts } = panel;
  const mark = stage.marks.get(stage.chosen);
  const place = stage.place();
  const count = stage.places(stage.chosen).length;
  if (panel.mark !== stage.chosen) panel.element.scrollTop = 0;  // a new thing is shown from its name on
  panel.mark = stage.chosen;
  const focused = panel.element.contains(document.activeElement) ? document.activeElement.dataset.field : "";
  redraw(parts.head, [face.template, face.shelf, mark, count], () => headOf(face, mark, count));
  panel.showProblems(face.problems || []);
  for (const name of ["place", "fields", "acts"]) parts[name].hidden = !mark || !place;
  if (mark && place) {
    redraw(parts.place, [mark, place], () => placeOf(mark, place, told));
    panel.follow(mark, place);
    redraw(parts.fields, [mark, face.columns, face.icons, face.fonts], () => fieldsOf(face, mark, told));
    redraw(parts.acts, [mark.mark, mark.whole, mark.line], () => actsOf(mark, told));
  }
  const rows = rowsOf(face, stage);
  redraw(parts.list, rows, () => listOf(rows, told)); // a drag changes none of it: no click on a row is lost
  for (const row of parts.list.querySelectorAll("[data-row]")) put(row, { "aria-pressed": String(Number(row.dataset.row) === stage.chosen) });
  if (focused && !panel.element.contains(document.activeElement)) parts.head.parentElement.querySelector(`[data-field="${focused}"]`)?.focus();
}

function headOf(face, mark, count) {
  const file = `templates/${face.template}`;
  if (!mark) {
    return [h("h1", { tabindex: "-1", text: "Lay it out" }),
      h("p", { class: "facts", text: `${file}${face.shelf ? " comes with pnp; your first change makes it your own." : ""}` }),
      h("p", { class: "hint", text: "Drag what you see, or choose it in the list. A change is one line of the template." })];
  }
  const kind = kindOf(mark, face.columns);
  return [h("h1", { tabindex: "-1", text: nameOf(mark, face.columns) }),
    h("p", { class: "facts" }, `${kind} · `, h("span", { class: "where", text: `${file}:${mark.line}` })),
    count > 1 ? h("p", { class: "flag", text: `One line draws it ${many(count, "time")}: it moves ${spelled(count)} marks.` }) : null];
}

const spelled = (count) => ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"][count] || String(count);

function numberField(name, label, value, { disabled = null, step = 0.1, unit = "mm" } = {}, told = () => {}) {
  const input = h("input", { type: "number", step, value: value === null ? "" : mm(value), disabled, inputmode: "decimal", "data-field": name });
  input.addEventListener("change", () => input.value !== "" && Number.isFinite(Number(input.value)) && told(Number(input.value)));
  return h("label", { class: "measure" }, h("span", { text: label }), input, unit ? h("span", { class: "unit", text: unit }) : null);
}

function placeOf(mark, place, told) {
  const rows = measuresOf(mark, place).map(([name, label, value, can]) =>
    numberField(name, label, value, { disabled: can ? null : "" }, (typed) => told.write(measured(mark, place, name, typed))));
  const locked = Object.entries(mark.locked).filter(([field]) => PLACES.has(field));
  return [h("div", { class: "grid" }, rows), ...locked.map(([field, expression]) => lockOf(field, mark, expression))];
}

const lockOf = (field, mark, expression) =>
  h("p", { class: "lock hint" }, icon("lock"), `${NAMES[field] || field} is computed in line ${mark.line}: `, h("code", { text: expression }));

function fieldsOf(face, mark, told) {
  const box = mark.slots.box_column && face.columns.find(({ header }) => header.toLowerCase() === String(mark.slots.box_column[1]).toLowerCase());
  const wished = (name) => !name.startsWith("box_") || name === "box_column" || (WISHES[box?.type] || WISHES.text).includes(name.slice(4));
  const replaced = (name) => name === "color" && ["colour", "file"].includes(box?.type);  // by what the cell says
  const fields = ORDER.filter((name) => !replaced(name) && (mark.slots[name] && (box || !name.startsWith("box_")) && wished(name) || mark.locked[name] && !PLACES.has(name)));
  return fields.filter((name) => !(name === "size" && mark.kind === "icon")).map((name) => {
    if (!mark.slots[name]) return lockOf(name, mark, mark.locked[name]);
    const [kind, value] = mark.slots[name];
    return fieldOf(face, name, WISHED[name] || kind, value, (typed) => told.write([[mark.mark, name, typed]]));
  }).filter(Boolean);
}

function fieldOf(face, name, kind, value, write) {
  const label = NAMES[name];
  if (name === "weight") return choice(name, label, WEIGHTS, value ?? 400, (typed) => write(Number(typed)));
  if (kind === "number") return numberField(name, label, value, { unit: name === "leading" ? "×" : "mm", step: name === "leading" ? 0.05 : 0.1 }, write);
  if (WORDS[kind]) return segments(name, label, WORDS[kind], value, write);
  if (kind === "flag") return tick(name, label, value === true, write);
  if (kind === "colour") return colour(name, label, value, write);
  if (kind === "font") return choice(name, label, face.fonts.map((font) => [font, font]), value ?? "text", write);
  if (kind === "icon") return palette(name, label, face.icons, value, write);
  if (kind === "column" || kind === "wish") {
    if (!face.columns.length || (kind === "wish" && value === null)) return null;
    const known = face.columns.find(({ key, header }) => key === value || header.toLowerCase() === String(value).toLowerCase());
    return choice(name, label, [...(known ? [] : [["", String(value)]]), ...face.columns.map(({ key, header }) => [key, header])], known?.key ?? "", (key) => key && write(key));
  }
  return words(name, "Words", value, write);
}

function choice(name, label, options, value, write) {
  const list = options.some(([key]) => String(key) === String(value)) ? options : [[value, String(value)], ...options];
  const select = h("select", { "data-field": name }, list.map(([key, text]) => h("option", { value: key, selected: String(key) === String(value) ? "" : null, text })));
  select.addEventListener("change", () => write(select.value));
  return h("label", { class: "measure wide" }, h("span", { text: label }), h("span", { class: "choice" }, select));
}

function segments(name, label, options, value, write) {
  const buttons = options.map(([key, text]) => {
    const pressed = key === ({ start: "left", end: "right" }[value] ?? value ?? options[0][0]);
    const button = h("button", { type: "button", class: "chip", "aria-pressed": String(pressed), "data-field": name, text });
    button.addEventListener("click", () => write(key));
    return button;
  });
  return h("div", { class: "measure wide", role: "group", "aria-label": label }, h("span", { text: label }), h("span", { class: "segments" }, buttons));
}

/** All icons of the game, to pick one from. */
function palette(name, label, keys, value, write) {
  const buttons = keys.map((key) => {
    const button = h("button", { type: "button", title: key, "aria-label": key, "aria-pressed": String(key === value), "data-icon": key }, signOf({ icon: key, colour: "#22252e" }));
    button.addEventListener("click", () => write(key));
    return button;
  });
  return h("div", { class: "measure wide palette", role: "group", "aria-label": label }, h("span", { text: label }), h("span", { class: "icons" }, buttons));
}

function tick(name, label, value, write) {
  const input = h("input", { type: "checkbox", checked: value ? "" : null, "data-field": name });
  input.addEventListener("change", () => write(input.checked));
  return h("label", { class: "measure tick" }, h("span", { text: label }), input);
}

function colour(name, label, value, write) {
  const known = /^#[0-9a-f]{6}$/i.test(value || "");
  const well = h("input", { type: "color", value: known ? value : "#22252e", "data-field": name, "aria-label": `${label}, from a palette` });
  const text = h("input", { type: "text", value: value || "", placeholder: "#22252e", spellcheck: "false", maxlength: "7", "aria-label": label });
  well.addEventListener("change", () => write(well.value));
  text.addEventListener("change", () => /^#[0-9a-f]{6}$/i.test(text.value.trim()) && write(text.value.trim()));
  return h("div", { class: "measure wide", role: "group", "aria-label": label }, h("span", { text: label }), h("span", { class: "paintwell" }, well, text));
}

function words(name, label, value, write) {
  const input = h("input", { type: "text", value: value || "", maxlength: "200", "data-field": name });
  input.addEventListener("change", () => input.value && write(input.value));
  return h("label", { class: "measure wide" }, h("span", { text: label }), input);
}

function actsOf(mark, told) {
  const act = (op, name, text) => {
    const button = h("button", { type: "button", class: "chip", disabled: mark.whole ? null : "", "data-op": op }, icon(name), text);
    button.addEventListener("click", () => told.change({ op, mark: mark.mark }));
    return button;
  };
  return [h("div", { class: "segments" }, act("raise", "raise", "Forward"), act("lower", "lower", "Back"), act("duplicate", "copy", "Duplicate"), act("delete", "bin", "Delete")),
    mark.whole ? null : h("p", { class: "hint", text: `Line ${mark.line} computes with it, so it stays.` })].filter(Boolean);
}

function rowsOf(face, stage) {
  const seen = new Set(face.boxes.map((box) => box.mark));
  return face.marks.filter((mark) => seen.has(mark.mark)).reverse().map((mark) => {
    const count = stage.places(mark.mark).length;
    const [name, kind] = [nameOf(mark, face.columns), kindOf(mark, face.columns)];
    return { mark: mark.mark, name, facts: `${count > 1 ? `${count} × ` : ""}${name === kind ? `line ${mark.line}` : kind}` };
  });
}

function listOf(rows, told) {
  const buttons = rows.map(({ mark, name, facts }) => {
    const button = h("button", { type: "button", "data-row": mark }, h("span", { class: "title", text: name }), h("span", { class: "facts", text: facts }));
    button.addEventListener("click", () => told.choose(mark, 0));
    return h("li", {}, button);
  });
  return [h("h2", { text: "On this face, the front first" }), h("ul", {}, buttons)];
}

// ---------------------------------------------------------------- the cell

/** Shows a cell as it is held now; what is being typed into it stays, wherever its row stands by now. */
function showCell(panel, cell, told) {
  const text = panel.parts.cell.querySelector("textarea");
  const same = text && cell && panel.cell?.piece === cell.piece && panel.cell.key === cell.key;
  const typed = same && text.value !== (panel.cell.value || "") && text.value !== (cell.value || "") ? text.value : null;
  const caret = same && document.activeElement === text ? [text.selectionStart, text.selectionEnd] : null;
  const other = typed !== null && (panel.cell.value !== cell.value || panel.cell.cell !== cell.cell);
  panel.cell = cell;
  panel.parts.cell.hidden = !cell;
  redraw(panel.parts.cell, cell || "", () => (cell ? cellOf({ ...cell, typed, other }, told) : []));
  const fresh = panel.parts.cell.querySelector("textarea");
  if (caret && fresh !== text) {
    fresh.focus();
    fresh.setSelectionRange(...caret);
  }
}

function cellOf({ header, cell, value, problems = [], typed = null, other = false }, told) {
  const text = h("textarea", { rows: String(Math.min(6, 1 + Math.ceil((value || "").length / 34))), "data-cell": cell, "aria-label": `${header}, ${cell}`, spellcheck: "true" });
  text.value = typed ?? (value || "");
  const save = h("button", { type: "button", class: "main", disabled: typed === null ? "" : null }, "Write it into the cell");
  const holds = other ? [`${cell} holds “${value || ""}” by now; write yours over it, or leave it.`] : [];
  const said = h("p", { class: "fault", role: "alert", text: [...holds, ...problems.map(({ what, mend }) => `${what} ${mend}`)].join("\n") });
  const write = async () => {
    put(save, { disabled: "" });
    const fault = await told.type(cell, text.value, value || "");
    put(said, { text: fault });
  };
  text.addEventListener("input", () => put(save, { disabled: text.value === value ? "" : null }));
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) write();
    event.stopPropagation();
    if (event.key === "Escape") text.blur();
  });
  save.addEventListener("click", write);
  return [h("h2", {}, `${header} `, h("span", { class: "where", text: cell })), text, said, h("div", { class: "buttons" }, save)];
}
