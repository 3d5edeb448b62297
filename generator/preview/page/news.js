// What changed: a quiet word in the corner, a list to look it up in, and the line that says how things stand.

import { byId, h, icon } from "./dom.js";

const SHOWN_MS = 7000;
const MOST_LINES = 4;
const MOST_KEPT = 50;
const kept = [];

/** Says something in the corner for some seconds; `lines` are sentences. */
export function toast(title, lines = [], kind = "") {
  const more = lines.length - MOST_LINES;
  const shown = lines.slice(0, MOST_LINES).map((line) => h("li", { text: line }));
  if (more > 0) shown.push(h("li", { class: "more", text: `and ${more} more` }));
  const close = h("button", { type: "button", class: "quiet square", "aria-label": "Close" }, icon("close"));
  const made = h("div", { class: `toast ${kind}`.trim() },
    h("strong", { text: title }), shown.length ? h("ul", {}, shown) : null, close);
  close.addEventListener("click", () => made.remove());
  made.dataset.about = title;
  const toasts = byId("toasts");
  for (const old of [...toasts.children]) if (old.dataset.about === title) old.remove();
  toasts.append(made);
  setTimeout(() => made.remove(), SHOWN_MS);
}

/** Notes what an update changed: sentences, and the pieces that look different now; quietly for one who changes it here. */
export function tell(lines, pieces, quietly = false) {
  if (!lines.length && !pieces.length) return;
  kept.unshift({ at: new Date(), lines, pieces: pieces.map(({ id, title }) => ({ id, title })) });
  kept.length = Math.min(kept.length, MOST_KEPT);
  const said = lines.length ? lines : pieces.map((piece) => `${piece.title} looks different.`);
  if (!quietly) toast("Changed", said);
  byId("news-button").classList.add("unread");
  if (!byId("news").hidden) drawNews();
}

/** Fills the list of what changed. */
export function drawNews() {
  const news = byId("news");
  byId("news-button").classList.remove("unread");
  const close = h("button", { type: "button", class: "quiet square", "aria-label": "Close", id: "news-close" }, icon("close"));
  const blocks = kept.map((entry) => h("section", {},
    h("h3", { text: entry.at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" }) }),
    h("ul", {}, entry.lines.map((line) => h("li", { text: line }))),
    entry.pieces.length
      ? h("p", { class: "links" }, entry.pieces.slice(0, 24).map((piece) => h("a", { href: `#/card/${encodeURIComponent(piece.id)}`, text: piece.title })),
        entry.pieces.length > 24 ? h("span", { text: `and ${entry.pieces.length - 24} more` }) : null)
      : null));
  const none = h("p", { class: "hint", text: "Nothing since this page was opened. Save the workbook, a template, an icon or a picture, and it is told here." });
  news.replaceChildren(h("header", {}, h("h2", { text: "What changed" }), close), ...(blocks.length ? blocks : [none]));
}

/** The word about how things stand, such as "drawing …". */
export function setStatus(text, kind = "") {
  const status = byId("status");
  if (status.textContent !== text) status.textContent = text;
  status.className = `status ${kind}`.trim();
}

/** The line under the header, for what makes the whole page old; "" takes it away. */
export function setNotice(title, text = "", where = "") {
  const notice = byId("notice");
  notice.hidden = !title;
  if (!title) notice.replaceChildren();
  else if (notice.dataset.said !== title + text + where || !notice.firstChild) {
    notice.replaceChildren(h("strong", { text: title }), h("span", { text }), where ? h("code", { text: where }) : "");
    notice.dataset.said = title + text + where;
  }
}
