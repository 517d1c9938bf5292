import { escapeAttribute, escapeText } from 'entities';

/** A formula in the HTML of a document, as a page has it whose formulas are TeX. */
export function formulaHtml(tex: string, display: 'inline' | 'block'): string {
  return `<math display="${display}" alttext="${escapeAttribute(tex)}"><mtext>${escapeText(tex)}</mtext></math>`;
}
