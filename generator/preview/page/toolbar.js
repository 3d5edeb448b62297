// The row of filters and of ways to look, and what it does to the page.

import { byId, h, put, redraw, vary } from "./dom.js";
import { filter, isChanged } from "./gallery.js";
import { choose, chosen, now, onChoice, usualPxPerMm } from "./store.js";

const BANK_CARD_MM = [85.6, 53.98];
const THEMES = { auto: ["light", "Light or dark: as the system"], light: ["dark", "Light"], dark: ["auto", "Dark"] };
const LINES = ["bleed", "cut", "safe"];

/** Connects the row; `filtered` is called when the filter is another. */
export function connect(filtered) {
  byId("search").addEventListener("input", (event) => filtered({ text: event.target.value }));
  byId("deck").addEventListener("change", (event) => filtered({ deck: event.target.value }));
  byId("layer").addEventListener("change", (event) => filtered({ layer: event.target.value }));
  byId("only-changed").addEventListener("click", () => filtered({ changed: !filter.changed }));
  byId("only-problem").addEventListener("click", () => filtered({ problem: !filter.problem }));
  for (const line of LINES) byId(`show-${line}`).addEventListener("click", () => choose({ [line]: !chosen[line] }));
  byId("sight").addEventListener("change", (event) => choose({ sight: event.target.value }));
  byId("size").addEventListener("input", (event) => choose({ size: Number(event.target.value) }));
  byId("true-size").addEventListener("click", () => choose({ truly: !chosen.truly }));
  byId("theme-button").addEventListener("click", () => choose({ theme: THEMES[chosen.theme][0] }));
  byId("view-button").addEventListener("click", () => unfold(!byId("tray").classList.contains("open")));
  byId("calibrate-button").addEventListener("click", () => byId("calibrate").showModal());
  byId("calibration").addEventListener("input", (event) => choose({ pxPerMm: Number(event.target.value) }));
  byId("calibrate-reset").addEventListener("click", () => choose({ pxPerMm: usualPxPerMm }));
  onChoice(apply);
  apply();
}

function unfold(open) {
  byId("tray").classList.toggle("open", open);
  put(byId("view-button"), { "aria-expanded": String(open) });
}

/** Shows what is chosen, in the row and on the whole page. */
function apply() {
  const root = document.documentElement;
  if (!THEMES[chosen.theme]) chosen.theme = "auto";
  put(root, { "data-theme": chosen.theme, "data-sight": chosen.sight || null, "data-truly": chosen.truly ? "" : null });
  for (const line of LINES) {
    put(root, { [`data-${line}`]: chosen[line] ? "" : null });
    put(byId(`show-${line}`), { "aria-pressed": String(chosen[line]) });
  }
  const [, name] = THEMES[chosen.theme];
  put(byId("theme-button"), { "aria-label": `Theme: ${name}`, title: name });
  put(byId("theme-button").querySelector("use"), { href: `#i-${chosen.theme}` });
  byId("sight").value = chosen.sight;
  byId("size").value = String(chosen.size);
  put(byId("true-size"), { "aria-pressed": String(chosen.truly) });
  byId("size-label").hidden = chosen.truly || byId("size-label").dataset.off === "";
  byId("calibrate-button").hidden = !chosen.truly;
  byId("calibration").value = String(chosen.pxPerMm);
  vary(byId("bank"), { "--w": BANK_CARD_MM[0], "--h": BANK_CARD_MM[1], "--mm": `${chosen.pxPerMm}px` });
}

/** Shows the parts of the row that a view has use for. */
export function fitView(view) {
  const parts = [...byId("tray").querySelectorAll("[data-on]")];
  for (const part of parts) {
    const off = !part.dataset.on.split(" ").includes(view);
    put(part, { "data-off": off ? "" : null });
    part.hidden = off || (part.id === "size-label" && chosen.truly);
  }
  byId("tray").hidden = parts.every((part) => part.hidden);
  put(byId("tray"), { "data-view": view });
}

/** The choices of the filter and how many each of its buttons would show. */
export function fillFilter() {
  const { state } = now;
  const decks = state.components.map(({ id, title }) => [id, title]);
  redraw(byId("deck"), decks, () => [h("option", { value: "", text: "All decks" }), ...decks.map(([value, text]) => h("option", { value, text }))]);
  const layers = [...new Set(state.ordered.map((piece) => piece.layer).filter(Boolean))]
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  redraw(byId("layer"), layers, () => [h("option", { value: "", text: "All Layers" }), ...layers.map((text) => h("option", { value: text, text: /^\d+$/.test(text) ? `Layer ${text}` : text }))]);
  byId("layer-choice").hidden = !layers.length;
  const recorded = Boolean(state.print?.recorded);
  count("only-changed", recorded ? state.ordered.filter(isChanged).length : 0);
  count("only-problem", state.ordered.filter((piece) => state.gravest(piece)).length);
  if (document.activeElement !== byId("search")) byId("search").value = filter.text;
  byId("deck").value = filter.deck;
  byId("layer").value = filter.layer;
  put(byId("only-changed"), { "aria-pressed": String(filter.changed) });
  put(byId("only-problem"), { "aria-pressed": String(filter.problem) });
}

function count(id, found) {
  put(byId(id).querySelector(".count"), { text: found ? String(found) : "" });
}
