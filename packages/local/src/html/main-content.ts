import { isBoilerplate, isFinePrint, isNavigation } from './boilerplate.js';
import { type Content, isBlock } from './content.js';
import { type ChildNode, type Document, type Element, elementsOf, findElement, isTag } from './html.js';
import { isDataTable } from './table-rows.js';
import { leadsElsewhere, type Measures, measure } from './text-measures.js';

/** A part that holds this much of the prose of its parent is where the content is. */
const DOMINANT = 0.7;

/** A `<main>` with less of the page than this is a mistake of its author. */
const LEAST_SHARE_OF_MAIN = 0.25;

/**
 * What of a page is its own, without the navigation and the rest that all pages of a site share: what pages mark as
 * such, and otherwise the smallest part that holds most of the prose together with its title.
 */
export function mainContent(document: Document): Content {
  const body = findElement(document, ({ name }) => name === 'body') ?? document;
  const all = measure(body, new Set());
  const dropped = new Set<ChildNode>();
  for (const element of elementsOf(body)) if (isBoilerplate(element, all)) dropped.add(element);

  const measures = measure(body, dropped);
  const marked = markedContent(body, measures);
  const start = marked ?? body;
  // Links within what a page marks as its content belong to it, unless they stand under no heading and their author
  // says that they lead around.
  const isOther = (block: Element) =>
    isFinePrint(block) ||
    (leadsElsewhere(block, measures) &&
      (marked === undefined || (measures.of(block).headings === 0 && isNavigation(block))));
  const isAside = (block: Element) => isOther(block) || (marked === undefined && !standsByItself(block, measures));
  const root = narrow(start, titleOf(start, dropped), measures, isAside);
  for (const edge of edgesOf(root, isOther, measures)) dropped.add(edge);
  return { roots: [root], dropped };
}

/** What the page itself says is its content. */
function markedContent(body: Element | Document, measures: Measures): Element | undefined {
  const marks: ((element: Element) => boolean)[] = [
    ({ name, attribs }) => name === 'main' || attribs.role === 'main',
    ({ name, attribs }) => name === 'article' || attribs.role === 'article',
  ];
  for (const mark of marks) {
    const marked = [...elementsOf(body)].filter((element) => mark(element) && measures.of(element).prose > 0);
    const [first] = marked;
    // Several articles are a list of them.
    if (first !== undefined && marked.every((element) => element === first || isWithin(element, first))) {
      const share = measures.of(first).prose / measures.of(body).prose;
      if (share >= LEAST_SHARE_OF_MAIN) return first;
    }
  }
  return undefined;
}

/** Goes down to where the prose is, but never past the title, nor past what is more than an aside. */
function narrow(
  start: Element | Document,
  title: Element | undefined,
  measures: Measures,
  isAside: (block: Element) => boolean,
): Element | Document {
  let current = start;
  for (;;) {
    const { prose } = measures.of(current);
    const next = current.children.find(
      (child): child is Element => isTag(child) && isBlock(child) && measures.of(child).prose >= DOMINANT * prose,
    );
    if (next === undefined || prose === 0 || ENDS.has(next.name) || isData(next)) return current;
    if (title !== undefined && isWithin(title, current) && !isWithin(title, next)) return current;
    if (blocksOf(current, measures).some((block) => block !== next && !isAside(block))) return current;
    current = next;
  }
}

/** A part of the content, however short, where the page does not mark its content: other words may be anything. */
function standsByItself(block: Element, measures: Measures): boolean {
  const { prose, headings } = measures.of(block);
  return prose > 0 && (headings > 0 || block.name === 'pre' || block.name === 'table');
}

function blocksOf(parent: Element | Document, measures: Measures): Element[] {
  return parent.children.filter((child): child is Element => isTag(child) && measures.of(child).text > 0);
}

/** Prose in one of these is no page. */
const ENDS = new Set(['p', 'pre', 'ul', 'ol', 'dl', 'blockquote', 'li', 'details']);

/** Old pages are laid out in tables, and their content is a cell. */
function isData(element: Element): boolean {
  return element.name === 'table' && isDataTable(element, { roots: [], dropped: new Set() });
}

function titleOf(start: Element | Document, dropped: ReadonlySet<ChildNode>): Element | undefined {
  return findElement(start, (element) => element.name === 'h1' && !isDropped(element, dropped) && !isSiteName(element));
}

/** Old pages put the name of the site, with a link to its start, into their first heading. */
function isSiteName(heading: Element): boolean {
  const link = findElement(heading, ({ name }) => name === 'a');
  return (
    link !== undefined && /^(?:\.?\/|(?:https?:)?\/\/[^/]+\/?|(?:\.\.?\/)*index\.\w+)$/.test(link.attribs.href ?? '')
  );
}

function isDropped(element: Element, dropped: ReadonlySet<ChildNode>): boolean {
  for (let node: ChildNode | null = element; node !== null; node = node.parent) if (dropped.has(node)) return true;
  return false;
}

function isWithin(element: Element, ancestor: Element | Document): boolean {
  for (let node: ChildNode | null = element; node !== null; node = node.parent) if (node === ancestor) return true;
  return false;
}

/** Before the first prose and after the last of it: rows of links, and what is said about the page and not by it. */
function edgesOf(root: Element | Document, isOther: (block: Element) => boolean, measures: Measures): Element[] {
  const blocks = blocksOf(root, measures);
  const edges: Element[] = [];
  for (const block of blocks) {
    if (!leadsElsewhere(block, measures) || measures.of(block).headings > 0) break;
    edges.push(block);
  }
  for (const block of blocks.reverse()) {
    if (!isOther(block)) break;
    edges.push(block);
  }
  // A page that is nothing but links is an index, and its links are its content.
  return edges.length < blocks.length ? edges : [];
}
