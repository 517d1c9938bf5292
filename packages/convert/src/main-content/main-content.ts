import { existsOne } from 'domutils';
import { type Content, type Dropped, elementBefore, isBlock, shownElements } from '../html/content.js';
import { CELLS, HEADINGS, isHeading, TEXT_LISTS } from '../html/element-names.js';
import {
  bodyOf,
  type ChildNode,
  type Document,
  type Element,
  elementList,
  elementsBelow,
  firstElements,
  isTag,
} from '../html/html.js';
import { mayHaveNotes, notesOf } from '../html/notes.js';
import { isWithin } from '../html/within.js';
import { once } from '../page/once.js';
import { type ArticleParts, trimArticle } from './article.js';
import { authorsOf } from './authors.js';
import { removeRepeatedCaptions } from './captions.js';
import { removeControls } from './controls.js';
import { ancestorsOf, isAlike, isDataElement, isInAny, PARTS_OF_TEXT } from './elements.js';
import { Flow, isWritten, leadsAway } from './flow.js';
import { isBareLabel, isByline, isLabel } from './labels.js';
import { isBesideArticle, isClosedOverlay, isFrameOfPage, isLandmark } from './landmarks.js';
import { Lines, linesOf } from './lines.js';
import { type Measure, type Measures, measure } from './measures.js';
import { isFinePrint, isNamedAsFrame, isNamedBesideArticle, isNamedNavigation } from './names.js';
import { declaredKind, isDatedText, type PageKind, pageKind } from './page-kind.js';
import { isDropped, titleOf } from './page-title.js';
import { removePreviews } from './previews.js';
import type { Reason, Removals } from './removals.js';
import type { Site } from './site.js';
import { THRESHOLDS } from './thresholds.js';

type Weigh = (node: Element | Document) => number;

export interface MainContent {
  /** What the page is. */
  readonly kind: PageKind;
  readonly content: Content;
  /** The notes beside the text that it refers to. They are roots of the content. */
  readonly notes: ReadonlySet<unknown>;
  /** What is left out of it, with the reasons. */
  readonly removals: Removals;
  /** Whether an element stands in the container of the text. */
  readonly isInText: (element: Element) => boolean;
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
export function mainContent(document: Document, site: Site): MainContent {
  const body = bodyOf(document);
  const all = measure(body);
  const allElements = elementList(document);
  const declaredPageKind = declaredKind(document);
  const elements = elementsBelow(body, allElements);
  const frame = new Map<Element, Reason>();
  const named = new Map<Element, Reason>();
  for (const element of elements) {
    if (isLandmark(element, all)) frame.set(element, 'landmark');
    else if (isNamedAsFrame(element, declaredPageKind, all)) named.set(element, 'named beside the text');
  }

  removeNamesOfText(named, body, all);
  // The main content is looked for without the parts that may stand beside it.
  let parts = new Map([...frame, ...named]);
  let measures = all.without(parts);
  // Names that leave hardly any text are those of the layout.
  if (measures.page.prose < THRESHOLDS.proseOfPage) {
    parts = new Map(frame);
    measures = all.without(parts);
  }
  const kind = kindOf(body, elements, declaredPageKind, measures, parts);
  const weight: keyof Measure = kind === 'listing' ? 'text' : 'prose';
  const weigh: Weigh = (node) => measures.of(node)[weight];
  const title = titleOf(document, elements, parts);
  const isKept = title !== undefined && !isDropped(title, parts);
  const marked =
    markedContent(elements, weigh, weigh(body)) ??
    (kind === 'article' ? foremostArticle(elements, title, weigh) : undefined);
  const introduced = introducedLists(elements, measures);
  // Links are content if the page marks them as content, if the page consists of links, or if a heading or a sentence
  // introduces them. Links without a heading that are marked as navigation are not content.
  const isOther = (block: Element) =>
    (measures.of(block).text < THRESHOLDS.lengthOfFinePrint && isFinePrint(block)) ||
    (measures.leadsElsewhere(block) &&
      !isLinkOfText(block, measures) &&
      ((marked === undefined && kind !== 'listing' && !introduced.has(block)) ||
        (measures.of(block).headings === 0 && isNamedNavigation(block))));
  const isAside = (block: Element) => isOther(block) || (marked === undefined && !isStandalone(block, kind, measures));
  // Below an article stand other articles; below any other text, they are mostly labels and links.
  const isOfOtherPages = (block: Element) =>
    kind === 'article' ||
    (kind === 'other' && marked === undefined && measures.of(block).prose < measures.of(block).text / 2);
  const removals: Removals = new Map();
  const root = narrow(marked ?? body, isKept ? title : undefined, measures, {
    kind,
    weigh,
    isAside,
    isOfOtherPages,
    removals,
  });
  const elementsOfRoot = elementsBelow(root, allElements);
  if (kind === 'article') removePreviews(elementsOfRoot, removals, site);
  const asides = new Map(removals);
  // All of the text of the root, with the parts that may stand beside it. Most pages but articles have none there.
  const textOfRoot = once(() => {
    const lines = new Lines(root, linesOf(root, asides));
    if (kind === 'article') addPartsOfArticle(parts, { root, elements: elementsOfRoot, title, lines, measures: all });
    return { lines, flow: new Flow(lines, root, title, parts) };
  });
  if (kind === 'article') textOfRoot();
  for (const [part, reason] of parts) {
    if (isInAny(part, removals)) continue;
    if (!isWithin(part, root)) {
      removals.set(part, reason);
      continue;
    }
    const { lines, flow } = textOfRoot();
    if (!isKeptPart(part, reason, flow, lines))
      removals.set(part, leadsAway(part, lines) ? 'links to other pages' : reason);
  }
  for (const edge of edgesOf(root, isOther, measures))
    removals.set(edge, isFinePrint(edge) ? 'note about the page' : 'links to other pages');
  removeControls(elementsOfRoot, removals);
  if (kind === 'article') {
    removeRepeatedCaptions(elementsOfRoot, removals);
    const { lines: rootLines, flow } = textOfRoot();
    const lines = new Lines(
      root,
      rootLines.all.filter(({ nodes, block }) => !isInAny(nodes[0] ?? block, removals)),
    );
    trimArticle({
      root,
      elements: elementsOfRoot,
      container: flow.container,
      title,
      lines,
      removals,
      site,
      authors: authorsOf(document),
    });
  }
  const roots = title === undefined || (isKept && isWithin(title, root)) ? [root] : [title, root];
  const shown = new Set(mayHaveNotes(elements) ? shownElements({ roots, dropped: removals }) : []);
  const notes = new Set([...notesOf(shown, elements).values()].filter((note) => !shown.has(note)));
  return {
    kind,
    content: { roots: [...roots, ...notes], dropped: removals },
    notes,
    removals,
    isInText: (element) => textOfRoot().flow.placeOf(element) !== 'beside',
    linked: { roots: [body], dropped: frame },
  };
}

/** Takes out boxes that stand side by side and hold much of the prose together: such a name is one of the parts of a text. */
function removeNamesOfText(named: Map<Element, Reason>, root: Element | Document, measures: Measures): void {
  const rows = new Map<unknown, Element[]>();
  for (const element of named.keys()) {
    const row = rows.get(element.parent);
    if (row === undefined) rows.set(element.parent, [element]);
    else row.push(element);
  }
  for (const row of rows.values()) {
    const prose = row.reduce((sum, element) => sum + measures.of(element).prose, 0);
    if (row.length < 2 || prose <= THRESHOLDS.shareOfNamedFrame * measures.of(root).prose) continue;
    for (const element of row) named.delete(element);
  }
}

/** Adds the boxes of an article that are named or labelled as what stands around one. */
function addPartsOfArticle(
  parts: Map<Element, Reason>,
  {
    root,
    elements,
    title,
    lines,
    measures,
  }: Pick<ArticleParts, 'root' | 'elements' | 'title' | 'lines'> & { readonly measures: Measures },
): void {
  const { prose } = measures.of(root);
  const named = new Map<Element, Reason>();
  for (const element of elements) {
    const isSmall = measures.of(element).prose <= THRESHOLDS.shareOfNamed * prose;
    if (!isSmall || !isNamedBesideArticle(element) || (title && isRelated(title, element))) continue;
    named.set(element, 'named beside the text');
  }
  removeNamesOfText(named, root, measures);
  for (const [element, reason] of named) parts.set(element, reason);
  for (const line of lines.all) {
    if (!isTag(line.block) || !isLabel(line.text) || isPartOfText(line.block, root)) continue;
    let box: Element | undefined;
    for (
      let node: Element | Document | null = line.block;
      node !== null && node !== root;
      node = node.parent as Element | null
    ) {
      if (!isTag(node) || lines.shareOf(node) > THRESHOLDS.shareOfBox || !lines.startsWith(node, line)) break;
      if (title !== undefined && isWithin(title, node)) break;
      box = node;
    }
    if (box !== undefined && box !== line.block) parts.set(box, 'named beside the text');
  }
}

/** Whether an element stands in a list, a table or the like, whose items may begin with any words. */
function isPartOfText(element: Element, root: Element | Document): boolean {
  return [...ancestorsOf(element, root)].some(({ name }) => name !== 'p' && PARTS_OF_TEXT.has(name));
}

/**
 * Whether a part that may stand beside the text is kept. Between the paragraphs it is, unless it leads to other pages or is closed. Before
 * the first and after the last it is if a person wrote it.
 */
function isKeptPart(part: Element, reason: Reason, flow: Flow, lines: Lines): boolean {
  switch (flow.placeOf(part)) {
    case 'between':
      return reason !== 'landmark' || !(leadsAway(part, lines) || isClosedOverlay(part));
    case 'before':
    case 'after':
      if (isFrameOfPage(part)) return false;
      return isWritten(part, lines) || (isBesideArticle(part) && isPlainText(part, lines));
    case 'beside':
      return false;
  }
}

/** Whether an element has no links, and a line that is neither a label nor a byline. */
function isPlainText(element: Element, lines: Lines): boolean {
  const all = lines.in(element);
  return all.every(({ linked }) => linked === 0) && all.some(({ text }) => !isBareLabel(text) && !isByline(text));
}

/** The kind that a page declares, or else an article if it is a text with a date or an author above it. */
function kindOf(
  body: Element | Document,
  elements: readonly Element[],
  declared: PageKind,
  { of, page }: Measures,
  dropped: Dropped,
): PageKind {
  const kind = pageKind(declared === 'article' && isSeries(elements, { of, page }) ? 'other' : declared, page);
  if (kind !== 'other' || elements.some(({ name }) => name === 'pre')) return kind;
  return isDatedText(body, dropped, page) ? 'article' : kind;
}

/** Whether most of a page are several articles, of which none is far longer than the others: it lists them. */
function isSeries(elements: readonly Element[], measures: Pick<Measures, 'of' | 'page'>): boolean {
  const articles = elements.filter(({ name }) => name === 'article');
  const outer = articles.filter(({ parent }) => !isWithinArticle(parent));
  const sizes = outer.map((article) => measures.of(article).prose).toSorted((one, other) => other - one);
  const [largest = 0] = sizes;
  const sum = sizes.reduce((total, size) => total + size, 0);
  if (sizes.length < THRESHOLDS.articlesOfSeries || sum < THRESHOLDS.shareOfDominant * measures.page.prose)
    return false;
  return largest * THRESHOLDS.leadOfForemost <= sum;
}

function isWithinArticle(node: Element['parent']): boolean {
  for (let one = node; one !== null; one = one.parent) if (isTag(one) && one.name === 'article') return true;
  return false;
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
      if (share >= THRESHOLDS.shareOfMain) return first;
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
  if (titledArticle !== undefined && weigh(titledArticle) >= THRESHOLDS.proseOfArticle) return titledArticle;
  const sizes = articles.map(weigh);
  const largest = articles[sizes.indexOf(sizes.reduce((one, other) => Math.max(one, other), 0))];
  if (largest === undefined || weigh(largest) < THRESHOLDS.proseOfArticle) return undefined;
  const others = articles.filter((one) => !isWithin(one, largest) && !isWithin(largest, one));
  return others.every((one) => weigh(one) * THRESHOLDS.leadOfForemost <= weigh(largest)) ? largest : undefined;
}

interface Narrowing {
  readonly kind: PageKind;
  readonly weigh: Weigh;
  readonly isAside: (block: Element) => boolean;
  /** Whether a small block behind the text may belong to other pages. */
  readonly isOfOtherPages: (block: Element) => boolean;
  /** Collects the nodes beside the content. A second text among them keeps the search from excluding both. */
  readonly removals: Removals;
}

/**
 * Descends to the block with the prose. It stops where it would lose a block that is neither an aside nor a part of the
 * text, and includes the title and the texts that it has passed.
 */
function narrow(
  start: Element | Document,
  title: Element | undefined,
  measures: Measures,
  { kind, weigh, isAside, isOfOtherPages, removals }: Narrowing,
): Element | Document {
  let current = start;
  // The root of the search, once there is another text beside the block with the prose.
  let root: Element | Document | undefined;
  for (;;) {
    const weight = weigh(current);
    const next = current.children.find(
      (child): child is Element =>
        isTag(child) && isBlock(child) && weigh(child) >= THRESHOLDS.shareOfDominant * weight,
    );
    if (next === undefined || weight === 0 || TEXT_ELEMENTS.has(next.name) || isDataElement(next)) break;
    const isTitleBeside = title !== undefined && isWithin(title, current) && !isWithin(title, next);
    if (isTitleBeside) {
      if (kind === 'listing' || kind === 'discussion' || kind === 'wiki') break;
      root ??= current;
    }
    const position = current.children.indexOf(next);
    const before = new Set<ChildNode>(current.children.slice(0, position));
    const isBefore = (block: Element) => before.has(block);
    const isOfText = (block: Element) => {
      if (TEXT_ELEMENTS.has(block.name)) return kind === 'article' || !isAside(block);
      if (isTitleBeside && isWithin(title, block)) return true;
      const isIntroduction = isBefore(block) && (kind === 'article' || isTitleBeside);
      return isIntroduction && measures.of(block).prose > 0 && !measures.leadsElsewhere(block);
    };
    const isBehind = (block: Element) =>
      !isBefore(block) &&
      isOfOtherPages(block) &&
      weigh(block) < THRESHOLDS.shareBehindProse * weight &&
      existsOne(isBlock, block.children) &&
      // The columns of a layout stand beside each other.
      !CELLS.has(block.name) &&
      !(block.attribs.class !== undefined && isAlike(block, next));
    const others = blocksOf(current, measures).filter((block) => block !== next);
    const texts = new Set(others.filter(isOfText));
    const asides = others.filter((block) => !texts.has(block) && (isAside(block) || isBehind(block)));
    if (texts.size + asides.length < others.length) break;
    if (texts.size > 0) root ??= current;
    if (root !== undefined) for (const aside of asides) removals.set(aside, 'outside the main element');
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
  const isColumnOfTables = CELLS.has(block.name) && existsOne(isDataElement, block.children);
  return prose > 0 && (block.name === 'table' || holdsCode(block) || isColumnOfTables);
}

function holdsCode(block: Element): boolean {
  return existsOne(({ name }) => name === 'pre', block.children);
}

function blocksOf(parent: Element | Document, measures: Measures): Element[] {
  return parent.children.filter((child): child is Element => isTag(child) && measures.of(child).text > 0);
}

/** The search for the content stops above these elements: they are parts of a text, and not boxes of a layout. */
const TEXT_ELEMENTS = new Set(['p', 'figure', 'pre', ...TEXT_LISTS, 'blockquote', 'li', 'details', ...HEADINGS]);

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
  return TEXT_LISTS.has(block.name) || isDataElement(block);
}

function isRelated(one: Element, other: Element): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

/** Whether a paragraph that is one link follows a paragraph of the text. */
function isLinkOfText(block: Element, measures: Measures): boolean {
  const before = elementBefore(block);
  if (block.name !== 'p' || before?.name !== 'p' || measures.leadsElsewhere(before)) return false;
  return measures.of(before).prose > 0 && firstElements(block, 2).length === 1;
}

/** Blocks before the first and after the last prose that are rows of links or notes about the page. */
function edgesOf(root: Element | Document, isOther: (block: Element) => boolean, measures: Measures): Element[] {
  const { text, prose } = measures.of(root);
  const isEdge = (block: Element) => isOther(block) && measures.of(block).prose <= THRESHOLDS.proseOfEdge * prose;
  const blocks = blocksOf(root, measures);
  const first = blocks.findIndex((block) => !measures.leadsElsewhere(block) || measures.of(block).headings > 0);
  const last = blocks.findLastIndex((block) => !isEdge(block));
  const edges = [...blocks.slice(0, Math.max(0, first)), ...blocks.slice(Math.max(first, last) + 1)];
  const sum = edges.reduce((total, edge) => total + measures.of(edge).text, 0);
  // A block that is mostly links is an index: its links are its content.
  return sum <= THRESHOLDS.shareOfEdges * text ? edges : [];
}
