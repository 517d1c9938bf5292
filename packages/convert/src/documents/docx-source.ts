import { isTag } from 'domhandler';
import { textContent } from 'domutils';
import { escapeText } from 'entities';
import { Parser } from 'htmlparser2';
import { formulaHtml } from '../math/formula-html.js';
import { texOfMathml } from '../math/mathml-to-tex.js';
import { mathmlOfOmml } from '../math/omml-to-mathml.js';
import type { Archive } from './archive.js';
import type { DocumentBudget } from './budget.js';
import { DocxNumbering } from './docx-numbering.js';
import { countOf, parseXml } from './xml.js';

/** Private characters around the number of a formula, and around the number of an item of a list. No document has them. */
const [FORMULA, ITEM, END] = ['\uE5A0', '\uE5A1', '\uE5A2'];

/** A Word document whose formulas and numbers are text, which the library leaves as it is. */
export interface DocxSource {
  readonly archive: Archive;
  /** Puts formulas and numbers into the HTML that the document became. */
  restore(html: string): string;
}

/** At the beginning of an item a task list has it; elsewhere Markdown has none. */
const CHECK_BOX = /(<li>(?:<p>)?)?<input type="checkbox"( checked="checked")? ?\/?>/g;

/** The parts of a document that have text. The main part may have any name. */
const TEXT_PART = /^word\/(?!(?:styles|numbering|settings|webSettings|fontTable|header|footer)\d*\.xml$)[^/]+\.xml$/;

/** Writes into the parts of a document what the library does not read: equations, and where a numbered list goes on. */
export function prepareDocx(archive: Archive, budget: DocumentBudget): DocxSource {
  const formulas: string[] = [];
  const numbering = new DocxNumbering(archive, budget);
  const parts: Record<string, Uint8Array> = { ...archive };
  for (const [name, bytes] of Object.entries(archive)) {
    if (!name.endsWith('.xml')) continue;
    budget.spend('wordElement', countOf(bytes, '<'));
    if (!TEXT_PART.test(name)) continue;
    const xml = new TextDecoder().decode(bytes);
    if (!/<m:oMath|<w:(?:numPr|pStyle)/.test(xml)) continue;
    parts[name] = new TextEncoder().encode(rewritten(xml, numbering, formulas, budget));
  }
  return {
    archive: parts,
    restore: (html) =>
      html
        .replace(new RegExp(`${FORMULA}(\\d+)${END}`, 'g'), (_, index) => formulas[Number(index)] ?? '')
        .replace(new RegExp(`<ol>(<li>(?:<[^<>]*>)*)${ITEM}(\\d+)${END}`, 'g'), (_, item: string, number: string) =>
          number === '1' ? `<ol>${item}` : `<ol start="${number}">${item}`,
        )
        .replace(new RegExp(`${ITEM}\\d+${END}`, 'g'), '')
        .replace(CHECK_BOX, (box, item: string | undefined, checked: string | undefined) =>
          item === undefined ? (checked === undefined ? '☐' : '☑') : box,
        ),
  };
}

function rewritten(xml: string, numbering: DocxNumbering, formulas: string[], budget: DocumentBudget): string {
  const pieces: string[] = [];
  let copiedTo = 0;
  let equation: { readonly name: string; readonly start: number } | undefined;
  let paragraph: { style?: string; list?: string; level?: string } | undefined;
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}${END}</w:t></w:r>`;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (equation) return;
        if (name === 'm:oMathPara' || name === 'm:oMath') equation = { name, start: parser.startIndex };
        else if (name === 'w:pPr') paragraph = {};
        else if (!paragraph) return;
        else if (name === 'w:pStyle') paragraph.style = attributes['w:val'] ?? '';
        else if (name === 'w:numId') paragraph.list ??= attributes['w:val'] ?? '';
        else if (name === 'w:ilvl') paragraph.level ??= attributes['w:val'] ?? '';
      },
      onclosetag(name) {
        const end = parser.endIndex + 1;
        if (equation?.name === name) {
          pieces.push(xml.slice(copiedTo, equation.start), run(FORMULA + formulas.length));
          formulas.push(formulaOf(xml.slice(equation.start, end), name === 'm:oMathPara', budget));
          copiedTo = end;
          equation = undefined;
        } else if (name === 'w:pPr' && paragraph) {
          const number = numbering.next(paragraph);
          if (number !== undefined) {
            pieces.push(xml.slice(copiedTo, end), run(ITEM + number));
            copiedTo = end;
          }
          paragraph = undefined;
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  pieces.push(xml.slice(copiedTo));
  return pieces.join('');
}

/** An equation as HTML; its characters where it cannot be written as TeX. */
function formulaOf(xml: string, isDisplay: boolean, budget: DocumentBudget): string {
  const root = parseXml(new TextEncoder().encode(xml), budget);
  const [outer] = root.children.filter(isTag);
  const equations = isDisplay
    ? (outer?.children.filter(isTag).filter(({ name }) => name === 'm:oMath') ?? [])
    : [outer];
  return equations
    .flatMap((equation) => {
      if (!equation) return [];
      const tex = texOfMathml(mathmlOfOmml(equation));
      return tex === undefined ? escapeText(textContent(equation)) : formulaHtml(tex, isDisplay ? 'block' : 'inline');
    })
    .join(' ');
}
