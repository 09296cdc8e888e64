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
  const wanted = new Set(items.map(keyOf));
  // What is gone goes first: else all that follows it would move, and what moves loses focus and open menus.
  for (const [key, gone] of old) {
    if (wanted.has(key)) continue;
    if (gone.contains(document.activeElement)) (gone.previousElementSibling ?? container).focus?.();
    gone.remove();
  }
  let place = null;
  for (const item of items) {
    const key = keyOf(item);
    const signature = context + JSON.stringify(item);
    let element = old.get(key);
    if (!element || signatures.get(element) !== signature) {
      const fresh = render(item);
      fresh.dataset.key = key;
      if (element) exchange(element, fresh);
      else element = fresh;
      signatures.set(element, signature);
    }
    const next = place ? place.nextSibling : container.firstChild;
    if (next !== element) container.insertBefore(element, next);
    place = element;
  }
}

function keyOf(item) {
  return String(item.key ?? item.id);
}

/** Makes an element what `fresh` is; focus and open menus stay, or the focus goes to the whole. */
function exchange(element, fresh) {
  const active = element.contains(document.activeElement) ? document.activeElement : null;
  const open = element.querySelector("[aria-expanded='true'][data-focus]");
  patch(element, fresh);
  if (open && !open.isConnected) control(element, open)?.click();
  else if (active && !active.isConnected) (control(element, active) ?? element).focus({ preventScroll: true });
}

/** The control of the same name, if it can be used. */
function control(container, named) {
  const name = named.dataset.focus;
  return name ? container.querySelector(`[data-focus="${CSS.escape(name)}"]:not(:disabled)`) : null;
}

/** Makes a container hold these, keeping the focus on the control of the same name. */
export function fill(container, ...children) {
  const active = container.contains(document.activeElement) ? document.activeElement : null;
  const fresh = container.cloneNode(false);
  fresh.append(...children.flat(Infinity).filter(Boolean));
  patch(container, fresh);
  if (active && !active.isConnected) control(container, active)?.focus({ preventScroll: true });
}

/**
 * Makes an element what `fresh` is without taking away what stays: a control that is replaced between press
 * and release would lose the click.
 */
function patch(element, fresh) {
  for (const { name } of [...element.attributes]) if (!fresh.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    // The page allows no styles in attributes.
    if (name === "style") element.style.cssText = fresh.style.cssText;
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  const [before, after] = [[...element.childNodes], [...fresh.childNodes]];
  while (before.length && after.length && before.at(-1).isEqualNode(after.at(-1))) {
    before.pop();
    after.pop();
  }
  const end = before.length ? before.at(-1).nextSibling : element.firstChild;
  after.forEach((child, at) => {
    const old = before[at];
    if (!old) element.insertBefore(child, end);
    else if (isPatched(old, child)) patch(old, child);
    else if (!isKept(old, child)) old.replaceWith(child);
  });
  for (const gone of before.slice(after.length)) gone.remove();
}

/** Whether a node is as it should be; a menu is one thing with its handlers, whatever is open or half chosen. */
function isKept(old, fresh) {
  const made = old.dataset?.made;
  if (made) return made === fresh.dataset?.made;
  return old.isEqualNode(fresh) && old.value === fresh.value && old.checked === fresh.checked;
}

/** Whether only attributes and children have to change: of what has no handlers, or the same ones. */
function isPatched(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== fresh.nodeName || old.dataset.made) return false;
  if (old.matches("input, select, textarea, form")) return false;
  return old.matches("button, a") ? Boolean(old.dataset.focus) && old.dataset.focus === fresh.dataset.focus : true;
}
