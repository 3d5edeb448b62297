// What is different from the last print, and the button that records the next one.

import { byId, h, many, redraw } from "./dom.js";
import { toast } from "./news.js";
import { recordPrint } from "./server.js";
import { now } from "./store.js";

const MOST_TITLES = 6;

/** The line above the cards: what changed since the last print. */
export function update() {
  const since = byId("since");
  since.hidden = !now.state.pieces.length;
  if (!since.firstChild) {
    since.append(h("p", {}), h("button", { type: "button", class: "chip", id: "record-open", text: "Record this print …" }));
  }
  redraw(since.firstChild, now.state.print, () => sentence(now.state.print));
}

function sentence(print) {
  if (!print?.recorded) return ["No print is recorded yet. Record one, and from then on only what changed needs to be printed."];
  const day = new Date(print.recorded);
  const when = Number.isNaN(day.getTime()) ? print.recorded : day.toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  const counts = [[print.changed, "changed"], [print.added, "new"], [print.removed, "removed"]].filter(([count]) => count);
  if (!counts.length) return [`Printed on ${when}. Nothing changed since.`];
  const titles = print.removed_titles || [];
  const removed = titles.length ? ` (${titles.slice(0, MOST_TITLES).join(", ")}${titles.length > MOST_TITLES ? " …" : ""})` : "";
  return [`Printed on ${when}. Since then `, h("strong", { text: counts.map(([count, word]) => `${count} ${word}`).join(", ") }), `${removed}.`];
}

/** Opens the question what was printed. */
export function ask() {
  const boxes = now.state.components.map((component) => h("label", { class: "box" },
    h("input", { type: "checkbox", value: component.name ?? component.title, checked: "" }), h("span", { text: component.title }),
    h("span", { class: "facts", text: many((component.pieces || []).length, "design") })));
  byId("record-parts").replaceChildren(h("legend", { text: "Printed" }), ...boxes);
  byId("record-fault").textContent = "";
  byId("record-yes").disabled = false;
  byId("record").showModal();
}

/** Records what is ticked. */
export async function record() {
  const boxes = [...byId("record-parts").querySelectorAll("input")];
  const ticked = boxes.filter((box) => box.checked).map((box) => box.value);
  if (!ticked.length) {
    byId("record-fault").textContent = "Nothing is ticked, so there is nothing to record.";
    return;
  }
  byId("record-yes").disabled = true;
  try {
    const said = await recordPrint(ticked.length === boxes.length ? null : ticked);
    byId("record").close();
    toast("Recorded", said, "good");
  } catch (fault) {
    byId("record-fault").textContent = fault instanceof TypeError ? "pnp preview does not answer." : fault.message;
    byId("record-yes").disabled = false;
  }
}
