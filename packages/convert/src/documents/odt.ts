import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { getElementsByTagName, getOuterHTML, textContent } from 'domutils';
import { escapeAttribute, escapeText } from 'entities';
import { formulaHtml } from '../math/formula-html.js';
import { texOfMathml } from '../math/mathml-to-tex.js';
import { ConvertError } from '../page/convert-error.js';
import { type Archive, unpack } from './archive.js';
import { DocumentBudget } from './budget.js';
import type { ReadDocument } from './document.js';
import { documentHtml } from './document-html.js';
import { factsOf } from './dublin-core.js';
import { OdtNumbering, startValueOf } from './odt-numbering.js';
import { type OdtStyles, stylesOf } from './odt-styles.js';
import { joinRuns, PLAIN, styled, type TextStyle, withoutBold } from './text-style.js';
import { childElements, parseXml } from './xml.js';

/** No real document is nested so deeply, and the stack can hold it. */
const MAX_DEPTH = 400;
/** Limits repeated cells: the last cell of a table may repeat to the end of the sheet. */
const MAX_REPEATED = 100;

/** The text, the styles, the metadata, and the formulas, which are objects of their own. */
const ODT_PARTS = /^(?:content|styles|meta)\.xml$|^[^/]+\/content\.xml$/;

/** Reads an OpenDocument text or presentation. */
export function readOdt(body: Uint8Array, budget = new DocumentBudget(body.length)): ReadDocument {
  const parts = unpack(body, budget, (name) => ODT_PARTS.test(name));
  const trees = [parts['content.xml'], parts['styles.xml']].flatMap((xml) =>
    xml ? parseXml(xml, budget).children : [],
  );
  const [content] = getElementsByTagName('office:body', trees, true, 1);
  if (!content) throw new ConvertError('unreadable', 'The OpenDocument file is broken or encrypted.');
  const context = { styles: stylesOf(trees), budget, parts, numbering: new OdtNumbering() };
  const html = blocks(content.children, context, 0);
  return { html: documentHtml(html, factsOf(parts['meta.xml'], budget)) };
}

/** What all parts of a file share. */
interface OdtContext {
  readonly styles: OdtStyles;
  readonly budget: DocumentBudget;
  readonly parts: Archive;
  readonly numbering: OdtNumbering;
}

/** Consecutive preformatted paragraphs are the lines of one block. */
function blocks(nodes: readonly AnyNode[], context: OdtContext, depth: number): string {
  const parts: string[] = [];
  let lines: string[] = [];
  const endLines = () => {
    if (lines.length > 0) parts.push(`<pre>${lines.join('\n')}</pre>`);
    lines = [];
  };
  for (const node of nodes) {
    if (!isTag(node)) continue;
    if (node.name === 'text:p' && context.styles.isPreformatted(node.attribs['text:style-name'])) {
      lines.push(inline(node, context, PLAIN, depth + 1));
      continue;
    }
    endLines();
    parts.push(block(node, context, checkDepth(depth + 1)));
  }
  endLines();
  return spent(parts.join(''), context);
}

function block(node: Element, context: OdtContext, depth: number): string {
  const inside = () => blocks(node.children, context, depth);
  switch (node.name) {
    case 'text:h': {
      const level = Math.min(6, Math.max(1, Number(node.attribs['text:outline-level']) || 1));
      return `<h${level}>${withoutBold(joinRuns(inline(node, context, PLAIN, depth)))}</h${level}>`;
    }
    case 'text:p': {
      const style = context.styles.textStyle(node.attribs['text:style-name'], PLAIN);
      const text = joinRuns(inline(node, context, style, depth));
      return text.trim() ? `<p>${text}</p>` : '';
    }
    case 'text:list': {
      if (!context.styles.isNumbered(node.attribs['text:style-name'])) return `<ul>${inside()}</ul>`;
      const start = context.numbering.begin(node);
      return `<ol${start === 1 ? '' : ` start="${start}"`}>${inside()}</ol>`;
    }
    case 'text:list-item':
    case 'text:list-header':
      return `<li${valueAttribute(node)}>${paragraphsToLines(inside())}</li>`;
    case 'table:table':
      return table(node, context, depth);
    case 'table:table-header-rows':
      return headOf(inside());
    case 'table:table-row':
      return `<tr>${inside()}</tr>`;
    case 'table:table-cell':
    case 'table:covered-table-cell':
      return repeated(
        `<td>${paragraphsToLines(inside())}</td>`,
        node.attribs['table:number-columns-repeated'],
        context,
      );
    case 'draw:frame':
      return inline(node, context, PLAIN, depth);
    // Elements that are not part of the text: definitions, and deleted text.
    case 'text:sequence-decls':
    case 'text:tracked-changes':
    case 'office:forms':
    case 'presentation:notes':
      return '';
    default:
      return inside();
  }
}

/** The number that an item begins with, where it says one. */
function valueAttribute(item: Element): string {
  const value = startValueOf(item);
  return value === undefined ? '' : ` value="${value}"`;
}

/** A table. Its first row names the columns, unless the document marks other rows for that. */
function table({ children }: Element, context: OdtContext, depth: number): string {
  const parts = children.filter(isTag).map((child) => block(child, context, checkDepth(depth + 1)));
  const [first = '', ...rest] = parts.filter((part) => part !== '');
  const isHead = first.startsWith('<tr>') && rest.length > 0;
  return `<table>${isHead ? headOf(first) : first}${rest.join('')}</table>`;
}

function headOf(rows: string): string {
  return `<thead>${withoutBold(rows).replaceAll('<td>', '<th>').replaceAll('</td>', '</th>')}</thead>`;
}

function inline(node: Element, context: OdtContext, style: TextStyle, depth: number): string {
  return spent(
    node.children.map((child) => inlineNode(child, context, style, checkDepth(depth + 1))).join(''),
    context,
  );
}

function inlineNode(node: AnyNode, context: OdtContext, style: TextStyle, depth: number): string {
  if (isText(node)) return styled(escapeText(node.data), style);
  if (!isTag(node)) return '';
  const inside = () => inline(node, context, style, depth);
  switch (node.name) {
    case 'text:span':
      return inline(node, context, context.styles.textStyle(node.attribs['text:style-name'], style), depth);
    case 'text:a':
      return `<a href="${escapeAttribute(node.attribs['xlink:href'] ?? '')}">${inside()}</a>`;
    case 'text:line-break':
      return '<br>';
    case 'text:tab':
      return '\t';
    case 'text:s':
      return ' '.repeat(Math.min(MAX_REPEATED, Number(node.attribs['text:c']) || 1));
    case 'text:note':
      return ` (${escapeText(textContent(childElements(node, 'text:note-body')).trim())})`;
    case 'draw:text-box':
      return blocks(node.children, context, depth);
    case 'draw:frame': {
      const formula = formulaIn(node, context);
      if (formula !== undefined) return formula;
      const [title] = getElementsByTagName('svg:title', node.children, false, 1);
      return title ? `<img alt="${escapeAttribute(textContent(title))}">` : inside();
    }
    case 'svg:title':
    case 'svg:desc':
    case 'office:annotation':
      return '';
    default:
      return inside();
  }
}

/** Counts what an element became: the element around it goes through the same again. */
function spent(html: string, { budget }: OdtContext): string {
  budget.spend('step', html.length);
  return html;
}

function repeated(html: string, count: string | undefined, { budget }: OdtContext): string {
  const times = Math.max(1, Math.min(MAX_REPEATED, Math.trunc(Number(count)) || 1));
  budget.spend('character', html.length * times);
  return html.repeat(times);
}

/** The formula of a frame, whose MathML stands in the frame or in an object of the file. */
function formulaIn(frame: Element, { parts, budget }: OdtContext): string | undefined {
  const [object] = frame.children.filter(isTag).filter(({ name }) => name === 'draw:object');
  const path = object?.attribs['xlink:href']?.replace(/^\.\//, '').replace(/\/$/, '');
  const part = path === undefined ? undefined : parts[`${path}/content.xml`];
  const [math] = getElementsByTagName(
    (name) => /^(?:\w+:)?math$/.test(name),
    part ? parseXml(part, budget).children : (object?.children ?? []),
    true,
    1,
  );
  if (!math) return undefined;
  // The source that StarMath keeps beside a formula is in a notation of its own.
  const [content = math] = getElementsByTagName((name) => /^(?:\w+:)?semantics$/.test(name), math.children, true, 1)
    .flatMap(({ children }) => children.filter(isTag))
    .slice(0, 1);
  const mathml = getOuterHTML(content, { xmlMode: true }).replace(/(<\/?)\w+:/g, '$1');
  const tex = texOfMathml(content === math ? mathml : `<math>${mathml}</math>`);
  if (tex === undefined) return escapeText(textContent(content));
  return formulaHtml(tex, math.attribs.display === 'block' && isAlone(frame) ? 'block' : 'inline');
}

/** Whether a paragraph has nothing else in it. */
function isAlone(frame: Element): boolean {
  return (frame.parent?.children ?? []).every(
    (node) => node === frame || (!isTag(node) && textContent(node).trim() === ''),
  );
}

/** Turns the paragraphs of a cell or an item into lines. All `<p>` tags come from this file, since text is escaped. */
function paragraphsToLines(html: string): string {
  return html.replaceAll('</p><p>', '<br>').replace(/<\/?p>/g, '');
}

function checkDepth(depth: number): number {
  if (depth <= MAX_DEPTH) return depth;
  throw new ConvertError('unreadable', `The OpenDocument file nests its content more than ${MAX_DEPTH} levels deep.`);
}
