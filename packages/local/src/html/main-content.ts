import { isBoilerplate, isFinePrint, isNavigation } from './boilerplate.js';
import { type Content, isBlock } from './content.js';
import { type ChildNode, type Document, type Element, elementsOf, findElement, isTag } from './html.js';
import { isDataTable } from './table-rows.js';
import { leadsElsewhere, type Measures, measure } from './text-measures.js';

/** A block with this share of the prose of its parent holds the content. */
const DOMINANT_SHARE = 0.7;

/** A `<main>` with a smaller share of the prose is wrong markup and is ignored. */
const MIN_SHARE_OF_MAIN = 0.25;

/**
 * Finds the main content of a page, without navigation and other parts that all pages of a site share. It is the part
 * that the page marks as main, or else the smallest part with the title and most of the prose.
 */
export function mainContent(document: Document): Content {
  const body = findElement(document, ({ name }) => name === 'body') ?? document;
  const all = measure(body, new Set());
  const dropped = new Set<ChildNode>();
  for (const element of elementsOf(body)) if (isBoilerplate(element, all)) dropped.add(element);

  const measures = measure(body, dropped);
  const marked = markedContent(body, measures);
  const start = marked ?? body;
  // Inside marked content, links are content as well, unless they have no heading and are marked as navigation.
  const isOther = (block: Element) =>
    isFinePrint(block) ||
    (leadsElsewhere(block, measures) &&
      (marked === undefined || (measures.of(block).headings === 0 && isNavigation(block))));
  const isAside = (block: Element) => isOther(block) || (marked === undefined && !isStandalone(block, measures));
  const root = narrow(start, titleOf(start, dropped), measures, isAside);
  for (const edge of edgesOf(root, isOther, measures)) dropped.add(edge);
  return { roots: [root], dropped };
}

/** The element that the page marks as its content. */
function markedContent(body: Element | Document, measures: Measures): Element | undefined {
  const marks: ((element: Element) => boolean)[] = [
    ({ name, attribs }) => name === 'main' || attribs.role === 'main',
    ({ name, attribs }) => name === 'article' || attribs.role === 'article',
  ];
  for (const mark of marks) {
    const marked = [...elementsOf(body)].filter((element) => mark(element) && measures.of(element).prose > 0);
    const [first] = marked;
    // A page with several articles is a list.
    if (first !== undefined && marked.every((element) => element === first || isWithin(element, first))) {
      const share = measures.of(first).prose / measures.of(body).prose;
      if (share >= MIN_SHARE_OF_MAIN) return first;
    }
  }
  return undefined;
}

/** Descends to the block with the prose. It stops where it would lose the title or a block that is not an aside. */
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
      (child): child is Element => isTag(child) && isBlock(child) && measures.of(child).prose >= DOMINANT_SHARE * prose,
    );
    if (next === undefined || prose === 0 || TEXT_ELEMENTS.has(next.name) || isDataElement(next)) return current;
    if (title !== undefined && isWithin(title, current) && !isWithin(title, next)) return current;
    if (blocksOf(current, measures).some((block) => block !== next && !isAside(block))) return current;
    current = next;
  }
}

/** Whether a block is content however short it is: it has a heading, code or a table. */
function isStandalone(block: Element, measures: Measures): boolean {
  const { prose, headings } = measures.of(block);
  return prose > 0 && (headings > 0 || block.name === 'pre' || block.name === 'table');
}

function blocksOf(parent: Element | Document, measures: Measures): Element[] {
  return parent.children.filter((child): child is Element => isTag(child) && measures.of(child).text > 0);
}

/** The search for the content stops above these elements: they are parts of a text. */
const TEXT_ELEMENTS = new Set(['p', 'pre', 'ul', 'ol', 'dl', 'blockquote', 'li', 'details']);

/** Layout tables do not count: old pages have their content in a cell. */
function isDataElement(element: Element): boolean {
  return element.name === 'table' && isDataTable(element, { roots: [], dropped: new Set() });
}

function titleOf(start: Element | Document, dropped: ReadonlySet<ChildNode>): Element | undefined {
  return findElement(start, (element) => element.name === 'h1' && !isDropped(element, dropped) && !isSiteName(element));
}

/** Whether a heading links to the home page: on old pages the first heading is the name of the site. */
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

/** Blocks before the first and after the last prose that are rows of links or notes about the page. */
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
  // A page of links only is an index: its links are its content.
  return edges.length < blocks.length ? edges : [];
}
