// Discord's components (V2) as elements, and what happens when they are used.

import { lightbox, form } from "./dialogs.js";
import { h } from "./dom.js";
import { entriesOf } from "./entries.js";
import { link, markdown } from "./markdown.js";
import { listbox } from "./listbox.js";
import { guarded } from "./notices.js";
import { act, page, word } from "./state.js";

const TALLEST = 512;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/** The elements of a list of components; `message` is the one they belong to. */
export function components(parts, message) {
  return parts.map((part) => (MAKERS[part.type] ?? unknown)(part, message));
}

const MAKERS = {
  1: (part, message) => h("div", { class: "row" }, components(part.components, message)),
  2: button,
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  9: section,
  10: (part) => h("div", { class: "text" }, markdown(part.content)),
  11: (part) => picture(part.media, part.description, "thumbnail"),
  12: gallery,
  13: (part) => attachment(part.file),
  14: (part) => h("hr", { class: `${part.divider ? "line" : "gap"} ${part.spacing === 2 ? "wide" : ""}` }),
  17: container,
};

function unknown(part) {
  return h("div", { class: "text" }, `[${part.type}]`);
}

function section(part, message) {
  const words = h("div", { class: "words" }, components(part.components, message));
  return h("div", { class: "section" }, words, components([part.accessory], message));
}

function container(part, message) {
  const box = h("div", { class: "container" }, components(part.components, message));
  const colour = part.accent_color;
  if (typeof colour === "number") box.style.setProperty("--accent", `#${colour.toString(16).padStart(6, "0")}`);
  return part.spoiler ? h("details", {}, h("summary", {}, "…"), box) : box;
}

function gallery(part) {
  const pictures = part.items.map((item) => picture(item.media, item.description, "picture"));
  return h("div", { class: pictures.length > 1 ? "gallery several" : "gallery" }, pictures);
}

/** A picture that opens at full size. */
export function picture(media, description, kind) {
  if (!media.src || !media.width) return attachment(media);
  const alt = description || media.alt || "";
  const { src, width, height } = media;
  const image = h("img", { src, alt, width, height, decoding: "async" });
  // Its place is kept before it is there, so that nothing moves under a finger.
  const broad = Math.min(width, Math.round((TALLEST * width) / height));
  if (kind === "picture") image.style.width = `min(100%, ${broad}px)`;
  const name = alt ? `${word("picture")}: ${alt}` : word("picture");
  return h("button", { class: kind, type: "button", "aria-label": name, onclick: () => lightbox(src, alt) }, image);
}

/** A file to keep. */
export function attachment(media) {
  if (!media.src) return h("span", { class: "file" }, media.url ?? "");
  const size = media.bytes < 1024 ? `${media.bytes} B` : `${Math.round(media.bytes / 1024)} KiB`;
  return h("a", { class: "file", href: media.src, download: media.name }, `${media.name} `, h("small", {}, size));
}

function button(part, message) {
  const face = [part.emoji?.name ? `${part.emoji.name} ` : "", part.label ?? ""];
  const style = `button ${STYLES[part.style] ?? "secondary"}`;
  if (part.url) return link(part.url, face, { class: style });
  const made = h("button", {
    class: style,
    type: "button",
    disabled: part.disabled,
    "data-focus": part.custom_id,
    "data-custom-id": part.custom_id,
  }, face);
  made.addEventListener("click", () =>
    using(made, { do: "press", channel: page.channel, message: message.id, custom_id: part.custom_id }),
  );
  return made;
}

function menu(part, message) {
  return listbox({
    name: part.custom_id,
    placeholder: part.placeholder || word("pick"),
    entries: entriesOf(part),
    least: part.min_values ?? 1,
    most: part.max_values ?? 1,
    disabled: part.disabled,
    choose: (values, face) =>
      using(face, { do: "choose", channel: page.channel, message: message.id, custom_id: part.custom_id, values }),
  });
}

/** Sends an act while its control shows that it is under way; opens a form that comes back. */
async function using(control, what) {
  if (control.getAttribute("aria-busy") === "true") return;
  control.setAttribute("aria-busy", "true");
  await guarded(async () => {
    const { modal } = await act(what);
    if (modal) form(modal);
  });
  control.removeAttribute("aria-busy");
}
