import { type ChildNode, type Element, findElement, isTag, isText } from '../html/html.js';

/** Terms that share the same definitions. */
export interface DefinitionGroup {
  readonly terms: Element[];
  readonly meanings: ChildNode[];
}

export function definitionGroups(nodes: readonly ChildNode[]): DefinitionGroup[] {
  const groups: DefinitionGroup[] = [];
  for (const node of nodes) {
    let group = groups.at(-1);
    if (isTag(node) && node.name === 'dt') {
      if (group === undefined || group.meanings.length > 0) {
        group = { terms: [], meanings: [] };
        groups.push(group);
      }
      group.terms.push(node);
    } else if (isTag(node) || (isText(node) && node.data.trim() !== '')) {
      if (group === undefined) {
        group = { terms: [], meanings: [] };
        groups.push(group);
      }
      group.meanings.push(node);
    }
  }
  return groups;
}

/** The Markdown for the checkbox of a task. */
export function taskMarker(item: Element): string {
  const first = findElement(item, () => true);
  const box = first?.name === 'label' || first?.name === 'p' ? findElement(first, () => true) : first;
  if (box?.name !== 'input' || box.attribs.type !== 'checkbox') return '';
  return box.attribs.checked === undefined ? '[ ] ' : '[x] ';
}
