import { escapeAttribute, escapeText } from 'entities';
import { Parser } from 'htmlparser2';
import { ConvertError } from '../page/convert-error.js';
import { type Archive, packed, unpack } from './archive.js';
import { DocumentBudget } from './budget.js';
import type { ReadDocument } from './document.js';
import { documentHtml, lines, tableOf } from './document-html.js';

const MAX_ROWS = 20_000;
const MAX_COLUMNS = 500;

interface Cell {
  readonly v?: unknown;
  /** The value as the sheet shows it. */
  readonly w?: string;
  readonly l?: { readonly Target?: string };
}

/** Reads every sheet of a workbook as a table under its name. */
export async function readSpreadsheet(
  body: Uint8Array,
  budget = new DocumentBudget(body.length),
): Promise<ReadDocument> {
  const { read } = await import('@e965/xlsx');
  const data = body[0] === 0x50 && body[1] === 0x4b ? counted(unpack(body, budget), budget) : body;
  let workbook: ReturnType<typeof read>;
  try {
    workbook = read(data, { type: 'array', dense: true, sheetRows: MAX_ROWS + 1, cellFormula: false, cellHTML: false });
  } catch (error) {
    const reason = /password|encrypt/i.test(String(error)) ? 'encrypted' : 'broken';
    throw new ConvertError('unreadable', `The spreadsheet is ${reason}.`, { cause: error });
  }
  const warnings: string[] = [];
  const parts = workbook.SheetNames.map((name) => {
    const data: Rows = workbook.Sheets[name]?.['!data'] ?? [];
    const { rows, isWide } = rowsOf(data, budget);
    if (rows.length > MAX_ROWS) warnings.push(`The sheet "${name}" is long; its first ${MAX_ROWS} rows were read.`);
    if (isWide) warnings.push(`The sheet "${name}" is wide; its first ${MAX_COLUMNS} columns were read.`);
    return `<h2>${escapeText(name)}</h2>${tableOf(rows.slice(0, MAX_ROWS), budget, true)}`;
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

type Rows = readonly (readonly (Cell | undefined)[] | undefined)[];

/** The rows that are not empty, without empty cells at their ends, as HTML. */
function rowsOf(data: Rows, budget: DocumentBudget): { rows: string[][]; isWide: boolean } {
  const rows: string[][] = [];
  let isWide = false;
  for (const cells of data) {
    const width = Math.min(cells?.length ?? 0, MAX_COLUMNS);
    budget.spend('cell', width);
    const row = Array.from({ length: width }, (_, index) => cellHtml(cells?.[index], budget));
    while (row.length > 0 && row.at(-1) === '') row.pop();
    if (row.length > 0) rows.push(row);
    isWide ||= cells?.slice(MAX_COLUMNS).some((cell) => textOf(cell) !== '') ?? false;
  }
  return { rows, isWide };
}

const textOf = (cell: Cell | undefined) => cell?.w ?? String(cell?.v ?? '');

function cellHtml(cell: Cell | undefined, budget: DocumentBudget): string {
  const text = textOf(cell);
  const target = cell?.l?.Target ?? '';
  // Many cells may have one text or one link.
  budget.spend('character', text.length + target.length);
  // A link within the workbook leads nowhere outside of it.
  return text !== '' && /^(?:https?|mailto):/i.test(target)
    ? `<a href="${escapeAttribute(target)}">${lines(text)}</a>`
    : lines(text);
}

/** Counts what the library makes of a workbook of XML, before it has it. */
function counted(archive: Archive, budget: DocumentBudget): Uint8Array {
  const formatLengths = [0];
  let cells = 0;
  for (const [name, bytes] of Object.entries(archive)) {
    if (!/\.xml$/i.test(name)) continue;
    const repeated: number[] = [];
    const parser = new Parser(
      {
        onopentagname: () => budget.spend('element', 1),
        onopentag(tag, attributes) {
          if (tag === 'c') cells += 1;
          if (tag === 'numFmt') formatLengths.push(attributes.formatCode?.length ?? 0);
          const times = repetitionsOf(attributes) * (repeated.at(-1) ?? 1);
          repeated.push(times);
          // Empty cells to the end of the sheet are no cells.
          if (tag === 'text:p') budget.spend('cell', times);
        },
        onclosetag: () => repeated.pop(),
      },
      { xmlMode: true },
    );
    parser.end(new TextDecoder().decode(bytes));
  }
  budget.spend('character', cells * formatLengths.reduce((a, b) => Math.max(a, b), 0));
  return packed(archive);
}

function repetitionsOf(attributes: Readonly<Record<string, string | undefined>>): number {
  const rows = Number(attributes['table:number-rows-repeated']) || 1;
  const columns = Number(attributes['table:number-columns-repeated']) || 1;
  return Math.max(1, rows) * Math.max(1, columns);
}

function isoDate(date: Date | undefined): string | undefined {
  return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined;
}
