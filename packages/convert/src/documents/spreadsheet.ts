import { escapeText } from 'entities';
import { ConvertError } from '../page/convert-error.js';
import { withoutCompression } from './archive.js';
import type { ReadDocument } from './document.js';
import { documentHtml, tableHtml } from './document-html.js';

const MAX_ROWS = 20_000;
const MAX_COLUMNS = 500;

interface Cell {
  readonly v?: unknown;
  /** The value as the sheet shows it. */
  readonly w?: string;
}

/** Reads every sheet of a workbook as a table under its name. */
export async function readSpreadsheet(body: Uint8Array): Promise<ReadDocument> {
  const { read } = await import('@e965/xlsx');
  const isZip = body[0] === 0x50 && body[1] === 0x4b;
  const data = isZip ? withoutCompression(body) : body;
  let workbook: ReturnType<typeof read>;
  try {
    workbook = read(data, { type: 'array', dense: true, sheetRows: MAX_ROWS + 1, cellFormula: false, cellHTML: false });
  } catch (error) {
    const reason = /password|encrypt/i.test(String(error)) ? 'encrypted' : 'broken';
    throw new ConvertError('unreadable', `The spreadsheet is ${reason}.`, { cause: error });
  }
  const warnings: string[] = [];
  const parts = workbook.SheetNames.map((name) => {
    const rows = rowsOf((workbook.Sheets[name]?.['!data'] ?? []) as readonly (readonly Cell[] | undefined)[]);
    if (rows.length > MAX_ROWS) warnings.push(`The sheet "${name}" is long; its first ${MAX_ROWS} rows were read.`);
    return `<h2>${escapeText(name)}</h2>${tableHtml(rows.slice(0, MAX_ROWS))}`;
  });
  const { Title, Author, Subject, Comments, Keywords, CreatedDate, ModifiedDate } = workbook.Props ?? {};
  const facts = {
    title: Title,
    author: Author,
    description: Comments ?? Subject,
    keywords: Keywords,
    createdAt: isoDate(CreatedDate),
    modifiedAt: isoDate(ModifiedDate),
    subject: Subject,
  };
  return { html: documentHtml(parts.join(''), facts), warnings };
}

/** The rows that are not empty, without empty cells at their ends. */
function rowsOf(data: readonly (readonly Cell[] | undefined)[]): string[][] {
  const rows: string[][] = [];
  for (const cells of data) {
    const row = Array.from({ length: Math.min(cells?.length ?? 0, MAX_COLUMNS) }, (_, index) => {
      const cell = cells?.[index];
      return cell?.w ?? String(cell?.v ?? '');
    });
    while (row.length > 0 && row.at(-1) === '') row.pop();
    if (row.length > 0) rows.push(row);
  }
  return rows;
}

function isoDate(date: Date | undefined): string | undefined {
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}
