// The part of Discord's markdown that messages use, as elements.

import { h } from "./dom.js";
import { guarded } from "./notices.js";
import { enter, language, page, worldNow } from "./state.js";

/** The blocks of a text: headings, lists, quotes, subtext, code, paragraphs. */
export function markdown(text) {
  const lines = text.split("\n");
  const blocks = [];
  while (lines.length) blocks.push(block(lines));
  return blocks.filter(Boolean);
}

function block(lines) {
  const line = lines[0];
  if (line.startsWith("```")) return fence(lines);
  const quote = /^>(?:>>)? /.exec(line);
  if (quote) return quoted(lines, line.startsWith(">>> "));
  if (ITEM.test(line)) return list(lines, indent(line));
  lines.shift();
  const heading = /^(#{1,3}) +(.+)$/.exec(line);
  if (heading) return h(`h${heading[1].length + 1}`, {}, inline(heading[2]));
  const small = /^-# +(.+)$/.exec(line);
  if (small) return h("p", { class: "small" }, inline(small[1]));
  if (!line.trim()) return null;
  const rows = [line];
  while (lines.length && plain(lines[0])) rows.push(lines.shift());
  return h("p", {}, rows.flatMap((row, at) => (at ? [h("br"), ...inline(row)] : inline(row))));
}

const ITEM = /^(\s*)([-*]|\d{1,9}\.) +(.*)$/;

function plain(line) {
  return line.trim() && !/^(#{1,3} |-# |>|```)/.test(line) && !ITEM.test(line);
}

function indent(line) {
  return ITEM.exec(line)[1].length;
}

function isNumbered(line) {
  return /\d/.test(ITEM.exec(line)[2]);
}

function fence(lines) {
  const first = lines.shift().slice(3);
  const rows = [];
  const oneLine = first.endsWith("```");
  if (oneLine) rows.push(first.slice(0, -3));
  else if (first.trim() && !/^[\w+-]+$/.test(first)) rows.push(first);
  while (!oneLine && lines.length) {
    const row = lines.shift();
    if (row.trimEnd().endsWith("```")) {
      if (row.trim() !== "```") rows.push(row.trimEnd().slice(0, -3));
      break;
    }
    rows.push(row);
  }
  return h("pre", { tabindex: 0 }, h("code", {}, rows.join("\n")));
}

function quoted(lines, toTheEnd) {
  const rows = [];
  if (toTheEnd) {
    rows.push(lines.shift().slice(4), ...lines.splice(0));
  } else {
    while (lines.length && lines[0].startsWith("> ")) rows.push(lines.shift().slice(2));
  }
  return h("blockquote", {}, markdown(rows.join("\n")));
}

function list(lines, depth) {
  const numbered = isNumbered(lines[0]);
  const start = numbered ? Number.parseInt(ITEM.exec(lines[0])[2], 10) : 1;
  const items = [];
  while (lines.length && ITEM.test(lines[0]) && indent(lines[0]) >= depth) {
    const deeper = indent(lines[0]) > depth;
    if (!deeper && isNumbered(lines[0]) !== numbered) break;
    if (deeper && items.length) {
      items.at(-1).append(list(lines, indent(lines[0])));
    } else {
      items.push(h("li", {}, inline(ITEM.exec(lines.shift())[3])));
    }
  }
  return h(numbered ? "ol" : "ul", { start: start !== 1 ? start : null }, items);
}

const RULES = [
  [/^\\([^\w\s])/, (m) => [m[1]]],
  [/^``(.+?)``/, (m) => [h("code", {}, m[1].trim())]],
  [/^`([^`]+)`/, (m) => [h("code", {}, m[1])]],
  [/^\*\*\*(.+?)\*\*\*/s, (m) => [h("strong", {}, h("em", {}, inline(m[1])))]],
  [/^\*\*(.+?)\*\*(?!\*)/s, (m) => [h("strong", {}, inline(m[1]))]],
  [/^__(.+?)__(?!_)/s, (m) => [h("u", {}, inline(m[1]))]],
  [/^\*(?!\s)(.+?)(?<!\s)\*(?!\*)/s, (m) => [h("em", {}, inline(m[1]))]],
  [/^_(?!\s)(.+?)_(?!\w)/s, (m) => [h("em", {}, inline(m[1]))]],
  [/^~~(.+?)~~/s, (m) => [h("s", {}, inline(m[1]))]],
  [/^\|\|(.+?)\|\|/s, (m) => [spoiler(m[1])]],
  [/^\[([^\]]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m) => [link(m[2], inline(m[1]))]],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => [link(m[1], [m[1]])]],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;!?)"'、。]/, (m) => [link(m[0], [m[0]])]],
  [/^<@!?(\d+)>/, (m) => [person(m[1])]],
  [/^<@&(\d+)>/, (m) => [mention(`@${named(page.look.roles, m[1]) ?? "?"}`)]],
  [/^<#(\d+)>/, (m) => [room(m[1])]],
  [/^<\/([^:>]+):\d+>/, (m) => [mention(`/${m[1]}`)]],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => [stamp(Number(m[1]), m[2] ?? "f")]],
  [/^<a?:(\w+):\d+>/, (m) => [`:${m[1]}:`]],
];
const SPECIAL = /[\\`*_~|[<]|https?:/g;

/** What stands within a line. */
export function inline(text) {
  const found = [];
  let rest = text;
  let before = "";
  while (rest) {
    const hit = RULES.map(([rule, make]) => [rule.exec(rest), make]).find(
      ([match]) => match && !(match[0][0] === "_" && /\w$/.test(before)),
    );
    if (hit) {
      found.push(...hit[1](hit[0]));
      before += hit[0][0];
      rest = rest.slice(hit[0][0].length);
      continue;
    }
    SPECIAL.lastIndex = 1;
    const next = SPECIAL.exec(rest)?.index ?? rest.length;
    found.push(rest.slice(0, next));
    before += rest.slice(0, next);
    rest = rest.slice(next);
  }
  return found;
}

/** A link; one to a message of this world leads to it on this page. */
export function link(address, children, attributes = {}) {
  const jump = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/.exec(address);
  if (jump) return door(jump[1], jump[2], children, attributes);
  return h("a", { ...attributes, href: address, target: "_blank", rel: "noreferrer" }, children);
}

/** A link to a channel of this world, or to a message in it. */
export function door(channel, target, children, attributes = {}) {
  const go = (event) => {
    event.preventDefault();
    guarded(async () => {
      await enter(channel, target);
      if (target) highlight(target);
    });
  };
  return h("a", { ...attributes, href: `#${channel}${target ? `/${target}` : ""}`, onclick: go }, children);
}

/** Shows where a message stands. */
export function highlight(message) {
  const found = document.getElementById(`m${message}`);
  if (!found) return;
  found.scrollIntoView({ block: "center" });
  found.focus({ preventScroll: true });
  found.classList.add("found");
  setTimeout(() => found.classList.remove("found"), 2500);
}

function spoiler(text) {
  const shown = h("button", { class: "spoiler", type: "button", "aria-expanded": "false" }, inline(text));
  shown.addEventListener("click", () => shown.setAttribute("aria-expanded", "true"));
  return shown;
}

function person(id) {
  const known = [...page.look.people, page.look.bot];
  return mention(`@${named(known, id) ?? "?"}`, id === page.look.me.id);
}

function room(id) {
  const found = page.look.channels.find((channel) => channel.id === id);
  return door(id, "", [`#${found?.name ?? "?"}`], { class: "mention" });
}

function mention(text, mine = false) {
  return h("span", { class: mine ? "mention mine" : "mention" }, text);
}

function named(list, id) {
  return list.find((entry) => entry.id === id)?.name;
}

function stamp(seconds, style) {
  const at = new Date(seconds * 1000);
  const shown = h("time", { datetime: at.toISOString(), "data-stamp": seconds, "data-style": style, title: long(at) });
  shown.textContent = told(seconds, style);
  return shown;
}

/** Writes every shown time anew, by the world's clock. */
export function refreshTimes() {
  for (const shown of document.querySelectorAll("time[data-style='R']")) {
    shown.textContent = told(Number(shown.dataset.stamp), "R");
  }
}

const FORMATS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

function told(seconds, style) {
  if (style !== "R") return new Intl.DateTimeFormat(language(), FORMATS[style]).format(seconds * 1000);
  const away = seconds - worldNow() / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(away) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.round(away / size), unit);
}

/** A moment in full. */
export function long(at) {
  return new Intl.DateTimeFormat(language(), FORMATS.F).format(at);
}

/** A moment as short as it can be: the time today, else the day too. */
export function short(at) {
  const today = at.toDateString() === new Date(worldNow()).toDateString();
  const format = today ? FORMATS.t : { dateStyle: "short", timeStyle: "short" };
  return new Intl.DateTimeFormat(language(), format).format(at);
}
