import { isTag } from 'domhandler';
import { findAll, textContent } from 'domutils';
import { escapeText } from 'entities';
import { Parser } from 'htmlparser2';
import { formulaHtml } from '../math/formula-html.js';
import { texOfMathml } from '../math/mathml-to-tex.js';
import { mathmlOfOmml } from '../math/omml-to-mathml.js';
import type { Archive } from './archive.js';
import type { DocumentBudget } from './budget.js';
import { DocxNumbering } from './docx-numbering.js';
import { withTextBoxes } from './docx-text-boxes.js';
import { chartHtml, diagramHtml } from './office-graphics.js';
import { OfficeParts, type Relations } from './office-parts.js';
import { symbolOf } from './symbol-fonts.js';
import { countOf, parseXml } from './xml.js';

/** Private characters around the number of a formula or a graphic, and around the number of an item of a list. No document has them. */
const [INSERTED, ITEM, END] = ['\uE5A0', '\uE5A1', '\uE5A2'];

/** A Word document whose formulas, charts, diagrams and numbers are text, which the library leaves as it is. */
export interface DocxSource {
  readonly archive: Archive;
  /** Other files that the document shows as parts of its text. */
  readonly chunks: readonly DocxChunk[];
  /** Puts formulas, charts, diagrams and numbers into the HTML that the document became. */
  restore(html: string): string;
}

/** A file in a document that is shown as a part of its text. */
export interface DocxChunk {
  readonly name: string;
  /** Undefined where the document has no such file. */
  readonly bytes: Uint8Array | undefined;
  /** Puts what the file became in its place. */
  insert(html: string): void;
}

/** At the beginning of an item a task list has it; elsewhere Markdown has none. */
const CHECK_BOX = /(<li>(?:<p>)?)?<input type="checkbox"( checked="checked")? ?\/?>/g;

/** The parts of a document that have text. The main part may have any name. */
const TEXT_PART = /^word\/(?!(?:styles|numbering|settings|webSettings|fontTable|header|footer)\d*\.xml$)[^/]+\.xml$/;

/**
 * What stands for the beginning of elements that the library leaves out with all that they hold: fields, directions of writing, and
 * ends of lines.
 */
const INSTEAD = new Map([
  ['w:fldSimple', ''],
  ['w:dir', ''],
  ['w:bdo', ''],
  ['w:cr', '<w:br/>'],
]);

/** What a part has if anything of it is written anew. */
const REWRITTEN = /<m:oMath|<w:(?:numPr|pStyle|drawing|fldSimple|dir|bdo|ruby|cr|sym|altChunk)\b/;

/** Writes into the parts of a document what the library does not read: equations, charts, diagrams, and where a numbered list goes on. */
export function prepareDocx(archive: Archive, budget: DocumentBudget): DocxSource {
  const inserted: string[] = [];
  const numbering = new DocxNumbering(archive, budget);
  const officeParts = new OfficeParts(archive, budget);
  const parts: Record<string, Uint8Array> = { ...archive };
  const chunks: DocxChunk[] = [];
  for (const [name, bytes] of Object.entries(archive)) {
    if (!name.endsWith('.xml')) continue;
    budget.spend('wordElement', countOf(bytes, '<'));
    if (!TEXT_PART.test(name)) continue;
    const source = new TextDecoder().decode(bytes);
    const xml = withTextBoxes(source);
    if (xml === source && !REWRITTEN.test(xml)) continue;
    const graphicOf = graphicReader(officeParts, name);
    const addChunk = (id: string | undefined, index: number): void => {
      const path = officeParts.relationsOf(name).get(id ?? '')?.path ?? '';
      const insert = (html: string) => {
        inserted[index] = html;
      };
      chunks.push({ name: path, bytes: archive[path], insert });
    };
    parts[name] = new TextEncoder().encode(rewritten(xml, { numbering, inserted, graphicOf, addChunk, budget }));
  }
  return {
    archive: parts,
    chunks,
    restore: (html) =>
      html
        .replace(new RegExp(`${INSERTED}(\\d+)${END}`, 'g'), (_, index) => inserted[Number(index)] ?? '')
        .replace(new RegExp(`<ol>(<li>(?:<[^<>]*>)*)${ITEM}(\\d+)${END}`, 'g'), (_, item: string, number: string) =>
          number === '1' ? `<ol>${item}` : `<ol start="${number}">${item}`,
        )
        .replace(new RegExp(`${ITEM}\\d+${END}`, 'g'), '')
        .replace(CHECK_BOX, (box, item: string | undefined, checked: string | undefined) =>
          item === undefined ? (checked === undefined ? '☐' : '☑') : box,
        ),
  };
}

/** A drawing, with the ids of what it shows. */
interface Drawing {
  readonly start: number;
  chart?: string | undefined;
  diagram?: string | undefined;
}

/** The data of a chart, or the texts of a diagram, in a part of the document. */
function graphicReader(parts: OfficeParts, path: string): (drawing: Drawing) => string {
  let relations: Relations | undefined;
  return ({ chart: chartId, diagram: diagramId }) => {
    if (chartId === undefined && diagramId === undefined) return '';
    relations ??= parts.relationsOf(path);
    const partOf = (id = '') => parts.read(relations?.get(id)?.path ?? '');
    const chart = partOf(chartId);
    if (chart) return chartHtml(chart, parts.budget);
    const diagram = partOf(diagramId);
    return diagram ? diagramHtml(diagram) : '';
  };
}

interface Rewriting {
  readonly numbering: DocxNumbering;
  /** The HTML that stands in for numbered places. */
  readonly inserted: string[];
  readonly graphicOf: (drawing: Drawing) => string;
  readonly addChunk: (id: string | undefined, index: number) => void;
  readonly budget: DocumentBudget;
}

function rewritten(xml: string, { numbering, inserted, graphicOf, addChunk, budget }: Rewriting): string {
  const pieces: string[] = [];
  let copiedTo = 0;
  let equation: { readonly name: string; readonly start: number } | undefined;
  let paragraph: { style?: string; list?: string; level?: string } | undefined;
  let rubyStart: number | undefined;
  const replace = (start: number, end: number, text: string) => {
    pieces.push(xml.slice(copiedTo, start), text);
    copiedTo = end;
  };
  const drawings: Drawing[] = [];
  const textElement = (text: string) => `<w:t xml:space="preserve">${text}${END}</w:t>`;
  const run = (text: string) => `<w:r>${textElement(text)}</w:r>`;
  const refer = (kind: 'chart' | 'diagram', id: string | undefined) => {
    const drawing = drawings.at(-1);
    if (drawing) drawing[kind] = id;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (equation || rubyStart !== undefined) return;
        const end = parser.endIndex + 1;
        const instead = INSTEAD.get(name);
        if (instead !== undefined) replace(parser.startIndex, end, instead);
        else if (name === 'w:ruby') rubyStart = parser.startIndex;
        else if (name === 'w:sym') replace(parser.startIndex, end, symbolElement(attributes));
        else if (name === 'w:altChunk') {
          replace(parser.startIndex, end, `<w:p>${run(INSERTED + inserted.length)}</w:p>`);
          addChunk(attributes['r:id'], inserted.length);
          inserted.push('');
        } else if (name === 'm:oMathPara' || name === 'm:oMath') equation = { name, start: parser.startIndex };
        else if (name === 'w:drawing') drawings.push({ start: parser.startIndex });
        else if (name === 'c:chart') refer('chart', attributes['r:id']);
        else if (name === 'dgm:relIds') refer('diagram', attributes['r:dm']);
        else if (name === 'w:pPr') paragraph = {};
        else if (!paragraph) return;
        else if (name === 'w:pStyle') paragraph.style = attributes['w:val'] ?? '';
        else if (name === 'w:numId') paragraph.list ??= attributes['w:val'] ?? '';
        else if (name === 'w:ilvl') paragraph.level ??= attributes['w:val'] ?? '';
      },
      onclosetag(name) {
        const end = parser.endIndex + 1;
        if (equation?.name === name) {
          replace(equation.start, end, run(INSERTED + inserted.length));
          inserted.push(formulaOf(xml.slice(equation.start, end), name === 'm:oMathPara', budget));
          equation = undefined;
        } else if (equation) return;
        else if (name === 'w:ruby' && rubyStart !== undefined) {
          replace(rubyStart, end, textElement(INSERTED + inserted.length));
          inserted.push(rubyHtml(xml.slice(rubyStart, end), budget));
          rubyStart = undefined;
        } else if (rubyStart !== undefined) return;
        else if (INSTEAD.has(name) || name === 'w:sym' || name === 'w:altChunk') replace(parser.startIndex, end, '');
        else if (name === 'w:drawing') {
          const drawing = drawings.pop();
          const html = drawing && drawing.start >= copiedTo ? graphicOf(drawing) : '';
          if (!drawing || html === '') return;
          replace(drawing.start, end, textElement(INSERTED + inserted.length));
          inserted.push(html);
        } else if (name === 'w:pPr' && paragraph) {
          const number = numbering.next(paragraph);
          if (number !== undefined) replace(end, end, run(ITEM + number));
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

/** A character of a symbol font as text. One that is not known keeps its code, which the letters of its font have as text too. */
function symbolElement(attributes: Readonly<Record<string, string>>): string {
  const code = Number.parseInt(attributes['w:char'] ?? '', 16);
  const symbol = symbolOf(attributes['w:font'] ?? '', code) ?? (code > 0x20 ? String.fromCharCode(code & 0xffff) : '');
  return `<w:t>${escapeText(symbol)}</w:t>`;
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

/** A text with its reading above it. */
function rubyHtml(xml: string, budget: DocumentBudget): string {
  const root = parseXml(new TextEncoder().encode(xml), budget);
  const textOf = (name: string) => escapeText(textContent(findAll((element) => element.name === name, root.children)));
  return `<ruby>${textOf('w:rubyBase')}<rt>${textOf('w:rt')}</rt></ruby>`;
}
