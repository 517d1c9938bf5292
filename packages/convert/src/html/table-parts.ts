import { CELLS, TABLE_GROUPS } from './element-names.js';
import { type ChildNode, type Element, isTag, isText, makeElement, prepend, setChildren } from './html.js';

/**
 * Completes a table as a browser does: cells outside a row get one, groups of rows end the cell before them, and what stands
 * between the parts of the table is shown in front of it.
 */
export function completeTable(table: Element): void {
  const outside: ChildNode[] = [];
  const groups = liftedGroups(table);
  if (groups.length > 0) setChildren(table, [...table.children, ...groups]);
  for (const group of [table, ...table.children.filter(isGroup)]) completeGroup(group, outside);
  for (const node of outside) {
    // It has left its row, and needs not be looked for there.
    node.parent = null;
    prepend(table, node);
  }
}

const SCRIPTS = new Set(['script', 'style', 'template', 'noscript']);
const PARTS = new Set(['tr', 'caption', 'colgroup', 'col', ...TABLE_GROUPS, ...SCRIPTS]);

/** Takes the groups of rows out of the cells that their page does not close before them. */
function liftedGroups(table: Element): Element[] {
  const groups: Element[] = [];
  const lift = (cell: Element): void => {
    if (!cell.children.some(isGroup)) return;
    groups.push(...cell.children.filter(isGroup));
    setChildren(
      cell,
      cell.children.filter((child) => !isGroup(child)),
    );
  };
  for (const group of [table, ...table.children.filter(isGroup)]) {
    for (const row of group.children) {
      if (!isTag(row)) continue;
      const cell = row.name === 'tr' ? row.children.findLast(isTag) : row;
      if (cell !== undefined && CELLS.has(cell.name)) lift(cell);
    }
  }
  return groups;
}

function completeGroup(group: Element, outside: ChildNode[]): void {
  unwrapRows(group);
  const children: ChildNode[] = [];
  // The cells of a row that has no element of its own.
  let cells: ChildNode[] = [];
  const endRow = (): void => {
    if (cells.length > 0) children.push(makeElement('tr', {}, cells));
    cells = [];
  };
  for (const child of group.children) {
    if (isTag(child) && CELLS.has(child.name)) cells.push(child);
    else if (isNothing(child)) children.push(child);
    else {
      endRow();
      if (!isTag(child) || !PARTS.has(child.name)) outside.push(child);
      else {
        children.push(child);
        if (child.name === 'tr') completeRow(child, outside);
      }
    }
  }
  endRow();
  if (children.length !== group.children.length || children.some((child, index) => child !== group.children[index]))
    setChildren(group, children);
}

function completeRow(row: Element, outside: ChildNode[]): void {
  const isInRow = (child: ChildNode) => isPartOfRow(child) || isNothing(child);
  if (row.children.every(isInRow)) return;
  unwrapRows(row);
  outside.push(...row.children.filter((child) => !isInRow(child)));
  setChildren(row, row.children.filter(isInRow));
}

function isGroup(node: ChildNode): node is Element {
  return isTag(node) && TABLE_GROUPS.has(node.name);
}

function isPartOfRow(node: ChildNode): boolean {
  return isTag(node) && (CELLS.has(node.name) || SCRIPTS.has(node.name));
}

/** Takes away boxes around rows and cells that are no parts of a table, such as a form. */
function unwrapRows(group: Element): void {
  while (group.children.some(isBoxOfRows)) {
    setChildren(
      group,
      group.children.flatMap((child) => (isBoxOfRows(child) ? child.children : [child])),
    );
  }
}

function isBoxOfRows(node: ChildNode): node is Element {
  return isTag(node) && !PARTS.has(node.name) && !CELLS.has(node.name) && holdsCells(node);
}

function holdsCells(box: Element): boolean {
  return (
    box.name !== 'table' &&
    box.children.some((child) => isTag(child) && (child.name === 'tr' || CELLS.has(child.name) || holdsCells(child)))
  );
}

function isNothing(node: ChildNode): boolean {
  return isText(node) ? node.data.trim() === '' : !isTag(node);
}
