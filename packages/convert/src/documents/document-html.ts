import { escapeAttribute, escapeText } from 'entities';
import type { DocumentBudget } from './budget.js';

/** The metadata of a file. */
export interface DocumentFacts {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly description?: string | undefined;
  readonly keywords?: string | undefined;
  readonly language?: string | undefined;
  /** ISO 8601. */
  readonly createdAt?: string | undefined;
  /** ISO 8601. */
  readonly modifiedAt?: string | undefined;
  readonly subject?: string | undefined;
  readonly type?: string | undefined;
}

/** Builds an HTML page with the given body, and with the metadata in its head. */
export function documentHtml(body: string, facts: DocumentFacts = {}): string {
  const language = facts.language ? ` lang="${escapeAttribute(facts.language)}"` : '';
  const head = [
    '<meta charset="utf-8">',
    facts.title?.trim() ? `<title>${escapeText(facts.title.trim())}</title>` : '',
    meta('description', facts.description),
    meta('author', facts.author),
    meta('keywords', facts.keywords),
    meta('article:published_time', facts.createdAt, 'property'),
    meta('article:modified_time', facts.modifiedAt, 'property'),
    meta('dcterms.created', facts.createdAt),
    meta('dc.subject', facts.subject),
    meta('dc.type', facts.type),
  ];
  return `<!DOCTYPE html><html${language}><head>${head.join('')}</head><body><main>${body}</main></body></html>`;
}

/** A table of texts. Its first row names the columns unless `hasHeader` is false. */
export function tableHtml(rows: readonly (readonly string[])[], budget: DocumentBudget, hasHeader = true): string {
  return tableOf(
    rows.map((row) => row.map(lines)),
    budget,
    hasHeader,
  );
}

/** Rows are filled up to the longest one as long as this makes no more of the table than so many times its cells. */
const MAX_FILLING = 4;

/** A table of cells that are HTML. One long row makes no huge table of many short ones, which then stay short. */
export function tableOf(rows: readonly (readonly string[])[], budget: DocumentBudget, hasHeader: boolean): string {
  if (rows.length === 0) return '';
  const cells = rows.reduce((sum, row) => sum + row.length, 0);
  const widest = rows.reduce((width, row) => Math.max(width, row.length), 0);
  const width = widest * rows.length <= cells * MAX_FILLING ? widest : 0;
  const [head, rest] = hasHeader ? [rows[0], rows.slice(1)] : [undefined, rows];
  const line = (row: readonly string[], tag: string) => {
    const length = Math.max(width, row.length);
    budget.spend('cell', length);
    return `<tr>${Array.from({ length }, (_, index) => `<${tag}>${row[index] ?? ''}</${tag}>`).join('')}</tr>`;
  };
  const body = rest.map((row) => line(row, 'td')).join('');
  const thead = head ? `<thead>${line(head, 'th')}</thead>` : '';
  return `<table>${thead}<tbody>${body}</tbody></table>`;
}

/** Text with a `<br>` for each line break. */
export function lines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(escapeText)
    .join('<br>');
}

function meta(name: string, content: string | undefined, attribute = 'name'): string {
  return content?.trim() ? `<meta ${attribute}="${name}" content="${escapeAttribute(content.trim())}">` : '';
}
