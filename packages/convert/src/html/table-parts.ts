import { Element as ElementNode } from 'domhandler';
import { appendChild, prepend, removeElement } from 'domutils';
import { CELLS, TABLE_GROUPS } from './element-names.js';
import { type ChildNode, type Element, isTag, isText } from './html.js';

/**
 * Completes a table as a browser does: cells outside a row get one, and what stands between the parts of the table is shown in
 * front of it.
 */
export function completeTable(table: Element): void {
  liftGroups(table);
  completeGroup(table, table);
  for (const group of table.children) if (isTag(group) && TABLE_GROUPS.has(group.name)) completeGroup(group, table);
}

const SCRIPTS = new Set(['script', 'style', 'template', 'noscript']);
const PARTS = new Set(['tr', 'caption', 'colgroup', 'col', ...TABLE_GROUPS, ...SCRIPTS]);

/** Takes the groups of rows out of a cell that its page does not close before them. */
function liftGroups(table: Element): void {
  const rows = [table, ...table.children]
    .filter(isTag)
    .filter(({ name }) => name === 'table' || TABLE_GROUPS.has(name))
    .flatMap(({ children }) => children.filter(isTag))
    .filter(({ name }) => name === 'tr' || CELLS.has(name));
  for (const row of rows) {
    const cell = CELLS.has(row.name) ? row : row.children.findLast(isTag);
    if (cell === undefined || !CELLS.has(cell.name)) continue;
    for (const group of cell.children.filter(isTag).filter(({ name }) => TABLE_GROUPS.has(name))) {
      removeElement(group);
      appendChild(table, group);
    }
  }
}

function completeGroup(group: Element, table: Element): void {
  unwrapRows(group);
  let row: Element | undefined;
  for (const child of [...group.children]) {
    if (isTag(child) && CELLS.has(child.name)) {
      if (row === undefined) {
        row = new ElementNode('tr', {});
        prepend(child, row);
      }
      removeElement(child);
      appendChild(row, child);
    } else if (!isNothing(child)) {
      row = undefined;
      if (!isTag(child) || !PARTS.has(child.name)) showBefore(child, table);
      else if (child.name === 'tr') completeRow(child, table);
    }
  }
}

function completeRow(row: Element, table: Element): void {
  if (row.children.every((child) => isPartOfRow(child) || isNothing(child))) return;
  unwrapRows(row);
  for (const child of [...row.children]) {
    if (!isPartOfRow(child) && !isNothing(child)) showBefore(child, table);
  }
}

function isPartOfRow(node: ChildNode): boolean {
  return isTag(node) && (CELLS.has(node.name) || SCRIPTS.has(node.name));
}

/** Takes away boxes around rows and cells that are no parts of a table, such as a form. */
function unwrapRows(group: Element): void {
  for (let boxes = boxesOfRows(group); boxes.length > 0; boxes = boxesOfRows(group)) {
    for (const box of boxes) {
      for (const child of [...box.children]) prepend(box, child);
      removeElement(box);
    }
  }
}

function boxesOfRows(group: Element): Element[] {
  return group.children
    .filter(isTag)
    .filter((child) => !PARTS.has(child.name) && !CELLS.has(child.name) && holdsCells(child));
}

function holdsCells(box: Element): boolean {
  return (
    box.name !== 'table' &&
    box.children.some((child) => isTag(child) && (child.name === 'tr' || CELLS.has(child.name) || holdsCells(child)))
  );
}

function showBefore(node: ChildNode, table: Element): void {
  removeElement(node);
  prepend(table, node);
}

function isNothing(node: ChildNode): boolean {
  return isText(node) ? node.data.trim() === '' : !isTag(node);
}
