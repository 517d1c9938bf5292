/** The content of an element. Strings become text, never markup, because titles and URLs of pages may be hostile. */
export type Child = Node | string | number | undefined | false | readonly Child[];

type Listener = (event: Event) => unknown;

/** Attributes, and listeners by the names of their events. */
export type Props = Readonly<Record<string, string | boolean | undefined | Listener>>;

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...nodesOf(children));
  return element;
}

export function nodesOf(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child) => {
    if (child === undefined || child === false) return [];
    if (typeof child === 'number') return String(child);
    return typeof child === 'string' || child instanceof Node ? child : nodesOf(child);
  });
}

/** A link to a page of the web; text where the URL is of another kind, such as `javascript:`. */
export function pageLink(url: string): Child {
  return /^https?:\/\//i.test(url) ? h('a', { href: url, target: '_blank', rel: 'noreferrer' }, url) : url;
}

/** Replaces the content of an element. What is unfolded in it and what has the focus are found again by their keys. */
export function replaceKept(container: HTMLElement, children: readonly (Node | string)[]): void {
  const openKeys = new Set([...container.querySelectorAll('details[open]')].map(keyOf));
  const focusKey = container.contains(document.activeElement) ? keyOf(document.activeElement) : undefined;
  container.replaceChildren(...children);
  for (const each of container.querySelectorAll('details')) each.open ||= openKeys.has(keyOf(each));
  if (focusKey === undefined) return;
  // What had the focus may be gone, such as the button of an action that is done.
  const target = elementOf(focusKey, container) ?? container.closest<HTMLElement>('[tabindex]');
  target?.focus({ preventScroll: true });
}

/** The element with a key that can have the focus. */
export function elementOf(key: string, container: ParentNode): HTMLElement | null {
  const element = container.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  return element?.matches('details') ? element.querySelector('summary') : element;
}

/** The key of the element or of the one around it. */
export const keyOf = (element: Element | null): string | undefined =>
  element?.closest('[data-key]')?.getAttribute('data-key') ?? undefined;

const signatures = new WeakMap<Element, string>();

export interface Keyed {
  readonly key: string;
}

/** Shows the items in order, and leaves the elements of unchanged items alone: focus and selection stay. */
export function showItems<Item extends Keyed>(
  list: HTMLElement,
  items: readonly Item[],
  render: (item: Item) => HTMLElement,
): void {
  const oldElements = new Map([...list.children].map((element) => [element.getAttribute('data-key'), element]));
  let next = list.firstElementChild;
  for (const item of items) {
    const signature = JSON.stringify(item);
    let element = oldElements.get(item.key);
    oldElements.delete(item.key);
    if (!element || signatures.get(element) !== signature) {
      const node = render(item);
      node.setAttribute('data-key', item.key);
      signatures.set(node, signature);
      if (element) {
        const hadFocus = element.contains(document.activeElement);
        if (next === element) next = element.nextElementSibling;
        element.replaceWith(node);
        if (hadFocus) node.querySelector('a')?.focus();
      }
      element = node;
    }
    if (element === next) next = next.nextElementSibling;
    else list.insertBefore(element, next);
  }
  for (const oldNode of oldElements.values()) oldNode.remove();
}
