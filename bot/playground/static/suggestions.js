// The list that opens above a line while somebody types (a combobox with a list of suggestions).

import { h } from "./dom.js";

let number = 0;

/** Joins a list of suggestions to an input. */
export function suggestions(input, label) {
  const id = `suggestions${++number}`;
  const element = h("ul", { id, class: "suggestions", role: "listbox", "aria-label": label, hidden: true });
  const said = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": id };
  for (const [name, value] of Object.entries(said)) input.setAttribute(name, value);
  let rows = [];
  let at = 0;
  let take = () => {};

  const mark = (to) => {
    if (!rows.length) return;
    at = (to + rows.length) % rows.length;
    [...element.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === at)));
    input.setAttribute("aria-activedescendant", element.children[at].id);
    element.children[at].scrollIntoView({ block: "nearest" });
  };
  const show = (found, empty = "", onTake = () => {}) => {
    [rows, take, at] = [found, onTake, 0];
    const none = empty ? [h("li", { class: "hint" }, empty)] : [];
    element.replaceChildren(...(rows.length ? rows.map(line) : none));
    element.hidden = !element.children.length;
    input.setAttribute("aria-expanded", String(!element.hidden));
    input.removeAttribute("aria-activedescendant");
    mark(0);
  };
  const line = (row, index) => {
    const more = row.description ? h("small", {}, row.description) : null;
    const made = h("li", { id: `${id}-${index}`, role: "option" }, h("span", {}, row.label), more);
    // Before the click: the input must not lose the focus, or the list is gone.
    made.addEventListener("pointerdown", (event) => event.preventDefault());
    made.addEventListener("click", () => take(row));
    return made;
  };
  input.addEventListener("keydown", (event) => {
    if (element.hidden) return;
    const keys = { ArrowDown: () => mark(at + 1), ArrowUp: () => mark(at - 1), Escape: () => show([]) };
    if (rows.length) Object.assign(keys, { Enter: () => take(rows[at]), Tab: () => take(rows[at]) });
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  return { element, show };
}
