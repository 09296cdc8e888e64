// A menu that sends nothing before somebody has decided: arrows move, Enter takes, Escape leaves.

import { h } from "./dom.js";
import { word } from "./state.js";

let number = 0;

/** A button that opens a list; `choose(values, face)` is called once with what was chosen. */
export function listbox({ name, placeholder, entries, least, most, disabled, choose }) {
  const id = `list${++number}`;
  const chosen = new Set(entries.filter((entry) => entry.chosen).map((entry) => entry.value));
  const options = entries.map((entry) => option(entry, chosen));
  const list = h("ul", {
    id, role: "listbox", tabindex: -1, hidden: true, "aria-label": placeholder,
    "aria-multiselectable": most > 1 ? "true" : null,
  }, options);
  const face = h("button", {
    class: "face", type: "button", disabled, "aria-haspopup": "listbox", "aria-expanded": "false",
    "aria-controls": id, "data-focus": name, "data-custom-id": name,
  }, faceText(entries, chosen, placeholder));
  const done = h("button", { class: "button primary", type: "button", hidden: true }, word("done"));
  const box = h("div", { class: "menu" }, face, list, done);
  box.dataset.made = JSON.stringify([name, placeholder, entries, least, most, disabled]);
  let at = -1;

  const show = (open) => {
    list.hidden = !open;
    done.hidden = !open || most < 2;
    face.setAttribute("aria-expanded", String(open));
    if (!open) return;
    box.scrollIntoView({ block: "nearest" });
    move(Math.max(0, entries.findIndex((entry) => chosen.has(entry.value))));
  };
  const move = (to) => {
    if (!options.length) return;
    options[at]?.classList.remove("here");
    at = Math.min(Math.max(to, 0), options.length - 1);
    options[at].classList.add("here");
    list.setAttribute("aria-activedescendant", options[at].id);
    list.focus({ preventScroll: true });
    options[at].scrollIntoView({ block: "nearest" });
  };
  const decide = () => {
    if (chosen.size < least || chosen.size > most) return;
    show(false);
    box.dataset.made = "used";
    face.focus({ preventScroll: true });
    face.replaceChildren(faceText(entries, chosen, placeholder));
    choose([...chosen], face);
  };
  const take = (index) => {
    const { value } = entries[index];
    if (most === 1) {
      chosen.clear();
      chosen.add(value);
      decide();
      return;
    }
    if (!chosen.delete(value) && chosen.size < most) chosen.add(value);
    options.forEach((row, row_at) => row.setAttribute("aria-selected", String(chosen.has(entries[row_at].value))));
  };
  const keys = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    Home: () => move(0),
    End: () => move(options.length - 1),
    Enter: () => (most === 1 ? take(at) : decide()),
    " ": () => take(at),
    Escape: () => { show(false); face.focus({ preventScroll: true }); },
  };
  face.addEventListener("click", () => show(list.hidden));
  list.addEventListener("keydown", (event) => {
    const key = keys[event.key] ?? jump(entries, at, event.key, move);
    if (!key) return;
    event.preventDefault();
    key();
  });
  options.forEach((row, index) => row.addEventListener("click", () => take(index)));
  done.addEventListener("click", decide);
  box.addEventListener("focusout", (event) => {
    if (!box.contains(event.relatedTarget)) show(false);
  });
  return box;
}

function option(entry, chosen) {
  return h("li", {
    id: `entry${++number}`, role: "option", "data-value": entry.value,
    "aria-selected": String(chosen.has(entry.value)),
  }, h("span", {}, entry.label), entry.description ? h("small", {}, entry.description) : null);
}

function faceText(entries, chosen, placeholder) {
  const labels = entries.filter((entry) => chosen.has(entry.value)).map((entry) => entry.label);
  return h("span", { class: labels.length ? "" : "hint" }, labels.join(", ") || placeholder);
}

/** A typed letter or figure leads to the next entry that begins with it. */
function jump(entries, at, key, move) {
  if (key.length !== 1 || key === " ") return null;
  const order = entries.map((_, index) => (at + 1 + index) % entries.length);
  const found = order.find((index) => entries[index].label.toLowerCase().startsWith(key.toLowerCase()));
  return found === undefined ? null : () => move(found);
}
