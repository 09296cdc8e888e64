// Puts the page together, and keeps it true while things happen.

import { compose } from "./composer.js";
import { fill, h, keyed } from "./dom.js";
import { highlight, long, refreshTimes } from "./markdown.js";
import { message, spoken } from "./messages.js";
import { guarded, notice } from "./notices.js";
import { drawer, side } from "./side.js";
import { language, listen, page, refresh, watch, word, worldNow } from "./state.js";

const scroll = document.getElementById("scroll");
const newest = document.getElementById("newest");
const LONGEST_PRESS = 10_000;
/** How far down the page was when the newest message was last in sight, in px. */
let lowest = 0;
/** Resolved once nothing is pressed, or for very long: what moves between press and release loses the click. */
let released = Promise.resolve();
/** What was drawn last, to see what has changed. */
const known = { side: "", composed: "", place: "", last: "", seen: "" };

watch((look) => {
  frame(look);
  messages(look);
  speak(look);
});

function frame(look) {
  document.documentElement.lang = language();
  document.title = `${look.me.name} · ${here(look).name}`;
  document.getElementById("skip").textContent = word("skip");
  const drawn = JSON.stringify([look.server, look.channels, look.people, look.me, look.menus, page.channel, page.who]);
  if (drawn !== known.side) {
    known.side = drawn;
    side(look);
    head(look);
  }
  const composed = `${look.world} ${look.channel} ${page.who} ${language()}`;
  if (composed !== known.composed) compose(document.getElementById("composer"));
  known.composed = composed;
}

function head(look) {
  const open = h("button", {
    id: "handle", class: "plain", type: "button", "aria-label": word("open.side"), "aria-controls": "side",
    "aria-expanded": String(document.body.classList.contains("drawer")), "data-focus": "handle",
    onclick: () => drawer(true),
  }, "☰", marks(look));
  const channel = here(look);
  const sign = { thread: "↳", dm: "@" }[channel.kind] ?? "#";
  const title = h("h2", {}, h("span", { "aria-hidden": "true" }, `${sign} `), channel.name);
  fill(document.getElementById("head"), open, title, h("time", { id: "clock" }));
  clock();
}

function marks(look) {
  const rings = look.channels.reduce((sum, channel) => sum + channel.pings, 0);
  return rings ? h("span", { class: "badge" }, String(rings)) : null;
}

function here(look) {
  return look.channels.find((channel) => channel.id === look.channel);
}

function messages(look) {
  const place = `${look.world} ${look.channel} ${page.who}`;
  const moved = known.place !== place;
  const low = moved || isLow();
  const list = document.getElementById("messages");
  const names = [...look.people, ...look.channels].map((named) => named.name);
  const context = JSON.stringify([look.world, language(), names, look.menus]);
  const earlier = look.earlier ? [{ id: "earlier" }] : [];
  const items = look.messages.length ? [...earlier, ...look.messages] : [{ id: "empty" }];
  keyed(list, items, item, context);
  if (moved) known.last = "";
  known.place = place;
  if (low) toTheEnd();
  toNewest(look.messages.at(-1)?.id ?? "0");
}

/** Offers the way to what is new below, where somebody reads further up. */
function toNewest(last) {
  if (isLow() || !newest.textContent) known.seen = last;
  newest.textContent = `↓ ${word("newest")}`;
  newest.hidden = BigInt(last) <= BigInt(known.seen);
}

function item(shown) {
  if (shown.id === "empty") return h("li", { class: "empty" }, word("empty"));
  if (shown.id !== "earlier") return message(shown);
  const more = h("button", { class: "button secondary", type: "button" }, word("earlier"));
  more.addEventListener("click", () =>
    guarded(async () => {
      const height = scroll.scrollHeight;
      page.count += 50;
      await refresh();
      scroll.scrollTop += scroll.scrollHeight - height;
    }),
  );
  return h("li", { class: "empty" }, more);
}

async function toTheEnd() {
  await released;
  scroll.scrollTop = scroll.scrollHeight;
  lowest = scroll.scrollTop;
}

function isAtTheEnd() {
  return scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 120;
}

/** Whether nobody has scrolled up from the newest message: then the next one shall be in sight, too. */
function isLow() {
  return scroll.scrollTop >= lowest || isAtTheEnd();
}

scroll.addEventListener("scroll", () => {
  if (!isAtTheEnd()) return;
  lowest = scroll.scrollTop;
  if (page.look) toNewest(page.look.messages.at(-1)?.id ?? "0");
});
newest.addEventListener("click", () => {
  toTheEnd();
  document.getElementById("messages").lastElementChild.focus({ preventScroll: true });
});
document.addEventListener("pointerdown", () => {
  released = new Promise((resolve) => {
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, () => setTimeout(resolve), { capture: true, once: true });
    }
    setTimeout(resolve, LONGEST_PRESS);
  });
}, true);
// The composer grows with the options of a command, the page shrinks under a phone's keyboard.
const observer = new ResizeObserver(() => isLow() && toTheEnd());
observer.observe(scroll);
observer.observe(document.getElementById("messages"));

/** Tells those who listen what is new in the open channel. */
function speak(look) {
  const last = look.messages.at(-1);
  if (last && known.last && last.id !== known.last && last.author.id !== look.me.id) {
    document.getElementById("spoken").textContent = spoken(last);
  }
  known.last = last?.id ?? "none";
}

function clock() {
  const at = new Date(worldNow());
  const shown = document.getElementById("clock");
  if (!shown) return;
  const text = long(at);
  if (shown.textContent !== text) shown.textContent = text;
  shown.dateTime = at.toISOString();
}

setInterval(() => {
  clock();
  refreshTimes();
}, 1000);

document.getElementById("veil").addEventListener("click", () => drawer(false));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") drawer(false);
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") guarded(refresh);
});
window.addEventListener("hashchange", () => {
  const [, channel, target] = /^#(\d+)(?:\/(\d+))?/.exec(location.hash) ?? [];
  if (!channel || channel === page.channel) return;
  page.channel = channel;
  guarded(async () => {
    await refresh();
    if (target) highlight(target);
  });
});

let lost = false;
listen((gone) => {
  if (gone && !lost) notice(word("trouble.lost"));
  lost = gone;
});
await guarded(refresh);
drawer(false);
const target = /^#\d+\/(\d+)/.exec(location.hash)?.[1];
if (target) highlight(target);
