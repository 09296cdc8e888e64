// The line at the bottom: plain messages, and slash commands with their options.

import { form, encoded } from "./dialogs.js";
import { h } from "./dom.js";
import { guarded, notice } from "./notices.js";
import { act, commands, complete, page, word } from "./state.js";
import { suggestions } from "./suggestions.js";

const PAUSE = 120;
let home;

/** Puts the composer into its place; call again when language or channel change. */
export function compose(place) {
  home = place;
  const says = { placeholder: word("line"), "aria-label": word("line") };
  const input = h("input", { id: "line", autocomplete: "off", maxlength: 2000, ...says });
  const pop = suggestions(input, word("commands"));
  let known = null;
  const offer = async () => {
    if (!input.value.startsWith("/")) return pop.show([]);
    known ??= await commands();
    if (begun(known, input.value)?.rest) return pop.show([]);
    const wanted = input.value.slice(1).trim().toLowerCase();
    const fitting = known.filter((command) => `${command.name} ${command.path}`.toLowerCase().includes(wanted));
    const rows = fitting.map((command) => ({
      label: `/${command.name}`,
      description: command.description,
      value: command,
    }));
    return pop.show(rows, rows.length ? "" : word("none"), (row) => ask(row.value));
  };
  input.addEventListener("input", () => guarded(offer));
  const line = h("form", { class: "line" }, h("div", { class: "field" }, input, pop.element),
    h("button", { class: "button primary" }, word("send")));
  line.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      guarded(async () => {
        known ??= await commands();
        const found = begun(known, text);
        if (found) ask(found.command, given(found.command, found.rest));
      });
      return;
    }
    input.value = "";
    guarded(() => act({ do: "say", channel: page.channel, text }));
  });
  home.replaceChildren(line);
}

/** The command with which a line begins, and what is typed behind it. */
function begun(known, line) {
  const text = line.slice(1).trimStart();
  const fits = known.flatMap((command) => [command.name, command.path]
    .filter((name) => `${text} `.startsWith(`${name} `))
    .map((name) => ({ command, rest: text.slice(name.length).trim() })));
  return fits.sort((one, other) => one.rest.length - other.rest.length)[0];
}

/** The options that are typed behind a command: `rounds:5 deal:logic`. What is none of them is said, and then
 * nothing is sent: whoever typed it would miss it. */
function given(command, rest) {
  const values = {};
  if (!rest) return { values, whole: false };
  const named = new Map(command.options.flatMap((option) => [[option.name, option], [option.label, option]]));
  const names = [...named.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const [before, ...parts] = rest.split(new RegExp(`(?:^|\\s+)(${names.join("|")})\\s*[:：]\\s*`, "u"));
  const strange = before.trim() ? [before.trim()] : [];
  for (let at = 0; at < parts.length; at += 2) {
    const option = named.get(parts[at]);
    const value = typed(option, parts[at + 1].trim().replace(/^"(.*)"$/, "$1"));
    if (value === undefined) strange.push(`${parts[at]}:${parts[at + 1].trim()}`);
    else values[option.name] = value;
  }
  if (strange.length) notice(`${word("strange")} ${strange.join(" ")}`);
  return { values, whole: Boolean(parts.length) && !strange.length };
}

/** The value of an option that is meant by a typed text; undefined where it is none. */
function typed(option, said) {
  const choices = [...(option.type === 5 ? doubts() : option.choices), ...entities(option.type)];
  const meant = said.toLowerCase();
  const fits = ({ name, value }) => [name, name.slice(1), String(value)].some((one) => one.toLowerCase() === meant);
  const found = choices.find(fits);
  if (found || choices.length) return found?.value;
  const number = option.type === 4 || option.type === 10;
  return number && (said === "" || Number.isNaN(Number(said))) ? undefined : number ? Number(said) : said;
}

/** A command with its options, as a small form: what may be left out is folded up. One without options, and
 * one of which all that is needed is given, is sent at once. */
function ask(command, { values, whole } = { values: {}, whole: false }) {
  const channel = page.channel;
  const fields = command.options.map((option) => field(option, command, () => filled(fields, true)));
  const shown = (wanted) => fields.filter((_, at) => command.options[at].required === wanted);
  const straight = whole && command.options.every((option) => !option.required || option.name in values);
  const optional = shown(false).map(({ element }) => element);
  const more = optional.length
    ? h("details", {}, h("summary", {}, word("options")), h("div", { class: "options" }, optional)) : null;
  const send = h("button", { class: "button primary" }, word("send"));
  const leave = h("button", { class: "button secondary", type: "button" }, word("cancel"));
  const sheet = h("form", { class: "command" },
    h("p", {}, h("strong", {}, `/${command.name}`), " ", h("span", { class: "hint" }, command.description)),
    h("div", { class: "options" }, shown(true).map(({ element }) => element)), more,
    h("div", { class: "row end" }, leave, send));
  const back = () => {
    // Who has gone on to a message meanwhile keeps the focus there.
    const elsewhere = document.activeElement !== document.body && !home.contains(document.activeElement);
    compose(home);
    if (!elsewhere) home.querySelector("#line").focus();
  };
  leave.addEventListener("click", back);
  sheet.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) back();
  });
  sheet.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    send.disabled = true;
    send.setAttribute("aria-busy", "true");
    const options = { ...values, ...(await filled(fields)) };
    const done = await guarded(async () => {
      const { modal } = await act({ do: "command", channel, path: command.path, options });
      if (modal) form(modal);
    });
    send.removeAttribute("aria-busy");
    send.disabled = false;
    if (done) back();
  });
  home.replaceChildren(sheet);
  sheet.noValidate = Boolean(straight);
  if (straight || !fields.length) sheet.requestSubmit();
  else (shown(true).length ? sheet.querySelector("input, select") : send).focus();
}

/** The values that have been given so far; files are left out of a question for suggestions. */
async function filled(fields, asking = false) {
  const values = {};
  for (const { name, read, file } of fields) {
    const value = asking && file ? "" : await read();
    if (value !== "") values[name] = value;
  }
  return values;
}

function field(option, command, others) {
  const made = control(option, command, others);
  const optional = option.required ? null : h("em", { class: "hint" }, ` ${word("optional")}`);
  const title = h("span", {}, option.label, optional);
  const label = h("label", {}, title, made.element, h("small", {}, option.description));
  return { name: option.name, element: label, read: made.read, file: option.type === 11 };
}

function control(option, command, others) {
  if (option.autocomplete) return suggested(option, command, others);
  if (option.choices.length) return chosen(option, option.choices);
  if (option.type === 5) {
    return chosen(option, doubts());
  }
  if (option.type >= 6 && option.type <= 9) return chosen(option, entities(option.type));
  if (option.type === 11) return file(option);
  const number = option.type === 4 || option.type === 10;
  const input = h("input", {
    type: number ? "number" : "text", step: option.type === 10 ? "any" : null, required: option.required,
    min: option.min, max: option.max, name: option.name, autocomplete: "off",
  });
  return { element: input, read: () => (input.value === "" || !number ? input.value : Number(input.value)) };
}

function doubts() {
  return [{ name: word("yes"), value: "true" }, { name: word("no"), value: "false" }];
}

function chosen(option, choices) {
  const rows = choices.map((choice, at) => h("option", { value: String(at) }, choice.name));
  const blank = h("option", { value: "" }, "");
  const element = h("select", { name: option.name, required: option.required }, blank, rows);
  return { element, read: () => (element.value === "" ? "" : choices[Number(element.value)].value) };
}

function entities(type) {
  if (type < 6 || type > 9) return [];
  const listed = (list, sign) => list.map((entry) => ({ name: sign + entry.name, value: entry.id }));
  const people = listed(page.look.people, "@");
  if (type === 6) return people;
  if (type === 7) return listed(page.look.channels.filter((channel) => channel.kind !== "dm"), "#");
  const roles = listed(page.look.roles, "@");
  return type === 8 ? roles : [...people, ...roles];
}

function file(option) {
  const element = h("input", { type: "file", name: option.name, required: option.required });
  return { element, read: async () => (element.files.length ? encoded(element.files[0]) : "") };
}

/** A field for which the bot makes suggestions while somebody types. */
function suggested(option, command, others) {
  const input = h("input", { name: option.name, required: option.required, autocomplete: "off" });
  const pop = suggestions(input, word("suggestions"));
  let picked = null;
  let timer = 0;
  let asked = 0;
  const offer = async () => {
    const turn = ++asked;
    const rest = await others();
    delete rest[option.name];
    const choices = await complete({ path: command.path, option: option.name, typed: input.value, filled: rest });
    if (turn !== asked || document.activeElement !== input) return;
    const rows = choices.map((choice) => ({ label: choice.name, description: "", value: choice.value }));
    pop.show(rows, "", (row) => {
      picked = row;
      input.value = row.label;
      pop.show([]);
    });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => guarded(offer), PAUSE);
  };
  input.addEventListener("input", () => {
    picked = null;
    later();
  });
  input.addEventListener("focus", later);
  input.addEventListener("blur", () => pop.show([]));
  const element = h("div", { class: "field" }, input, pop.element);
  return { element, read: () => (picked && picked.label === input.value ? picked.value : input.value) };
}
