// The side: channels with their marks, people to be, and what can be done with the world.

import { line, sure } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { avatar } from "./messages.js";
import { guarded, notice } from "./notices.js";
import { offering, offers } from "./offers.js";
import { act, enter, page, refresh, word } from "./state.js";
import { LANGUAGES } from "./words.js";

const NARROW = matchMedia("(max-width: 760px)");

/** Draws the side from what was seen last. */
export function side(look) {
  const of = (...kinds) => look.channels.filter((entry) => kinds.includes(entry.kind)).map(channel);
  fill(document.getElementById("side"),
    h("h1", {}, h("img", { src: "/static/icon.svg", alt: "" }), look.server.name),
    h("div", { class: "lists" },
      part(word("channels"), h("ul", { class: "channels" }, of("channel", "thread"))),
      part(word("direct"), h("ul", { class: "channels" }, of("dm"))),
      part(word("elsewhere"), h("ul", { class: "channels" }, of("elsewhere"))),
      part(word("people"), people(look), adding()),
      part(word("you", { name: look.me.name }), self(look.me)),
      part(word("world"), world(), look.database && h("p", { class: "hint" }, word("database", { path: look.database })))));
}

/** Opens or closes the side on a narrow page. */
export function drawer(open) {
  const shut = NARROW.matches && !open;
  document.body.classList.toggle("drawer", open && NARROW.matches);
  document.getElementById("side").inert = shut;
  document.getElementById("room").inert = open && NARROW.matches;
  const handle = document.getElementById("handle");
  handle?.setAttribute("aria-expanded", String(open));
  if (NARROW.matches && open) document.querySelector("#side .channels button")?.focus();
}

NARROW.addEventListener("change", () => drawer(false));

function part(title, ...content) {
  return h("section", {}, h("h2", {}, title), content);
}

function people(look) {
  return h("ul", { class: "people" }, look.people.map((known) => person(known, look.me)));
}

function channel(entry) {
  const here = entry.id === page.channel;
  const sign = { thread: "↳", dm: "@" }[entry.kind] ?? "#";
  const go = () => {
    drawer(false);
    guarded(() => enter(entry.id));
  };
  return h("li", { class: entry.kind }, h("button", {
    type: "button", class: entry.unread ? "unread" : "", "aria-current": here ? "page" : null,
    "data-focus": `channel${entry.id}`, onclick: go,
  }, h("span", { class: "sign", "aria-hidden": "true" }, sign), h("span", { class: "name" }, entry.name), mark(entry)));
}

/** How much there is to read: a number if it is for this person, else a dot. */
function mark({ unread, pings }) {
  if (pings) return h("span", { class: "badge", role: "img", "aria-label": word("mentions", { n: pings }) }, String(pings));
  if (unread) return h("span", { class: "dot", role: "img", "aria-label": word("unread", { n: unread }) });
  return null;
}

function person(known, me) {
  const address = `/?as=${encodeURIComponent(known.key)}`;
  const face = [avatar(known), known.name];
  const be = { class: "be", href: address, title: word("be", { name: known.name }), "data-focus": `be${known.key}` };
  const other = word("window", { name: known.name });
  const open = { class: "window", href: address, target: "_blank", rel: "noreferrer", title: other };
  return h("li", offering("person", known.id),
    known.key === me.key ? h("span", { class: "be", "aria-current": "true" }, face) : h("a", be, face),
    offers("person", known.id, word("offers.person", { name: known.name }), () => drawer(false)),
    h("a", { ...open, "aria-label": other, "data-focus": `window${known.key}` }, "↗"));
}

function adding() {
  return deed("add", async () => {
    const name = await line(word("add.name"));
    if (!name) return;
    const { person: key } = await act({ do: "welcome", name });
    notice(word("done.add", { name, key }), "good");
  });
}

function self(me) {
  const language = h("select", { "data-focus": "language" },
    LANGUAGES.map(([, value, name]) => h("option", { value, selected: value === me.locale }, name)));
  language.addEventListener("change", () => guarded(() => act({ do: "speak", locale: language.value })));
  const closed = h("input", { type: "checkbox", checked: me.closed, "data-focus": "closed" });
  closed.addEventListener("change", () => guarded(() => act({ do: "dms", closed: closed.checked })));
  return [
    h("label", {}, h("span", {}, word("language")), language),
    h("label", { class: "tick" }, closed, h("span", {}, word("closed"))),
  ];
}

function world() {
  return h("div", { class: "deeds" },
    deed("hour", () => act({ do: "advance", seconds: 3600 })),
    deed("day", () => act({ do: "advance", seconds: 86_400 })),
    deed("restart", async () => {
      await act({ do: "restart" });
      notice(word("done.restart"), "good");
    }),
    deed("renew", async () => {
      if (!(await sure(word("renew.sure"), "renew"))) return;
      await act({ do: "renew" });
      page.channel = "";
      await refresh();
    }));
}

const underWay = new Set();

/** A button of the page's own; it shows while its deed is under way, also when the side is drawn anew. */
function deed(name, task) {
  const busy = underWay.has(name) ? "true" : null;
  const said = { class: "button secondary", type: "button", "data-focus": name, "aria-busy": busy };
  const made = h("button", said, word(name));
  made.addEventListener("click", async () => {
    if (underWay.has(name)) return;
    underWay.add(name);
    made.setAttribute("aria-busy", "true");
    await guarded(task);
    underWay.delete(name);
    document.querySelector(`#side [data-focus="${name}"]`)?.removeAttribute("aria-busy");
  });
  return made;
}
