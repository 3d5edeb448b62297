// Sentences with bold words and icons, as elements.

import { h } from "./dom.js";
import { signOf } from "./field.js";

/** Rich text: `**bold**`, `*italic*` and `{icon}`; all else is text. */
export function rich(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\{\w+\})/).filter(Boolean).map((part) => {
    if (part.startsWith("**") && part.length > 4) return h("b", {}, rich(part.slice(2, -2)));
    if (/^\{\w+\}$/.test(part)) return signOf({ icon: part.slice(1, -1), colour: "" });
    if (/^\*[^*]+\*$/.test(part)) return h("i", {}, rich(part.slice(1, -1)));
    return part.replaceAll("**", "");
  });
}
