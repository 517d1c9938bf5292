import { existsOne } from 'domutils';
import { type Content, shownChildren } from './content.js';
import { CELLS, TABLE_GROUPS } from './element-names.js';
import { type Element, isTag, type ParentNode, rawText } from './html.js';

/** A row of a table, before spans are laid out. */
export interface TableRow {
  readonly cells: readonly Element[];
  readonly inHead: boolean;
}

/** The rows of a table, without those of nested tables. */
export function rowsOf(table: Element, content: Content): TableRow[] {
  const rows: TableRow[] = [];
  const collect = (parent: ParentNode, inHead: boolean): void => {
    for (const child of shownChildren(parent, content)) {
      if (!isTag(child)) continue;
      if (child.name === 'tr') {
        const cells = shownChildren(child, content).filter(
          (cell): cell is Element => isTag(cell) && CELLS.has(cell.name),
        );
        if (cells.length > 0) rows.push({ cells, inHead });
      } else if (TABLE_GROUPS.has(child.name)) {
        collect(child, child.name === 'thead');
      }
    }
  };
  collect(table, false);
  return rows;
}

const LAYOUT_CONTENT = new Set(['table', 'h1', 'h2', 'h3', 'article', 'main', 'nav', 'form']);

/** Whether a table shows data rather than arranging a page. */
export function isDataTable(table: Element, rows: readonly TableRow[]): boolean {
  const role = table.attribs.role;
  if (role === 'presentation' || role === 'none') return false;
  if (rows.length === 0) return false;
  const hasHeaderCell = rows.some(({ cells }) => cells.some((cell) => cell.name === 'th'));
  if (!hasHeaderCell && rows.every(({ cells: { length } }) => length === 1)) return false;
  return !existsOne(isLayoutContent, table.children);
}

/** A Markdown cell has one line, and code may need more. */
function isLayoutContent(element: Element): boolean {
  return LAYOUT_CONTENT.has(element.name) || (element.name === 'pre' && rawText(element).trim().includes('\n'));
}
