import { escapeText } from 'entities';
import type { DocumentBudget } from './budget.js';
import { tableHtml } from './document-html.js';
import type { Block } from './pdf-blocks.js';

/** The blocks of a page as HTML. */
export function blocksHtml(blocks: readonly Block[], budget: DocumentBudget): string {
  const parts: string[] = [];
  let list: 'ul' | 'ol' | undefined;
  for (const { type, text, level, table } of blocks) {
    const listName = ({ bullet: 'ul', number: 'ol' } as const)[type as string];
    if (list && list !== listName) parts.push(`</${list}>`);
    if (listName && list !== listName) parts.push(`<${listName}>`);
    list = listName;
    if (table) {
      parts.push(tableHtml(table.rows, budget, table.headed));
      continue;
    }
    const tag = listName ? 'li' : type === 'heading' ? `h${level}` : type === 'code' ? 'pre' : 'p';
    parts.push(`<${tag}>${escapeText(text)}</${tag}>`);
  }
  if (list) parts.push(`</${list}>`);
  return parts.join('');
}
