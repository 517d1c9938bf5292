import type { getDocument } from 'unpdf/pdfjs';
import { ConvertError } from '../page/convert-error.js';
import type { PageLayout } from '../page/data.js';
import { once } from '../page/once.js';
import type { PdfParser, RecognizedPage } from '../page/options.js';
import type { UnreadPage } from '../page/page.js';
import { DocumentBudget } from './budget.js';
import type { ReadDocument } from './document.js';
import { type DocumentFacts, documentHtml } from './document-html.js';
import { type Block, blocksOf, type Sizes, sizesOf } from './pdf-blocks.js';
import { PdfData } from './pdf-data.js';
import { collectingFaults, type PdfFault } from './pdf-faults.js';
import { fontNames } from './pdf-file.js';
import { blocksHtml } from './pdf-html.js';
import { type Line, linesOf, type TextItem } from './pdf-lines.js';
import { isUnreadable, pdfWarnings, stampedPages, withReplacements } from './pdf-warnings.js';
import { recognizedLines } from './recognized-lines.js';
import { hasSymbols, symbolFontOf, withSymbolsOf } from './symbol-fonts.js';

type Pdf = Awaited<ReturnType<typeof getDocument>['promise']>;

interface PdfPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
  readonly links: readonly string[];
  readonly letters: number;
  /** Whether its fonts do not tell which letters they draw. */
  readonly isUnreadable: boolean;
  /** Whether its characters were recognized in a picture. */
  readonly isRecognized?: boolean;
  /** The maps of characters that were asked for on this page for the first time, and could not be read. */
  readonly missingMaps: readonly string[];
  /** What the library read over on this page for the first time. */
  readonly faults: ReadonlySet<PdfFault>;
}

/** No further page is read after this many milliseconds, well before the conversion itself times out. */
const TIME_LIMIT_MS = 10_000;

/** Reads the text layer of a PDF, up to `maxPages` of the parser. */
export async function readPdf(
  body: Uint8Array,
  parser: PdfParser,
  { budget = new DocumentBudget(body.length), timeLimitMs = TIME_LIMIT_MS, recognized = [] }: ReadingOptions = {},
): Promise<ReadDocument> {
  const faults = new Set<PdfFault>();
  const linesOfPages = recognizedLines(recognized, budget);
  return collectingFaults(faults, () => readPages(body, parser, { budget, timeLimitMs, linesOfPages }, faults));
}

interface ReadingOptions {
  readonly budget?: DocumentBudget | undefined;
  readonly timeLimitMs?: number | undefined;
  /** Pages whose characters were recognized. */
  readonly recognized?: readonly RecognizedPage[] | undefined;
}

interface Reading {
  readonly budget: DocumentBudget;
  readonly timeLimitMs: number;
  /** The lines of recognized pages, by their numbers. */
  readonly linesOfPages: ReadonlyMap<number, (height: number) => Line[]>;
}

async function readPages(
  body: Uint8Array,
  parser: PdfParser,
  { budget, timeLimitMs, linesOfPages }: Reading,
  faults: Set<PdfFault>,
): Promise<ReadDocument> {
  const endsAt = performance.now() + timeLimitMs;
  const missingMaps = new Set<string>();
  const pdf = await open(body, missingMaps);
  const symbolFont = once(() => symbolFontOf(fontNames(body)));
  const nextPage = async (number: number): Promise<PdfPage> => {
    const page = await readPage(pdf, number, { symbolFont, budget, endsAt });
    const found = { missingMaps: [...missingMaps], faults: new Set(faults) };
    missingMaps.clear();
    faults.clear();
    const lines = linesOfPages.get(number)?.(page.height);
    return { ...page, ...found, ...(lines && { lines, isUnreadable: false, isRecognized: true }) };
  };
  try {
    const pageLimit = Math.min(pdf.numPages, parser.maxPages ?? pdf.numPages);
    const pages = [await nextPage(1)];
    while (pages.length < pageLimit && performance.now() < endsAt) {
      pages.push(await nextPage(pages.length + 1));
    }
    const numPages = pages.length;
    const warnings = pdfWarnings(body, pages, parser);
    if (numPages < pageLimit)
      warnings.push(`The PDF is long: ${numPages} of its pages were read, out of ${pageLimit}.`);
    // Sizes that were measured in pictures are not those that fonts have.
    const [recognized, others] = [true, false].map((wanted) =>
      sizesOf(pages.flatMap(({ lines, isRecognized = false }) => (isRecognized === wanted ? lines : []))),
    ) as [Sizes, Sizes];
    const read = pages.map((page) => ({
      page,
      blocks: blocksOf(page.lines, page.isRecognized ? recognized : others, budget),
    }));
    const html = read.map(({ page, blocks }) => ({ pageNumber: page.number, html: blocksHtml(blocks, budget) }));
    return {
      html: documentHtml(html.map((page) => page.html).join(''), await factsOf(pdf)),
      links: [...new Set(pages.flatMap(({ links }) => links))],
      numPages,
      totalPages: pdf.numPages,
      pages: html,
      blocks: read.map(({ page, blocks }) => layoutOf(page, blocks)),
      unreadPages: unreadPages(pages, new Set(stampedPages(body, pages)), parser),
      warnings,
    };
  } catch (cause) {
    if (cause instanceof ConvertError) throw cause;
    throw new ConvertError('unreadable', `The PDF is broken: ${(cause as Error).message}`, { cause });
  } finally {
    await pdf.destroy();
  }
}

/** The pages whose text another program may find in their pictures. */
function unreadPages(
  pages: readonly PdfPage[],
  stamped: ReadonlySet<unknown>,
  { mode = 'auto' }: PdfParser,
): UnreadPage[] {
  const isPicture = (page: PdfPage) => page.lines.length === 0 || page.isUnreadable || stamped.has(page);
  const isUnread = (page: PdfPage) => !page.isRecognized && (mode === 'ocr' || (mode === 'auto' && isPicture(page)));
  return pages.filter(isUnread).map(({ number, width, height }) => ({ pageNumber: number, width, height }));
}

async function open(body: Uint8Array, missingMaps: Set<string>): Promise<Pdf> {
  // Without the rest of the library, which asks for a package that only its other uses need: bundlers look for it.
  const { getDocument } = await import('unpdf/pdfjs');
  try {
    // A copy, because the library transfers the buffer and leaves it unusable.
    return await getDocument({
      data: body.slice(),
      isEvalSupported: false,
      // The level of warnings, which tell of text that is missing.
      verbosity: 1,
      BinaryDataFactory: class extends PdfData {
        constructor() {
          super(missingMaps);
        }
      },
      cMapPacked: true,
      useWorkerFetch: false,
      useSystemFonts: false,
    }).promise;
  } catch (cause) {
    const { name, message } = cause as Error;
    const reason = name === 'PasswordException' ? 'encrypted with a password' : `broken (${message})`;
    throw new ConvertError('unreadable', `The PDF is ${reason}.`, { cause });
  }
}

interface PageReading {
  /** The symbol font of the file. */
  readonly symbolFont: () => string;
  readonly budget: DocumentBudget;
  readonly endsAt: number;
}

async function readPage(
  pdf: Pdf,
  number: number,
  { symbolFont, budget, endsAt }: PageReading,
): Promise<Omit<PdfPage, 'missingMaps' | 'faults'>> {
  const page = await pdf.getPage(number);
  const { items: runs, styles } = await textOf(page, budget, endsAt);
  const items = runs.map((run) => (hasSymbols(run.str) ? { ...run, str: withSymbolsOf(symbolFont(), run.str) } : run));
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const annotations: { url?: unknown }[] = await page.getAnnotations();
  const links = annotations.map(({ url }) => url).filter((url) => typeof url === 'string');
  page.cleanup();
  const wideFonts = fontsOfWideLetters(items);
  const isMonospaced = (font: string) => styles[font]?.fontFamily === 'monospace' && !wideFonts.has(font);
  const lines = linesOf(items, isMonospaced);
  const letters = items.reduce((count, { str }) => count + str.replace(/\s/g, '').length, 0);
  return {
    number,
    width: right - left,
    height: top - bottom,
    lines,
    links,
    letters,
    isUnreadable: isUnreadable(items),
  };
}

/** The page that is being read at the time limit gets some more. */
const PAGE_TIME_MS = 2_000;

/** How many turns of the queue of microtasks pass before other events have theirs. */
const TURNS = 1_000;

/**
 * The value of a promise of the library, which may work on one page for minutes. It pauses between microtasks alone, so that no
 * timer could end it: the time is looked at in microtasks as well.
 */
async function beforeEnd<Value>(promise: Promise<Value>, endsAt: number): Promise<Value> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  for (let turn = 1; !isSettled; turn++) {
    if (performance.now() > endsAt) {
      throw new ConvertError(
        'unreadable',
        'The PDF draws more on one page than can be read in the time for a document.',
      );
    }
    await (turn % TURNS === 0 ? new Promise(setImmediate) : undefined);
  }
  return promise;
}

type PdfPageProxy = Awaited<ReturnType<Pdf['getPage']>>;
type TextStyles = Awaited<ReturnType<PdfPageProxy['getTextContent']>>['styles'];

/** The runs of text of a page. They are counted while the library finds them, since a page may draw a part of it again and again. */
async function textOf(page: PdfPageProxy, budget: DocumentBudget, endsAt: number) {
  const items: TextItem[] = [];
  const styles: TextStyles = {};
  const reader = page.streamTextContent().getReader();
  const read = () => beforeEnd(reader.read(), endsAt + PAGE_TIME_MS);
  try {
    for (let part = await read(); !part.done; part = await read()) {
      for (const item of part.value.items) {
        if (!('str' in item)) continue;
        budget.spend('run', 1);
        budget.spend('character', item.str.length);
        items.push({ ...item, str: withReplacements(item.str) });
      }
      Object.assign(styles, part.value.styles);
    }
  } finally {
    // The library still works on what it was asked for, and nobody waits for its end.
    reader.cancel(new Error('No more is read.')).catch(() => {});
  }
  return { items, styles };
}

/** Letters of Chinese, Japanese and Korean have the same width in every font, which makes no code of them. */
const WIDE_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** The fonts whose text has mostly such letters. */
function fontsOfWideLetters(items: readonly TextItem[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { str, fontName } of items) {
    const wide = str.match(WIDE_LETTERS)?.length ?? 0;
    const others = str.replace(/\s/g, '').length - wide;
    counts.set(fontName, (counts.get(fontName) ?? 0) + wide - others);
  }
  return new Set([...counts].filter(([, balance]) => balance > 0).map(([font]) => font));
}

function layoutOf(page: PdfPage, blocks: readonly Block[]): PageLayout {
  const items = blocks.map(({ type, text, box: [left, top, right, bottom] }, index) => ({
    id: `${page.number}-${index + 1}`,
    type: type === 'bullet' || type === 'number' ? 'list_item' : type,
    bbox: [left, page.height - top, right, page.height - bottom] as [number, number, number, number],
    content: text,
    readingOrder: index,
    source: page.isRecognized ? 'ocr' : 'text_layer',
  }));
  const status = blocks.length > 0 ? 'success' : 'empty';
  return { pageNumber: page.number, width: page.width, height: page.height, status, items };
}

async function factsOf(pdf: Pdf): Promise<DocumentFacts> {
  const { info } = await pdf.getMetadata();
  const properties = new Map(Object.entries(info));
  const text = (name: string) => {
    const value: unknown = properties.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    title: text('Title'),
    author: text('Author'),
    description: text('Subject'),
    keywords: text('Keywords'),
    language: text('Language'),
    createdAt: dateOf(text('CreationDate')),
  };
}

/** Reads dates such as `D:20260131120000+01'00'`. */
function dateOf(text: string | undefined): string | undefined {
  const parts = text?.match(/^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-]\d\d)'?(\d\d)?)?/);
  if (!parts) return undefined;
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone, zoneMinutes = '00'] = parts;
  const offset = zone ? `${zone}:${zoneMinutes}` : 'Z';
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
