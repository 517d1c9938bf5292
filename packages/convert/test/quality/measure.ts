import { selectAll } from 'css-select';
import { type ChildNode, type Document, type Element, isTag, isText, type ParentNode } from '../../src/html/html.js';
import type { GoldPage } from './gold.js';

/** The words and elements of the gold content of a page. */
export interface PageContents {
  readonly words: readonly string[];
  readonly code: readonly string[];
  readonly cells: readonly string[];
  /** The `href` values of the page. */
  readonly links: readonly string[];
  readonly items: readonly string[];
}

const UNSEEN =
  'script, style, noscript, template, svg, button, select, textarea, .headerlink, a.permalink, a.mark, a.anchor';

export function pageContents(page: Document, gold: GoldPage): PageContents {
  const left = new Set<ChildNode>(
    selectAll<ChildNode | Document, Element>(`${UNSEEN}${gold.without ? `, ${gold.without}` : ''}`, page),
  );
  const textOf = (element: Element): string =>
    element.children
      .map((child) => (left.has(child) ? '' : isText(child) ? child.data : isTag(child) ? textOf(child) : ''))
      .join('');
  const elements: Element[] = [];
  let text = '';
  const collect = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (left.has(child)) continue;
      if (isText(child)) text += child.data;
      else if (isTag(child)) {
        elements.push(child);
        const block = !INLINE.has(child.name);
        if (block) text += ' ';
        collect(child);
        if (block) text += ' ';
      }
    }
  };
  for (const root of selectAll<ChildNode | Document, Element>(gold.content, page)) {
    collect(root);
    text += ' ';
  }
  const named = (...names: string[]): Element[] => elements.filter(({ name }) => names.includes(name));
  const withWords = (found: readonly string[]): string[] =>
    found.map((one) => wordsOf(one).join(' ')).filter((one) => one !== '');
  return {
    words: wordsOf(text),
    code: withWords(named('pre').map(textOf)),
    cells: withWords(
      named('td', 'th')
        .filter((cell) => !containsAny(cell, ['pre', 'table', 'ul', 'dl', 'p']))
        .map(textOf),
    ),
    links: named('a').flatMap(({ attribs }) =>
      attribs.href && !/^(?:#|javascript:)/.test(attribs.href) ? [attribs.href] : [],
    ),
    items: withWords(named('li').map(firstLine)),
  };
}

const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'bdi',
  'cite',
  'code',
  'del',
  'dfn',
  'em',
  'font',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'samp',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'tt',
  'u',
  'var',
  'wbr',
]);

/** The text of an item up to its first inner block. */
function firstLine(item: Element): string {
  let text = '';
  const collect = (parent: ParentNode): boolean => {
    for (const child of parent.children) {
      if (isText(child)) text += child.data;
      else if (isTag(child)) {
        if (!INLINE.has(child.name) && text.trim() !== '') return false;
        if (!collect(child)) return false;
        if (!INLINE.has(child.name) && text.trim() !== '') return false;
      }
    }
    return true;
  };
  collect(item);
  return text;
}

function containsAny(element: Element, names: readonly string[]): boolean {
  return element.children.some((child) => isTag(child) && (names.includes(child.name) || containsAny(child, names)));
}

export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replace(/[\u00ad\u200b\ufeff]/g, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The harmonic mean of recall and precision, by words. */
export function f1(found: readonly string[], gold: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of gold) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of found) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    common++;
    counts.set(word, left - 1);
  }
  return common === 0 ? 0 : (2 * common) / (found.length + gold.length);
}

/** The words and elements of Markdown, read line by line. */
export interface MarkdownContents {
  readonly words: readonly string[];
  readonly code: ReadonlySet<string>;
  readonly cells: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
  readonly items: readonly string[];
}

export function markdownContents(markdown: string): MarkdownContents {
  const code = new Set<string>();
  const cells = new Set<string>();
  const items: string[] = [];
  const prose: string[] = [];
  let fence: { mark: string; lines: string[] } | undefined;
  for (const line of markdown.split('\n')) {
    const bare = line.replace(/^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*/, '');
    const mark = /^(`{3,}|~{3,})/.exec(bare)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence.mark) && bare.trim() === mark) {
        code.add(wordsOf(fence.lines.join('\n')).join(' '));
        prose.push(fence.lines.join('\n'));
        fence = undefined;
      } else fence.lines.push(line);
      continue;
    }
    if (mark !== undefined) {
      fence = { mark, lines: [] };
      continue;
    }
    const text = withoutMarkup(line);
    if (/^[\s>]*\|.*\|\s*$/.test(line)) {
      for (const cell of line.split(/(?<!\\)\|/)) cells.add(wordsOf(withoutMarkup(cell)).join(' '));
    } else if (/^[\s>]*(?:[-*+]|\d+[.)])\s/.test(line)) {
      items.push(wordsOf(text.replace(/^[\s>]*(?:[-*+]|\d+[.)])\s+(?:\[[ x]\] )?/, '')).join(' '));
    }
    prose.push(text);
  }
  const links = new Set<string>();
  for (const { index } of markdown.matchAll(/\]\(/g)) links.add(destinationAt(markdown, index + 2));
  return { words: wordsOf(prose.join('\n')), code, cells, links, items };
}

/** Up to the parenthesis that closes the link, past those that pair within it. */
function destinationAt(markdown: string, start: number): string {
  let end = start;
  for (let open = 0; end < markdown.length && !/\s/.test(markdown.charAt(end)); end++) {
    const character = markdown.charAt(end);
    if (character === '\\') end++;
    else if (character === '(') open++;
    else if (character === ')' && open-- === 0) break;
  }
  return markdown.slice(start, end).replace(/\\([()])/g, '$1');
}

function withoutMarkup(line: string): string {
  return line
    .replace(/!?\[((?:\\.|[^[\]\\])*)\]\((?:\\.|\([^()]*\)|[^()\\])*\)/g, '$1')
    .replace(/\]\((?:\\.|\([^()]*\)|[^()\\])*\)/g, ' ')
    .replace(/(?<!\\)<\/?[a-z]+>/g, ' ')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[*~`]+/g, '');
}

export interface ElementCounts {
  readonly code: number;
  readonly cells: number;
  readonly links: number;
  readonly items: number;
}

/** Counts the gold elements that the Markdown still has as the same kind of element. */
export function countPreserved(
  markdown: MarkdownContents,
  gold: PageContents,
  resolve: (href: string) => string,
): ElementCounts {
  const items = new Set(markdown.items);
  const isItem = (item: string): boolean => items.has(item) || markdown.items.some((one) => one.startsWith(item));
  return {
    code: gold.code.filter((block) => markdown.code.has(block)).length,
    cells: gold.cells.filter((cell) => markdown.cells.has(cell)).length,
    links: gold.links.filter((href) => markdown.links.has(resolve(href)) || markdown.links.has(href)).length,
    items: gold.items.filter(isItem).length,
  };
}
