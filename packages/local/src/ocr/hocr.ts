import type { RecognizedLine, RecognizedPage } from '@trawl/convert';

/** A picture as `tesseract` has read it. */
export interface RecognizedPicture extends Omit<RecognizedPage, 'pageNumber'> {
  /** How sure it is of the words on average, from 0 to 100; undefined where it found none. */
  readonly confidence: number | undefined;
}

/** An element of a page or line, up to the next of its kind. `tesseract` writes one a line, and nests them always alike. */
const PAGE = /class='ocr_page'[^>]*title='[^']*bbox 0 0 (\d+) (\d+)/;
const LINE = /<span class='ocr_(?:line|header|caption|textfloat)'[^>]*title="([^"]*)"/;
const WORD = /<span class='ocrx_word'[^>]*title='([^']*)'[^>]*>(.*?)<\/span>/g;

/**
 * Reads the result of `tesseract` in hOCR, of which each line tells the size of its letters. Words without letters, and those of
 * which it is hardly sure, are left out: they are lines and stains of the picture.
 */
export function readHocr(hocr: string): RecognizedPicture {
  const [, width = '0', height = '0'] = PAGE.exec(hocr) ?? [];
  const confidences: number[] = [];
  const lines: RecognizedLine[] = [];
  const starts = [...hocr.matchAll(new RegExp(LINE, 'g'))];
  for (const [index, start] of starts.entries()) {
    const text = hocr.slice(start.index, starts[index + 1]?.index);
    const words = [...text.matchAll(WORD)].flatMap(([, title = '', content = '']) => {
      const [left = 0, , right = 0] = numbersOf(title, 'bbox');
      const [confidence = 0] = numbersOf(title, 'x_wconf');
      const word = { text: textOf(content), left, right };
      if (word.text === '' || confidence < NOISE) return [];
      confidences.push(confidence);
      return [word];
    });
    if (words.length > 0) lines.push({ ...placeOf(start[1] ?? ''), words });
  }
  const sum = confidences.reduce((total, each) => total + each, 0);
  const confidence = confidences.length === 0 ? undefined : sum / confidences.length;
  return { width: Number(width), height: Number(height), lines, confidence };
}

/** Below this confidence, what is taken for a word is mostly none. */
const NOISE = 10;

/** How many times the height of an x is the size of a font, in most. */
const X_HEIGHTS = 2;

/** The size and the baseline of a line, whose first point is given from the lower left corner of its box. */
function placeOf(title: string): Pick<RecognizedLine, 'size' | 'baseline'> {
  const [, top = 0, , bottom = 0] = numbersOf(title, 'bbox');
  const [, offset = 0] = numbersOf(title, 'baseline');
  const [whole = bottom - top] = numbersOf(title, 'x_size');
  const [below = whole / 4] = numbersOf(title, 'x_descenders');
  const [above = whole / 4] = numbersOf(title, 'x_ascenders');
  // How far letters reach above and below differs between lines of one font, by the letters that they have.
  return { size: (whole - below - above) * X_HEIGHTS, baseline: bottom + offset };
}

function numbersOf(title: string, name: string): number[] {
  const property = title.split(';').find((each) => each.trim().startsWith(`${name} `));
  return property?.trim().split(' ').slice(1).map(Number) ?? [];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of a word, which may stand in marks of its font. */
function textOf(content: string): string {
  const text = content.replaceAll(/<[^>]*>/g, '');
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity, name: string) => ENTITIES[name] ?? entity).trim();
}
