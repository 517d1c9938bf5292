import { type AnyNode, type Element, isTag, isText } from 'domhandler';
import { getElementsByTagName, textContent } from 'domutils';
import { escapeAttribute, escapeText } from 'entities';
import { parseDocument } from 'htmlparser2';
import { ConvertError } from '../page/convert-error.js';
import { unpack } from './archive.js';
import type { ReadDocument } from './document.js';
import { documentHtml } from './document-html.js';
import { factsOf } from './dublin-core.js';
import { type OdtStyles, stylesOf } from './odt-styles.js';
import { joinRuns, PLAIN, styled, type TextStyle, withoutBold } from './text-style.js';

/** No real document is nested so deeply, and the stack can hold it. */
const MAX_DEPTH = 400;
/** Limits repeated cells: the last cell of a table may repeat to the end of the sheet. */
const MAX_REPEATED = 100;

/** Reads an OpenDocument text or presentation. */
export function readOdt(body: Uint8Array): ReadDocument {
  const parts = unpack(body, (name) => ['content.xml', 'styles.xml', 'meta.xml'].includes(name));
  const trees = [parts['content.xml'], parts['styles.xml']].flatMap((xml) =>
    xml ? parseDocument(new TextDecoder().decode(xml), { xmlMode: true }).children : [],
  );
  const [content] = getElementsByTagName('office:body', trees, true, 1);
  if (!content) throw new ConvertError('unreadable', 'The OpenDocument file is broken or encrypted.');
  const html = blocks(content.children, stylesOf(trees), 0);
  return { html: documentHtml(html, factsOf(parts['meta.xml'])) };
}

/** Consecutive preformatted paragraphs are the lines of one block. */
function blocks(nodes: readonly AnyNode[], styles: OdtStyles, depth: number): string {
  const parts: string[] = [];
  let lines: string[] = [];
  const endLines = () => {
    if (lines.length > 0) parts.push(`<pre>${lines.join('\n')}</pre>`);
    lines = [];
  };
  for (const node of nodes) {
    if (!isTag(node)) continue;
    if (node.name === 'text:p' && styles.isPreformatted(node.attribs['text:style-name'])) {
      lines.push(inline(node, styles, PLAIN, depth + 1));
      continue;
    }
    endLines();
    parts.push(block(node, styles, checkDepth(depth + 1)));
  }
  endLines();
  return parts.join('');
}

function block(node: Element, styles: OdtStyles, depth: number): string {
  const inside = () => blocks(node.children, styles, depth);
  switch (node.name) {
    case 'text:h': {
      const level = Math.min(6, Math.max(1, Number(node.attribs['text:outline-level']) || 1));
      return `<h${level}>${withoutBold(joinRuns(inline(node, styles, PLAIN, depth)))}</h${level}>`;
    }
    case 'text:p': {
      const style = styles.textStyle(node.attribs['text:style-name'], PLAIN);
      const text = joinRuns(inline(node, styles, style, depth));
      return text.trim() ? `<p>${text}</p>` : '';
    }
    case 'text:list': {
      const tag = styles.isNumbered(node.attribs['text:style-name']) ? 'ol' : 'ul';
      return `<${tag}>${inside()}</${tag}>`;
    }
    case 'text:list-item':
    case 'text:list-header':
      return `<li>${paragraphsToLines(inside())}</li>`;
    case 'table:table':
      return table(node, styles, depth);
    case 'table:table-header-rows':
      return headOf(inside());
    case 'table:table-row':
      return `<tr>${inside()}</tr>`;
    case 'table:table-cell':
    case 'table:covered-table-cell':
      return `<td>${paragraphsToLines(inside())}</td>`.repeat(
        Math.min(MAX_REPEATED, Number(node.attribs['table:number-columns-repeated']) || 1),
      );
    case 'draw:frame':
      return inline(node, styles, PLAIN, depth);
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

/** A table. Its first row names the columns, unless the document marks other rows for that. */
function table({ children }: Element, styles: OdtStyles, depth: number): string {
  const parts = children.filter(isTag).map((child) => block(child, styles, checkDepth(depth + 1)));
  const [first = '', ...rest] = parts.filter((part) => part !== '');
  const isHead = first.startsWith('<tr>') && rest.length > 0;
  return `<table>${isHead ? headOf(first) : first}${rest.join('')}</table>`;
}

function headOf(rows: string): string {
  return `<thead>${withoutBold(rows).replaceAll('<td>', '<th>').replaceAll('</td>', '</th>')}</thead>`;
}

function inline(node: Element, styles: OdtStyles, style: TextStyle, depth: number): string {
  return node.children.map((child) => inlineNode(child, styles, style, checkDepth(depth + 1))).join('');
}

function inlineNode(node: AnyNode, styles: OdtStyles, style: TextStyle, depth: number): string {
  if (isText(node)) return styled(escapeText(node.data), style);
  if (!isTag(node)) return '';
  const inside = () => inline(node, styles, style, depth);
  switch (node.name) {
    case 'text:span':
      return inline(node, styles, styles.textStyle(node.attribs['text:style-name'], style), depth);
    case 'text:a':
      return `<a href="${escapeAttribute(node.attribs['xlink:href'] ?? '')}">${inside()}</a>`;
    case 'text:line-break':
      return '<br>';
    case 'text:tab':
      return '\t';
    case 'text:s':
      return ' '.repeat(Math.min(MAX_REPEATED, Number(node.attribs['text:c']) || 1));
    case 'text:note':
      return ` (${textContent(getElementsByTagName('text:note-body', node.children)).trim()})`;
    case 'draw:text-box':
      return blocks(node.children, styles, depth);
    case 'draw:frame': {
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

/** Turns the paragraphs of a cell or an item into lines. All `<p>` tags come from this file, since text is escaped. */
function paragraphsToLines(html: string): string {
  return html.replaceAll('</p><p>', '<br>').replace(/<\/?p>/g, '');
}

function checkDepth(depth: number): number {
  if (depth <= MAX_DEPTH) return depth;
  throw new ConvertError('unreadable', `The OpenDocument file nests its content more than ${MAX_DEPTH} levels deep.`);
}
