// Elements made of plain values. Text becomes text and never markup: nothing here reads HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, `text` or children; an attribute that is null or false is left out. */
export function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  put(made, attributes);
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Sets attributes of an element; `text` is its text. */
export function put(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") {
      if (element.textContent !== value) element.textContent = value;
    } else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}

/** An SVG element with attributes and children. */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** One of the page's own pictures; it says nothing to a screen reader. */
export function icon(name, extra = "") {
  return svg("svg", { class: `icon ${extra}`.trim(), "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));
}

/** The element of an id. */
export const byId = (id) => document.getElementById(id);

/** Sets custom properties of an element through its style object, which the page's policy allows. */
export function vary(element, values) {
  for (const [name, value] of Object.entries(values)) {
    const text = String(value);
    if (element.style.getPropertyValue(name) !== text) element.style.setProperty(name, text);
  }
}

/** "1 card", "2 cards". */
export const many = (count, one, more = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : more}`;

/** Millimetres as people write them: 63.5, 88.9, 190. */
export const mm = (length) => String(Math.round(length * 100) / 100);

/** What a view says that has nothing to show; while the game is still being drawn that is all there is to say. */
export function emptiness(state, title, text) {
  const [head, words] = state.status === "drawing" ? ["Still being drawn", "It is here as soon as the cards are."] : [title, text];
  return h("div", { class: "empty" }, h("h2", { text: head }), h("p", { text: words }));
}

const drawn = new WeakMap();

/** Fills an element anew only if the values it shows are others, so that focus and selection stay where they are. */
export function redraw(element, values, make) {
  const key = JSON.stringify(values);
  if (drawn.get(element) === key && element.firstChild) return;
  drawn.set(element, key);
  element.replaceChildren(...[make()].flat().filter(Boolean));
}
