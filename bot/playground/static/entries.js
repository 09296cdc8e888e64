// What a menu offers.

import { page } from "./state.js";

const PUBLIC_THREAD = 11;

/** What can be chosen in a menu: its own options, or people, roles, channels. */
export function entriesOf(part) {
  const listed = (list, sign) => list.map((entry) => ({ label: sign + entry.name, value: entry.id }));
  const people = listed(page.look.people, "");
  const roles = listed(page.look.roles, "@");
  if (part.type === 5) return people;
  if (part.type === 6) return roles;
  if (part.type === 7) return [...people, ...roles];
  if (part.type === 8) {
    const known = new Set((part.default_values ?? []).map((entry) => entry.id));
    const kinds = part.channel_types?.includes(PUBLIC_THREAD) === false ? ["channel"] : ["channel", "thread"];
    return listed(page.look.channels.filter((channel) => kinds.includes(channel.kind)), "#")
      .map((entry) => ({ ...entry, chosen: known.has(entry.value) }));
  }
  return part.options.map((option) => ({
    label: (option.emoji?.name ? `${option.emoji.name} ` : "") + option.label,
    value: option.value,
    description: option.description ?? "",
    chosen: option.default,
  }));
}
