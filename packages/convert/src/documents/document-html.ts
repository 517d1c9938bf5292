import { escapeAttribute, escapeText } from 'entities';

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

/** A table of texts. Its first row names the columns unless `headed` is false. */
export function tableHtml(rows: readonly (readonly string[])[], hasHeader = true): string {
  return tableOf(
    rows.map((row) => row.map(lines)),
    hasHeader,
  );
}

/** A table of cells that are HTML. */
export function tableOf(rows: readonly (readonly string[])[], hasHeader: boolean): string {
  if (rows.length === 0) return '';
  const [head, rest] = hasHeader ? [rows[0], rows.slice(1)] : [undefined, rows];
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const line = (row: readonly string[], tag: string) =>
    `<tr>${Array.from({ length: width }, (_, index) => `<${tag}>${row[index] ?? ''}</${tag}>`).join('')}</tr>`;
  const body = rest.map((row) => line(row, 'td')).join('');
  const thead = head ? `<thead>${line(head, 'th')}</thead>` : '';
  return `<table>${thead}<tbody>${body}</tbody></table>`;
}

/** Text with a `<br>` for each line break. */
function lines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(escapeText)
    .join('<br>');
}

function meta(name: string, content: string | undefined, attribute = 'name'): string {
  return content?.trim() ? `<meta ${attribute}="${name}" content="${escapeAttribute(content.trim())}">` : '';
}
