// The messages of a channel.

import { attachment, components, picture } from "./components.js";
import { h } from "./dom.js";
import { door, long, markdown, short } from "./markdown.js";
import { guarded } from "./notices.js";
import { offering, offers } from "./offers.js";
import { act, page, word } from "./state.js";

/** A message as a list item. */
export function message(shown) {
  const here = page.look.channels.find((channel) => channel.id === page.channel);
  const mine = shown.rings && here?.kind !== "dm" ? "rings" : "";
  const body = h("div", { class: "body" }, used(shown), header(shown), content(shown), foot(shown));
  const kind = `message ${mine} ${shown.private ? "private" : ""}`;
  const menu = shown.private ? {} : offering("message", shown.id);
  const item = h("li", { id: `m${shown.id}`, class: kind, tabindex: -1, ...menu });
  item.append(avatar(shown.author), body);
  return item;
}

/** The sign of a person: the first letter on a colour of their own. */
export function avatar(author) {
  if (author.bot) return h("img", { class: "avatar", src: "/static/icon.svg", alt: "" });
  const at = page.look.people.findIndex((known) => known.id === author.id);
  return h("span", { class: `avatar tone${at % 10}`, "aria-hidden": "true" }, [...author.name][0]);
}

/** A message in a few words, for those who listen. */
export function spoken(shown) {
  const text = document.getElementById(`m${shown.id}`)?.querySelector(".content")?.textContent ?? "";
  return `${shown.author.name}: ${text.slice(0, 200)}`;
}

function used(shown) {
  if (!shown.used) return null;
  const name = page.look.people.find((known) => known.id === shown.used.who)?.name ?? "?";
  return h("p", { class: "used" }, word("used", { name, command: shown.used.name }));
}

function header(shown) {
  const at = new Date(shown.at);
  return h("p", { class: "header" },
    h("strong", shown.author.bot ? {} : offering("person", shown.author.id), shown.author.name),
    shown.author.bot ? h("span", { class: "tag" }, word("bot")) : null,
    h("time", { datetime: shown.at, title: long(at) }, short(at)),
    shown.private ? null : offers("message", shown.id, word("offers.message")));
}

function content(shown) {
  if (shown.thinking) return h("div", { class: "content thinking" }, word("thinking", { name: shown.author.name }));
  if (shown.thread) return h("div", { class: "content" }, thread(shown));
  const files = shown.files.map((file) => (file.width ? picture(file, file.alt, "picture") : attachment(file)));
  return h("div", { class: "content" },
    shown.text ? h("div", { class: "text" }, markdown(shown.text)) : null,
    components(shown.parts, shown), files);
}

function thread(shown) {
  const sentence = word("thread", { name: shown.author.name, thread: "\n" }).split("\n");
  return h("p", {}, sentence[0], door(shown.thread, "", shown.text), sentence[1]);
}

function foot(shown) {
  const edited = shown.edited && !shown.thinking ? h("span", {}, word("edited")) : null;
  if (!shown.private) return edited ? h("p", { class: "foot" }, edited) : null;
  const away = h("button", { class: "plain", type: "button", "data-focus": "dismiss" }, word("dismiss"));
  away.addEventListener("click", () => guarded(() => act({ do: "dismiss", message: shown.id })));
  return h("p", { class: "foot" }, h("span", {}, word("private")), " · ", away);
}
