// The menus of people and of messages: a right click, a long press or their button opens one.

import { choices, form } from "./dialogs.js";
import { h } from "./dom.js";
import { guarded } from "./notices.js";
import { act, page } from "./state.js";

/** The attributes of what has a menu. */
export function offering(kind, target) {
  return { "data-kind": kind, "data-target": target };
}

/** The button that opens a menu of this title; nothing where it would be empty. `before` is done once it is chosen. */
export function offers(kind, target, title, before = () => {}) {
  if (!page.look.menus[kind].length) return null;
  const choose = ({ name }) => guarded(async () => {
    before();
    const { modal } = await act({ do: "offer", channel: page.channel, kind, target, name });
    if (modal) form(modal);
  });
  // A button that stays while the page is drawn anew keeps its handler: what it offers may be in other words by then.
  const open = (event) => choices(event.currentTarget.title, page.look.menus[kind], choose);
  return h("button", {
    class: "offers", type: "button", title, "aria-label": title, "aria-haspopup": "dialog",
    "data-focus": `offers${kind}${target}`, onclick: open,
  }, "⋯");
}

document.addEventListener("contextmenu", (event) => {
  // What is typed into, or leads elsewhere, keeps the menu of the browser.
  if (event.target.closest("input, textarea, select, .content a, dialog")) return;
  const { kind, target } = event.target.closest("[data-kind]")?.dataset ?? {};
  const button = document.querySelector(`[data-focus="offers${kind}${target}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
});
