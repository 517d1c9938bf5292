import type { PdfParser } from '../page/options.js';
import type { PdfFault } from './pdf-faults.js';
import { largePictures } from './pdf-file.js';

/** What is said about one page. */
interface PageState {
  readonly number: number;
  readonly lines: readonly unknown[];
  /** How many letters and other characters its text has. */
  readonly letters: number;
  readonly isUnreadable: boolean;
  readonly missingMaps: readonly string[];
  readonly faults: ReadonlySet<PdfFault>;
  readonly isRecognized?: boolean;
}

/** A page with fewer letters may be a picture of a text with a stamp on it. */
const LETTERS_OF_STAMP = 200;

/** The pages that may be pictures of a text with a stamp on them: they have few words, and the file a picture for each page. */
export function stampedPages<Page extends PageState>(body: Uint8Array, pages: readonly Page[]): Page[] {
  const short = pages.filter(
    ({ letters, isRecognized }) => !isRecognized && letters > 0 && letters <= LETTERS_OF_STAMP,
  );
  return short.length > 0 && largePictures(body) >= pages.length ? short : [];
}

/** Says what of a PDF is missing from its text, as far as it can be known. */
export function pdfWarnings(body: Uint8Array, pages: readonly PageState[], { mode }: PdfParser): string[] {
  const warnings: string[] = [];
  if (mode === 'ocr' && !pages.some(({ isRecognized }) => isRecognized)) {
    warnings.push('Characters in images were not recognized: the text layer of the PDF was read instead.');
  }
  for (const { number, missingMaps, faults } of pages) {
    if (missingMaps.length > 0) {
      const names = missingMaps.join(', ');
      warnings.push(
        `Text is missing from page ${number} on: the character maps it needs (${names}) are not beside @trawl/convert. Keep the package out of your bundle, or copy its folder dist/cmaps.`,
      );
    } else if (faults.has('font')) {
      warnings.push(`Text is missing from page ${number} on: a font of the PDF is broken.`);
    }
    if (faults.has('part')) warnings.push(`Text may be missing from page ${number}: a part of the page is broken.`);
  }
  const empty = pages.filter(({ lines, isRecognized }) => lines.length === 0 && !isRecognized);
  if (empty.length > 0) {
    const what = namesOf(empty, pages);
    warnings.push(`${what} has no text that can be read: what it shows otherwise is missing.`);
  }
  const stamped = stampedPages(body, pages);
  if (stamped.length > 0) {
    warnings.push(
      `${namesOf(stamped, pages)} has few words, and as many pictures as pages: what the pictures show is missing.`,
    );
  }
  const unreadable = pages.filter((page) => page.isUnreadable);
  if (unreadable.length > 0) {
    warnings.push(
      `${namesOf(unreadable, pages)} has text that cannot be read, in fonts that do not tell which letters they draw.`,
    );
  }
  if (isCutOff(body)) warnings.push('The PDF is cut off: what could still be found in it was read.');
  return warnings;
}

function namesOf(some: readonly PageState[], all: readonly PageState[]): string {
  if (some.length === all.length) return 'The PDF';
  const numbers = some.slice(0, 10).map(({ number }) => number);
  return `${some.length === 1 ? 'Page' : 'Each of the pages'} ${numbers.join(', ')}${some.length > 10 ? ', …' : ''} of the PDF`;
}

/** Whether the file lacks the mark of its end, which readers look for in its last kilobyte. */
function isCutOff(body: Uint8Array): boolean {
  return !Buffer.from(body.subarray(-1_024)).includes('%%EOF');
}

/** Codes that stand for no letter. A font that does not tell its letters has the numbers of its shapes there. */
const CONTROLS = /(?!\s)\p{Cc}/gu;

/** The text with a mark where the letter is not known, as Unicode has it. */
export const withReplacements = (text: string): string => text.replace(CONTROLS, '\ufffd');

/** Some fonts draw a letter or two, such as bullets, by codes of no meaning; above this share it is the text of the page. */
const READ_OVER = 0.05;

/** Whether more than a few letters of a page mean nothing outside of their fonts: unknown ones, and those for private use. */
export function isUnreadable(runs: readonly { readonly str: string }[]): boolean {
  let letters = 0;
  let unknown = 0;
  for (const { str } of runs) {
    letters += str.match(/\S/gu)?.length ?? 0;
    unknown += str.match(/[\ufffd\p{Co}]/gu)?.length ?? 0;
  }
  return unknown > letters * READ_OVER;
}
