import type { RecognizedPage } from '../page/options.js';
import { DocumentBudget } from './budget.js';
import { documentHtml } from './document-html.js';
import { blocksOf, sizesOf } from './pdf-blocks.js';
import { blocksHtml } from './pdf-html.js';
import { recognizedLines } from './recognized-lines.js';

/** A page of what was recognized in an image. */
export function recognizedHtml(pages: readonly RecognizedPage[], bytes: number): string {
  const budget = new DocumentBudget(bytes);
  const linesOfPages = recognizedLines(pages, budget);
  const lines = pages.flatMap(({ pageNumber, height }) => linesOfPages.get(pageNumber)?.(height) ?? []);
  return documentHtml(blocksHtml(blocksOf(lines, sizesOf(lines), budget), budget));
}
