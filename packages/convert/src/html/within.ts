import type { ChildNode, Document, ParentNode } from './html.js';

/** Whether a node is the other node or one of its descendants. */
export function isWithin(node: ChildNode | Document, ancestor: ParentNode): boolean {
  for (let one: ChildNode | Document | null = node; one !== null; one = one.parent as ChildNode | null) {
    if (one === ancestor) return true;
  }
  return false;
}
