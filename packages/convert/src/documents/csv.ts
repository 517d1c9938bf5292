import { DocumentBudget } from './budget.js';
import type { ReadDocument } from './document.js';
import { documentHtml, tableHtml } from './document-html.js';

const MAX_ROWS = 20_000;

/** Reads a table of separated values. The separator is the comma, semicolon, tab or bar that the first line has most of. */
export function readCsv(text: string, budget = new DocumentBudget(text.length)): ReadDocument {
  const rows = rowsOf(text, separatorOf(text));
  const warnings =
    rows.length > MAX_ROWS ? [`The table has ${rows.length} rows; the first ${MAX_ROWS} were read.`] : undefined;
  return { html: documentHtml(tableHtml(rows.slice(0, MAX_ROWS), budget)), source: text, warnings };
}

export function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let position = text.startsWith('\uFEFF') ? 1 : 0;
  const stop = new RegExp(`[\\r\\n${separator === '\t' ? '\\t' : separator}]`, 'g');
  while (position < text.length) {
    let value: string;
    if (text[position] === '"') [value, position] = quoted(text, position + 1);
    else value = '';
    stop.lastIndex = position;
    const end = stop.exec(text)?.index ?? text.length;
    // Text after a closing quote belongs to the value as well, so that a stray quote loses nothing.
    row.push(value + text.slice(position, end));
    position = end + 1;
    if (text[end] === separator) {
      if (position === text.length) row.push('');
      continue;
    }
    if (text[end] === '\r' && text[position] === '\n') position += 1;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** Returns the value after an opening quote and the position behind it. Two quotes stand for one. */
function quoted(text: string, from: number): [string, number] {
  let value = '';
  for (let start = from; ; ) {
    const end = text.indexOf('"', start);
    if (end === -1) return [value + text.slice(start), text.length];
    value += text.slice(start, end);
    if (text[end + 1] !== '"') return [value, end + 1];
    value += '"';
    start = end + 2;
  }
}

function separatorOf(text: string): string {
  const first =
    text
      .slice(0, 10_000)
      .replace(/"(?:[^"]|"")*"/g, '')
      .match(/^.*$/m)?.[0] ?? '';
  const counts = [',', ';', '\t', '|'].map((separator) => [first.split(separator).length, separator] as const);
  return counts.reduce((best, other) => (other[0] > best[0] ? other : best))[1];
}
