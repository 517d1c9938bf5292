import {
  type ChildNode,
  type Document,
  type Element,
  hasInSource,
  isTag,
  MAX_DEPTH,
  type ParentNode,
  pushReversed,
  setChildren,
} from './html.js';

/**
 * Puts the content of declared shadow roots where a browser shows it: in place of the children of its host, with these in its
 * slots. Children without a slot are not shown.
 */
export function showShadowRoots(document: Document): void {
  if (!hasInSource(document, 'template')) return;
  const stack: { readonly parent: ParentNode; readonly depth: number }[] = [{ parent: document, depth: 0 }];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { parent, depth } = entry;
    const root = isTag(parent) ? parent.children.find(isShadowRoot) : undefined;
    if (root) showRoot(parent, root, depth);
    for (const child of parent.children) {
      // A template that is no shadow root shows nothing.
      if (isTag(child) && child.name !== 'template') stack.push({ parent: child, depth: depth + 1 });
    }
  }
}

function isShadowRoot(node: ChildNode): node is Element {
  return isTag(node) && node.name === 'template' && /^(?:open|closed)$/i.test(node.attribs.shadowrootmode ?? '');
}

function showRoot(host: ParentNode, root: Element, depth: number): void {
  const children = host.children.filter((child) => child !== root);
  setChildren(host, root.children);
  // Hosts in the slots of hosts would nest deeper than any walk over the page can go.
  if (depth > MAX_DEPTH) {
    setChildren(host, [...root.children, ...children]);
    return;
  }
  const slotChildren = bySlot(children);
  for (const slot of slotsOf(host)) {
    const name = slot.attribs.name ?? '';
    const content = slotChildren.get(name) ?? [];
    // The first slot with a name gets all children for that name. The content of a slot is a fallback for hosts without such
    // children.
    slotChildren.delete(name);
    if (content.some((child) => isTag(child) || !isBlank(child))) setChildren(slot, content);
    slot.name = 'span';
  }
}

function bySlot(children: readonly ChildNode[]): Map<string, ChildNode[]> {
  const groups = new Map<string, ChildNode[]>();
  for (const child of children) {
    const name = isTag(child) ? (child.attribs.slot ?? '') : '';
    const group = groups.get(name);
    if (group) group.push(child);
    else groups.set(name, [child]);
  }
  return groups;
}

function isBlank(node: ChildNode): boolean {
  return !('data' in node) || node.type !== 'text' || node.data.trim() === '';
}

/** The slots of this shadow root alone: those of other hosts in it are in templates of their own. */
function slotsOf(root: ParentNode): Element[] {
  const slots: Element[] = [];
  const stack = [...root.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!isTag(node) || node.name === 'template') continue;
    if (node.name === 'slot') slots.push(node);
    pushReversed(stack, node.children);
  }
  return slots;
}
