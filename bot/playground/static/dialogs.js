// What opens above the page: a picture at full size, a form of the bot, a question of the page.

import { h } from "./dom.js";
import { entriesOf } from "./entries.js";
import { markdown } from "./markdown.js";
import { guarded } from "./notices.js";
import { act, word } from "./state.js";

/** A picture as large as it is. */
export function lightbox(src, alt) {
  const close = h("button", { class: "button secondary", type: "button" }, word("close"));
  const dialog = open(h("dialog", { class: "lightbox", "aria-label": alt || word("picture") },
    h("div", { class: "frame", tabindex: 0 }, h("img", { src, alt })), close));
  dialog.addEventListener("click", () => dialog.close());
}

/** A form that the bot has opened; stays open when it is refused. */
export function form(modal) {
  const fields = modal.components.map(field);
  const send = h("button", { class: "button primary" }, word("submit"));
  const sheet = h("form", {}, h("h2", { id: "title" }, modal.title), fields.map(({ element }) => element),
    h("div", { class: "row end" }, cancel(), send));
  const dialog = open(h("dialog", { class: "sheet", "aria-labelledby": "title" }, sheet));
  sheet.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    send.disabled = true;
    const values = {};
    for (const { name, read } of fields) {
      const value = read ? await read() : undefined;
      if (value !== undefined) values[name] = value;
    }
    const answered = await guarded(async () => {
      const next = await act({ do: "submit", modal: modal.key, values });
      dialog.close();
      if (next.modal) form(next.modal);
    });
    if (!answered) send.disabled = false;
  });
}

/** Asks before something that can't be taken back. */
export function sure(question, yes) {
  return asked(h("p", {}, question), word(yes), "danger", () => true);
}

/** Asks for a line of text; resolves to "" if nothing was said. */
export async function line(label) {
  const input = h("input", { maxlength: 32, required: true, autocomplete: "off" });
  const field = h("label", {}, h("span", {}, label), input);
  const answer = await asked(field, word("done"), "primary", () => input.value);
  return answer || "";
}

/** Offers what can be done with something; `choose` is called with the entry that is taken. */
export function choices(title, entries, choose) {
  const row = (entry) => h("button", {
    class: "button secondary", type: "button", onclick: () => { dialog.close(); choose(entry); },
  }, entry.label);
  const dialog = open(h("dialog", { class: "sheet", "aria-labelledby": "title" }, h("div", { class: "choices" },
    h("h2", { id: "title" }, title), entries.map(row), h("div", { class: "row end" }, cancel()))));
}

function asked(content, label, style, read) {
  return new Promise((resolve) => {
    const yes = h("button", { class: `button ${style}` }, label);
    const sheet = h("form", {}, content, h("div", { class: "row end" }, cancel(), yes));
    const dialog = open(h("dialog", { class: "sheet" }, sheet));
    let answer = null;
    sheet.addEventListener("submit", (event) => {
      event.preventDefault();
      answer = read();
      dialog.close();
    });
    dialog.addEventListener("close", () => resolve(answer));
  });
}

function open(dialog) {
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before?.isConnected) before.focus({ preventScroll: true });
  });
  dialog.showModal();
  return dialog;
}

function cancel() {
  const made = h("button", { class: "button secondary", type: "button" }, word("cancel"));
  made.addEventListener("click", () => made.closest("dialog").close());
  return made;
}

/** An element of a form, with the name and the reader of its value if it holds one. */
function field(part) {
  if (part.type === 10) return { element: h("div", { class: "text" }, markdown(part.content)) };
  if (part.type === 1) return control(part.components[0], part.components[0].label ?? "", "");
  return control(part.component, part.label, part.description ?? "");
}

function control(part, label, description) {
  const { element, read } = CONTROLS[part.type](part);
  const words = [h("span", {}, label), description ? h("small", {}, description) : null];
  const grouped = element.tagName === "FIELDSET";
  if (grouped) element.prepend(h("legend", {}, words));
  return { element: grouped ? element : h("label", {}, words, element), name: part.custom_id, read };
}

const CONTROLS = {
  3: select, 4: text, 5: select, 6: select, 7: select, 8: select, 19: upload,
  21: (part) => group(part, "radio"),
  22: (part) => group(part, "checkbox"),
  23: checkbox,
};

function text(part) {
  const limits = {
    name: part.custom_id, required: part.required, minlength: part.min_length, maxlength: part.max_length,
    placeholder: part.placeholder, autocomplete: "off",
  };
  const element = part.style === 2 ? h("textarea", { ...limits, rows: 4 }) : h("input", limits);
  element.value = part.value ?? "";
  return { element, read: () => element.value };
}

function select(part) {
  const several = (part.max_values ?? 1) > 1;
  const blank = several ? [] : [h("option", { value: "" }, part.placeholder ?? "")];
  const options = entriesOf(part).map((entry) =>
    h("option", { value: entry.value, selected: entry.chosen }, entry.label));
  const said = { name: part.custom_id, required: part.required, multiple: several };
  const element = h("select", said, blank, options);
  const read = () => {
    const values = [...element.selectedOptions].map((option) => option.value).filter(Boolean);
    return values.length ? values : undefined;
  };
  return { element, read };
}

function group(part, type) {
  const shared = { type, name: part.custom_id, required: type === "radio" && part.required };
  const inputs = part.options.map((option) =>
    h("input", { ...shared, value: option.value, checked: option.default }),
  );
  const rows = inputs.map((input, at) => h("label", { class: "tick" }, input, h("span", {}, part.options[at].label)));
  const read = () => {
    const values = inputs.filter((input) => input.checked).map((input) => input.value);
    if (type === "checkbox") return values;
    return values[0];
  };
  return { element: h("fieldset", {}, rows), read };
}

function checkbox(part) {
  const element = h("input", { type: "checkbox", name: part.custom_id, checked: part.default });
  return { element, read: () => element.checked };
}

function upload(part) {
  const multiple = (part.max_values ?? 1) > 1;
  const element = h("input", { type: "file", name: part.custom_id, required: part.required, multiple });
  const read = async () => (element.files.length ? Promise.all([...element.files].map(encoded)) : undefined);
  return { element, read };
}

/** A file as the server takes it. */
export async function encoded(file) {
  const reader = new FileReader();
  const read = new Promise((resolve) => { reader.onload = resolve; });
  reader.readAsDataURL(file);
  await read;
  return { name: file.name, data: reader.result.split(",", 2)[1] ?? "" };
}
