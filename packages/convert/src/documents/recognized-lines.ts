import type { RecognizedPage } from '../page/options.js';
import type { DocumentBudget } from './budget.js';
import { haveNoSpaceBetween, type Line, linesOf, type TextItem } from './pdf-lines.js';

/**
 * The lines of recognized pages, as those of a text layer, by the numbers of the pages. Each is a function of the height of
 * the page in points, from whose bottom positions count in a PDF.
 */
export function recognizedLines(
  pages: readonly RecognizedPage[],
  budget: DocumentBudget,
): ReadonlyMap<number, (height: number) => Line[]> {
  const sizeOf = evenSizes(pages);
  return new Map(
    pages.map((page) => [page.pageNumber, (height) => linesOf(itemsOf(page, height, sizeOf, budget), () => false)]),
  );
}

function itemsOf(page: RecognizedPage, height: number, sizeOf: SizeOf, budget: DocumentBudget): TextItem[] {
  const scale = height / page.height;
  return page.lines.flatMap(({ words, size, baseline }) => {
    const points = sizeOf(size / page.height) * height;
    const isLast = (index: number) => index === words.length - 1;
    return words.map(({ text, left, right }, index) => {
      budget.spend('run', 1);
      budget.spend('character', text.length);
      return {
        str: isLast(index) || haveNoSpaceBetween(text, words[index + 1]?.text ?? '') ? text : `${text} `,
        transform: [points, 0, 0, points, left * scale, height - baseline * scale],
        width: (right - left) * scale,
        hasEOL: isLast(index),
        fontName: 'recognized',
      };
    });
  });
}

/** The size of letters, as a share of the height of their page, without the differences between lines of one font. */
type SizeOf = (size: number) => number;

/** How far the measured sizes of lines of one font are from their median, as a share of it. */
const MEASURED_WITHIN = 0.15;

/**
 * Gives lines whose sizes are about the same the size of most of their letters: a measured size differs from line to line,
 * and a heading is known by its size.
 */
function evenSizes(pages: readonly RecognizedPage[]): SizeOf {
  const letters = new Map<number, number>();
  for (const { lines, height } of pages) {
    for (const { size, words } of lines) {
      const count = words.reduce((sum, { text }) => sum + text.length, 0);
      letters.set(size / height, (letters.get(size / height) ?? 0) + count);
    }
  }
  const found: number[] = [];
  const bySize = [...letters].sort(([one], [other]) => one - other);
  // The size of the text first, around the median letter; then those of headings and notes.
  const rest = new Map(bySize);
  while (rest.size > 0) {
    const size = median([...rest]);
    found.push(size);
    for (const other of rest.keys()) if (isAbout(other, size)) rest.delete(other);
  }
  return (size) => found.find((other) => isAbout(size, other)) ?? size;
}

function isAbout(size: number, other: number): boolean {
  return Math.abs(size - other) <= other * MEASURED_WITHIN;
}

/** The size of the middle letter. */
function median(sizes: readonly (readonly [size: number, letters: number])[]): number {
  let left = sizes.reduce((sum, [, letters]) => sum + letters, 0) / 2;
  for (const [size, letters] of sizes) {
    left -= letters;
    if (left <= 0) return size;
  }
  return sizes.at(-1)?.[0] ?? 0;
}
