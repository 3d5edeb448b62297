// Boards as they lie on a table, with the cards on them.

import { byId, emptiness, h, put, vary } from "./dom.js";
import { dotsFor } from "./faces.js";
import { chosen, now } from "./store.js";

const DPIS = [72, 96, 150];
const made = new Map();

/** Brings the view up to date; a scene that stays keeps its element. */
export function update() {
  const view = byId("view-table");
  const { scenes } = now.state;
  if (!scenes.length) {
    made.clear();
    view.replaceChildren(emptiness(now.state, "Nothing lies on the table yet", "Boards are shown here with the cards and tokens that lie on them."));
    return;
  }
  const figures = scenes.map((scene) => made.get(scene.id) || figureOf(scene));
  if (view.children.length !== figures.length || figures.some((figure, index) => view.children[index] !== figure)) view.replaceChildren(...figures);
  for (const scene of scenes) fill(made.get(scene.id), scene, view.clientWidth);
}

function figureOf(scene) {
  const figure = h("figure", { class: "scene" }, h("figcaption", {}, h("h2", {}), h("span", { class: "facts" })),
    h("div", { class: "cloth", tabindex: "0", role: "group" }, h("img", { loading: "lazy", decoding: "async" })));
  made.set(scene.id, figure);
  return figure;
}

function fill(figure, scene, room) {
  put(figure.querySelector("h2"), { text: scene.title });
  put(figure.querySelector(".facts"), { text: `${Math.round(scene.width_mm)} × ${Math.round(scene.height_mm)} mm` });
  put(figure.querySelector(".cloth"), { "aria-label": scene.title });
  const scale = chosen.truly ? chosen.pxPerMm : Math.min(room - 48, 1400) / scene.width_mm;
  const picture = figure.querySelector("img");
  vary(picture, { "--w": scene.width_mm, "--h": scene.height_mm, "--mm": `${scale}px` });
  put(picture, { src: `/scene/${encodeURIComponent(scene.id)}.png?dpi=${dotsFor(scale, DPIS)}&r=${now.state.revision}`, alt: scene.title });
}
