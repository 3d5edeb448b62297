// Icons: every drawing that the game or the shelf has; a click copies what a cell says for it, such as {coin}.

import { byId, h, put, redraw } from "./dom.js";
import { signOf } from "./field.js";
import { now } from "./store.js";

const INK = "#22252e";

/** Draws the icons as they are now, and hides those that the words in the field do not find. */
export function update() {
  const { icons = [] } = now.state;
  redraw(byId("view-icons"), [icons], () => {
    const sought = h("input", { type: "search", id: "icon-search", placeholder: "money, night, win …", autocomplete: "off" });
    const tiles = [...icons].sort((one, other) => other.stated - one.stated).map(({ key, words, stated }) => h("button", {
      type: "button", class: "sign", "data-copy": `{${key}}`, "data-words": `${key} ${words}`.toLowerCase(), title: words || key,
    }, signOf({ icon: key, colour: INK }, key), h("span", { text: key }), stated ? h("span", { class: "hint", text: "in your sheet Icons" }) : null));
    sought.addEventListener("input", () => {
      for (const tile of tiles) tile.hidden = !tile.dataset.words.includes(sought.value.trim().toLowerCase());
    });
    return [h("p", { class: "hint" }, h("label", {}, "Search the icons ", sought),
      " A click copies an icon’s word; write it into a cell. One that your sheet Icons lacks needs a row there first: its Key is the word without braces."),
    h("div", { class: "signs" }, tiles)];
  });
  for (const sign of byId("view-icons").querySelectorAll(".glyph")) put(sign, { src: `${sign.getAttribute("src").split("&")[0]}&r=${now.state.revision}` });
}
