// Talking with the server: the state, the stream of what happens, a print that is recorded, and the editor.

const AGAIN_MS = 2000;
const PATIENCE_MS = 4000;

/** The state as JSON. Throws if the server does not answer. */
export async function fetchState() {
  const answer = await fetch("/api/state", { cache: "no-store" });
  if (!answer.ok) throw new Error(`state: ${answer.status}`);
  return answer.json();
}

/** Records what was printed; the answer is sentences. Throws an Error with sentences, a line each. */
export async function recordPrint(components) {
  const answer = await fetch("/api/printed", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ components, only: null }),
  });
  const { said, problems = [] } = await answer.json().catch(() => ({}));
  const lines = problems.map(({ where, what, mend }) => `${where}: ${what} ${mend}`.trim());
  if (answer.ok) return [said || "The print is recorded.", ...lines];
  throw new Error([said || "The print could not be recorded. Reload this page and try again.", ...lines].join("\n"));
}

/** Asks the editor for something: what it answers. Throws an Error with a sentence. */
export async function askEditor(order) {
  const answer = await fetch("/api/edit", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(order) });
  const text = await answer.text();
  let told = { said: text };
  if ((answer.headers.get("content-type") || "").startsWith("application/json")) told = JSON.parse(text);
  if (!answer.ok) throw Object.assign(new Error(told.said || "It could not be done. Reload this page and try again."), { status: answer.status });
  return told;
}

/**
 * Listens for as long as the page is open, and comes back by itself when the server does.
 * `told` has the functions `state`, `busy`, `piece`, `here` (connected) and `gone`.
 */
export function listen(told) {
  let source = null;
  let waiting = 0;
  let lost = 0;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(open, AGAIN_MS);
  };
  function open() {
    if (source) source.close();
    source = new EventSource("/events");
    source.addEventListener("open", () => {
      clearTimeout(lost);
      lost = 0;
      told.here();
    });
    for (const name of ["state", "busy", "piece"]) {
      source.addEventListener(name, (event) => told[name](parsed(event.data)));
    }
    source.addEventListener("gone", () => {
      source.close();
      clearTimeout(lost);
      lost = 0;
      told.gone();
      later();
    });
    source.addEventListener("error", () => {
      if (!lost) lost = setTimeout(told.gone, PATIENCE_MS);
      if (source.readyState === EventSource.CLOSED) later();
    });
  }
  open();
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
