// What this window knows: who it is, which channel is open, what was last seen; and how to act.

import { LANGUAGES, WORDS } from "./words.js";

export const page = {
  who: new URLSearchParams(location.search).get("as") ?? "",
  channel: channelInAddress(),
  count: 50,
  look: null,
  fetched: 0,
};

const watchers = [];
let asking = null;
let again = false;

/** Calls back with each new state. */
export function watch(callback) {
  watchers.push(callback);
}

/** A sentence of the page in the person's language. */
export function word(key, data = {}) {
  return WORDS[language()][key].replace(/\{(\w+)\}/g, (_, name) => data[name]);
}

/** The tag of the person's language; the first language is for everybody else. */
export function language() {
  const spoken = page.look?.me.locale ?? navigator.language;
  const known = LANGUAGES.find(([tag]) => spoken === tag || spoken.startsWith(`${tag}-`));
  return (known ?? LANGUAGES[0])[0];
}

/** The clock of the world, in milliseconds. */
export function worldNow() {
  return page.look ? page.look.now * 1000 + (performance.now() - page.fetched) : Date.now();
}

/** An act that was refused: `code` names the sentence. */
export class Refused extends Error {
  constructor(code, detail = "") {
    super(detail);
    this.code = code;
    this.detail = detail;
  }
}

/** Does something as this window's person; throws `Refused`. */
export async function act(what) {
  return ask("/api/do", { method: "POST", body: JSON.stringify({ who: page.who, ...what }) });
}

/** What the bot suggests for an option. */
export async function complete(question) {
  const body = JSON.stringify({ who: page.who, channel: page.channel, ...question });
  return (await ask("/api/complete", { method: "POST", body })).choices;
}

/** The commands that can be given here. */
export async function commands() {
  return (await ask(`/api/commands?${query({ channel: page.channel })}`)).commands;
}

/** Opens a channel, from anywhere on the page. */
export function enter(channel, message = "") {
  page.channel = channel;
  page.count = 50;
  history.replaceState(null, "", `?as=${page.who}#${channel}${message ? `/${message}` : ""}`);
  return refresh();
}

/** Fetches and draws what there is to be seen; done when nothing older than this call is shown. */
export function refresh() {
  again = true;
  asking ??= fetchAll().finally(() => {
    asking = null;
  });
  return asking;
}

async function fetchAll() {
  while (again) {
    again = false;
    await fetchLook();
  }
}

async function fetchLook() {
  const seen = document.visibilityState === "visible" ? "1" : "0";
  const asked = page.channel;
  let look;
  try {
    look = await ask(`/api/look?${query({ channel: page.channel, count: page.count, seen })}`);
  } catch (refused) {
    if (refused.code !== "nobody" || !refused.detail) throw refused;
    page.who = refused.detail;
    history.replaceState(null, "", `?as=${page.who}`);
    again = true;
    return;
  }
  // Who has gone to another channel meanwhile is shown that one next, and never called back.
  if (page.channel !== asked) return;
  page.look = look;
  page.fetched = performance.now();
  page.channel = look.channel;
  for (const callback of watchers) callback(look);
}

/** Listens for changes for as long as the window is open. */
export function listen(onLost) {
  const stream = new EventSource("/api/events");
  stream.onopen = () => onLost(false);
  stream.onerror = () => onLost(true);
  stream.onmessage = () => refresh().catch(() => onLost(true));
}

async function ask(address, options = {}) {
  let answer;
  try {
    const response = await fetch(address, { headers: { "Content-Type": "application/json" }, ...options });
    answer = await response.json();
  } catch {
    throw new Refused("lost");
  }
  if (!answer.ok) throw new Refused(answer.code, answer.detail);
  return answer;
}

function query(values) {
  return new URLSearchParams({ as: page.who, ...values });
}

function channelInAddress() {
  return /^#(\d+)/.exec(location.hash)?.[1] ?? "";
}
