// Short sentences at the edge of the page: what was refused, what was done.

import { h } from "./dom.js";
import { Refused, word } from "./state.js";

const SHOWN_FOR = 6000;

/** Says something for a while; the same sentence is not said twice at once. */
export function notice(text, kind = "trouble") {
  const box = document.getElementById("notices");
  if ([...box.children].some((shown) => shown.textContent === text)) return;
  const shown = h("div", { class: `notice ${kind}` }, text);
  box.append(shown);
  setTimeout(() => shown.remove(), SHOWN_FOR);
}

/** Does something; a refusal becomes a notice. True if it was done. */
export async function guarded(task) {
  try {
    await task();
    return true;
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    notice(word(`trouble.${refused.code}`));
    return false;
  }
}
