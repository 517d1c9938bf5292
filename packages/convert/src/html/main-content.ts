import { existsOne } from 'domutils';
import { nodesBesideArticle } from './article.js';
import { isAlike, TEXTS } from './article-elements.js';
import {
  isBoilerplate,
  isFinePrint,
  isHiddenByName,
  isNamedBesideArticle,
  isNavigation,
  isSiteFrame,
} from './boilerplate.js';
import { type Content, elementBefore, isBlock } from './content.js';
import { bodyOf, type ChildNode, type Document, type Element, elementsOf, isTag } from './html.js';
import { isHeading } from './named-after-heading.js';
import { declaredKind, isDatedText, type PageKind, pageKind } from './page-kind.js';
import { isDropped, titleOf } from './page-title.js';
import { isDataTable } from './table-rows.js';
import { type Measure, type Measures, measure } from './text-measures.js';
import { isWithin } from './within.js';

/** A block with this share of the prose of its parent holds the content. */
const DOMINANT_SHARE = 0.6;

/** A `<main>` with a smaller share of the prose is wrong markup and is ignored. */
const MIN_SHARE_OF_MAIN = 0.25;

/** A block at the edge with a larger share of the prose holds content, however many links it has. */
const MAX_PROSE_OF_EDGE = 0.5;

const MAX_SHARE_OF_EDGES = 0.5;

/** A box behind the text with a smaller share of the prose, and not made as the text is, belongs to other pages. */
const MIN_SHARE_BEHIND = 0.1;

/** A named element with a larger share of the prose is named after something that the article is about. */
const MAX_SHARE_OF_NAMED = 0.15;

/** With less prose, an article is a teaser, or only the heading of another one. In characters, without white space. */
const MIN_PROSE_OF_ARTICLE = 300;

/** How many times as much text the foremost article has as any other. */
const LEAD_OF_FOREMOST = 3;

type Weigh = (node: Element | Document) => number;

export interface MainContent {
  /** What the page is. */
  readonly kind: PageKind;
  readonly content: Content;
  /**
   * Returns the part of the page whose links are reported: everything but the frame of the site. A caller who asks for links
   * looks for pages, so the lists below a text count too.
   */
  readonly linked: Content;
}

/**
 * Finds the main content of a page, without navigation and other parts that all pages of a site share. It is the part
 * that the page marks as main, or else the smallest part with the title and most of the prose.
 */
export function mainContent(document: Document, baseUrl: string): MainContent {
  const body = bodyOf(document);
  const all = measure(body, new Set());
  const declaredPageKind = declaredKind(document);
  let droppedNodes = new Set<ChildNode>();
  const frame = new Set<ChildNode>();
  const elements = [...elementsOf(body)];
  for (const element of elements) {
    if (isBoilerplate(element, declaredPageKind, all)) droppedNodes.add(element);
    if (isSiteFrame(element, all)) frame.add(element);
  }

  let measures = measure(body, droppedNodes);
  // Names that leave hardly any text are those of the layout.
  if (measures.page.prose < MIN_PROSE_OF_ARTICLE) {
    droppedNodes = new Set(frame);
    measures = measure(body, droppedNodes);
  }
  const kind = kindOf(body, declaredPageKind, measures, droppedNodes);
  const weight: keyof Measure = kind === 'listing' ? 'text' : 'prose';
  const weigh: Weigh = (node) => measures.of(node)[weight];
  const title = titleOf(document, body, droppedNodes);
  const isKept = title !== undefined && !isDropped(title, droppedNodes);
  const marked =
    markedContent(elements, weigh, weigh(body)) ??
    (kind === 'article' ? foremostArticle(elements, title, weigh) : undefined);
  const introduced = introducedLists(elements, measures);
  // Links are content if the page marks them as content, if the page consists of links, or if a heading or a sentence
  // introduces them. Links without a heading that are marked as navigation are not content.
  const isOther = (block: Element) =>
    isFinePrint(block) ||
    (measures.leadsElsewhere(block) &&
      !isLinkOfText(block, measures) &&
      ((marked === undefined && kind !== 'listing' && !introduced.has(block)) ||
        (measures.of(block).headings === 0 && isNavigation(block))));
  const isAside = (block: Element) => isOther(block) || (marked === undefined && !isStandalone(block, kind, measures));
  // Below an article stand other articles; below any other text, they are mostly labels and links.
  const isOfOtherPages = (block: Element) =>
    kind === 'article' ||
    (kind === 'other' && marked === undefined && measures.of(block).prose < measures.of(block).text / 2);
  const root = narrow(marked ?? body, isKept ? title : undefined, measures, {
    kind,
    weigh,
    isAside,
    isOfOtherPages,
    dropped: droppedNodes,
  });
  for (const edge of edgesOf(root, isOther, measures)) droppedNodes.add(edge);
  if (kind === 'article') {
    const { prose } = measures.of(root);
    for (const element of elementsOf(root)) {
      const isSmall = measures.of(element).prose <= MAX_SHARE_OF_NAMED * prose;
      const isBeside =
        isForm(element) || isNamedBesideArticle(element) || (isHiddenByName(element) && !holdsText(element));
      if (isSmall && isBeside && !(title && isRelated(title, element))) droppedNodes.add(element);
    }
    for (const node of nodesBesideArticle({ root, title, dropped: droppedNodes, baseUrl })) droppedNodes.add(node);
  }
  const roots = title === undefined || (isKept && isWithin(title, root)) ? [root] : [title, root];
  return { kind, content: { roots, dropped: droppedNodes }, linked: { roots: [body], dropped: frame } };
}

/** The kind that a page declares, or else an article if it is a text with a date or an author above it. */
function kindOf(
  body: Element | Document,
  declared: PageKind,
  measures: Measures,
  dropped: ReadonlySet<ChildNode>,
): PageKind {
  const kind = pageKind(declared, measures.page);
  return kind === 'other' && isDatedText(body, dropped) ? 'article' : kind;
}

/** The element that the page marks as its content. */
function markedContent(elements: readonly Element[], weigh: Weigh, whole: number): Element | undefined {
  const marks: ((element: Element) => boolean)[] = [
    ({ name, attribs }) => name === 'main' || attribs.role === 'main',
    ({ name, attribs }) => name === 'article' || attribs.role === 'article',
  ];
  for (const mark of marks) {
    const markedElements = elements.filter((element) => mark(element) && weigh(element) > 0);
    const [first] = markedElements;
    // A page with several articles is a list.
    if (first !== undefined && markedElements.every((element) => element === first || isWithin(element, first))) {
      const share = weigh(first) / whole;
      if (share >= MIN_SHARE_OF_MAIN) return first;
    }
  }
  return undefined;
}

/**
 * The main article among several elements that are marked as articles: the one with the title, or with far more text
 * than any other.
 */
function foremostArticle(elements: readonly Element[], title: Element | undefined, weigh: Weigh): Element | undefined {
  const articles = elements.filter(
    ({ name, attribs }) => name === 'article' || attribs.role === 'article' || attribs.itemprop === 'articleBody',
  );
  const titledArticle = title && articles.find((element) => isWithin(title, element));
  if (titledArticle !== undefined && weigh(titledArticle) >= MIN_PROSE_OF_ARTICLE) return titledArticle;
  const sizes = articles.map(weigh);
  const largest = articles[sizes.indexOf(Math.max(...sizes))];
  if (largest === undefined || weigh(largest) < MIN_PROSE_OF_ARTICLE) return undefined;
  const others = articles.filter((one) => !isWithin(one, largest) && !isWithin(largest, one));
  return others.every((one) => weigh(one) * LEAD_OF_FOREMOST <= weigh(largest)) ? largest : undefined;
}

interface Narrowing {
  readonly kind: PageKind;
  readonly weigh: Weigh;
  readonly isAside: (block: Element) => boolean;
  /** Whether a small block behind the text may belong to other pages. */
  readonly isOfOtherPages: (block: Element) => boolean;
  /** Collects the nodes beside the content. A second text among them keeps the search from excluding both. */
  readonly dropped: Set<ChildNode>;
}

/**
 * Descends to the block with the prose. It stops where it would lose a block that is neither an aside nor a part of the
 * text, and includes the title and the texts that it has passed.
 */
function narrow(
  start: Element | Document,
  title: Element | undefined,
  measures: Measures,
  { kind, weigh, isAside, isOfOtherPages, dropped }: Narrowing,
): Element | Document {
  let current = start;
  // The root of the search, once there is another text beside the block with the prose.
  let root: Element | Document | undefined;
  for (;;) {
    const weight = weigh(current);
    const next = current.children.find(
      (child): child is Element => isTag(child) && isBlock(child) && weigh(child) >= DOMINANT_SHARE * weight,
    );
    if (next === undefined || weight === 0 || TEXT_ELEMENTS.has(next.name) || isDataElement(next)) break;
    const isTitleBeside = title !== undefined && isWithin(title, current) && !isWithin(title, next);
    if (isTitleBeside) {
      if (kind === 'listing' || kind === 'discussion' || kind === 'wiki') break;
      root ??= current;
    }
    const position = current.children.indexOf(next);
    const isBefore = (block: Element) => current.children.indexOf(block) < position;
    const isOfText = (block: Element) => {
      if (TEXT_ELEMENTS.has(block.name)) return kind === 'article' || !isAside(block);
      if (isTitleBeside && isWithin(title, block)) return true;
      const isIntroduction = isBefore(block) && (kind === 'article' || isTitleBeside);
      return isIntroduction && measures.of(block).prose > 0 && !measures.leadsElsewhere(block);
    };
    const isBehind = (block: Element) =>
      !isBefore(block) &&
      isOfOtherPages(block) &&
      weigh(block) < MIN_SHARE_BEHIND * weight &&
      existsOne(isBlock, block.children) &&
      !(block.attribs.class !== undefined && isAlike(block, next));
    const others = blocksOf(current, measures).filter((block) => block !== next);
    const texts = others.filter(isOfText);
    const asides = others.filter((block) => !texts.includes(block) && (isAside(block) || isBehind(block)));
    if (texts.length + asides.length < others.length) break;
    if (texts.length > 0) root ??= current;
    if (root !== undefined) for (const aside of asides) dropped.add(aside);
    current = next;
  }
  return root ?? current;
}

/** Whether a block is content however short it is: it is a text of its own, or has a heading, code or a table. */
function isStandalone(block: Element, kind: PageKind, measures: Measures): boolean {
  if (TEXT_ELEMENTS.has(block.name)) return true;
  const { prose, headings } = measures.of(block);
  // A heading without text beside an article is that of a form or of a list of other articles.
  if (headings > 0) return prose > 0 || kind !== 'article';
  return prose > 0 && (block.name === 'table' || holdsCode(block));
}

/** Whether an element has paragraphs or lists: a script shows them to a reader who asks for more. */
function holdsText(element: Element): boolean {
  return TEXTS.has(element.name) || existsOne(({ name }) => TEXTS.has(name), element.children);
}

/** Whether an element is a form that asks for more than a search term. */
function isForm({ name, children }: Element): boolean {
  return name === 'form' && existsOne(({ name }) => FIELDS.has(name), children);
}

const FIELDS = new Set(['input', 'textarea', 'select']);

function holdsCode(block: Element): boolean {
  return existsOne(({ name }) => name === 'pre', block.children);
}

function blocksOf(parent: Element | Document, measures: Measures): Element[] {
  return parent.children.filter((child): child is Element => isTag(child) && measures.of(child).text > 0);
}

/** The search for the content stops above these elements: they are parts of a text, and not boxes of a layout. */
const TEXT_ELEMENTS = new Set([
  'p',
  'figure',
  'pre',
  'ul',
  'ol',
  'dl',
  'blockquote',
  'li',
  'details',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);

/** The lists and tables that stand below a heading or a paragraph, others between them or not. */
function introducedLists(elements: readonly Element[], measures: Measures): Set<Element> {
  const lists = new Set<Element>();
  for (const list of elements) {
    if (!isList(list) || measures.of(list).text === 0) continue;
    let before = list.prev;
    while (before !== null && (!isTag(before) || measures.of(before).text === 0)) before = before.prev;
    if (before === null) continue;
    const isParagraph = before.name === 'p' && !measures.leadsElsewhere(before);
    if (isHeading(before) || isParagraph || lists.has(before)) lists.add(list);
  }
  return lists;
}

function isList(block: Element): boolean {
  return LISTS.has(block.name) || isDataElement(block);
}

const LISTS = new Set(['ul', 'ol', 'dl']);

/** Layout tables do not count: old pages have their content in a cell. */
function isDataElement(element: Element): boolean {
  return element.name === 'table' && isDataTable(element, { roots: [], dropped: new Set() });
}

function isRelated(one: Element, other: Element): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

/** Whether a paragraph that is one link follows a paragraph of the text. */
function isLinkOfText(block: Element, measures: Measures): boolean {
  const before = elementBefore(block);
  if (block.name !== 'p' || before?.name !== 'p' || measures.leadsElsewhere(before)) return false;
  return measures.of(before).prose > 0 && block.children.filter(isTag).length === 1;
}

/** Blocks before the first and after the last prose that are rows of links or notes about the page. */
function edgesOf(root: Element | Document, isOther: (block: Element) => boolean, measures: Measures): Element[] {
  const { text, prose } = measures.of(root);
  const isEdge = (block: Element) => isOther(block) && measures.of(block).prose <= MAX_PROSE_OF_EDGE * prose;
  const blocks = blocksOf(root, measures);
  const first = blocks.findIndex((block) => !measures.leadsElsewhere(block) || measures.of(block).headings > 0);
  const last = blocks.findLastIndex((block) => !isEdge(block));
  const edges = [...blocks.slice(0, Math.max(0, first)), ...blocks.slice(Math.max(first, last) + 1)];
  const sum = edges.reduce((total, edge) => total + measures.of(edge).text, 0);
  // A block that is mostly links is an index: its links are its content.
  return sum <= MAX_SHARE_OF_EDGES * text ? edges : [];
}
