// Elements made by hand: no text ever becomes markup.

/** An element with attributes, handlers (`onclick`) and children (nodes, texts, lists; null is left out). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => ![null, undefined, false].includes(child)));
  return element;
}

const signatures = new WeakMap();

/**
 * Makes `container` hold one element for each item, keeping those whose item is as it was: so what a
 * person has focused, opened or half chosen stays while others act.
 */
export function keyed(container, items, render, context = "") {
  const old = new Map([...container.children].map((child) => [child.dataset.key, child]));
  let place = null;
  for (const item of items) {
    const key = String(item.key ?? item.id);
    const signature = context + JSON.stringify(item);
    let element = old.get(key);
    if (!element || signatures.get(element) !== signature) {
      const fresh = render(item);
      fresh.dataset.key = key;
      signatures.set(fresh, signature);
      if (element) exchange(element, fresh);
      element = fresh;
    }
    old.delete(key);
    const next = place ? place.nextSibling : container.firstChild;
    if (next !== element) container.insertBefore(element, next);
    place = element;
  }
  for (const gone of old.values()) {
    if (gone.contains(document.activeElement)) (gone.previousElementSibling ?? container).focus?.();
    gone.remove();
  }
}

/** Puts `fresh` where `old` was; focus and open menus stay, or the focus goes to the whole. */
export function exchange(old, fresh) {
  const active = old.contains(document.activeElement) ? document.activeElement : null;
  const open = old.querySelector("[aria-expanded='true'][data-focus]");
  old.replaceWith(fresh);
  if (open) control(fresh, open)?.click();
  else if (active) (control(fresh, active) ?? fresh).focus({ preventScroll: true });
}

/** The control of the same name, if it can be used. */
function control(container, named) {
  const name = named.dataset.focus;
  return name ? container.querySelector(`[data-focus="${CSS.escape(name)}"]:not(:disabled)`) : null;
}

/** Replaces everything in a container, keeping the focus on the control of the same name. */
export function fill(container, ...children) {
  const active = container.contains(document.activeElement) ? document.activeElement : null;
  container.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (active) control(container, active)?.focus({ preventScroll: true });
}
