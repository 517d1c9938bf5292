import { existsOne } from 'domutils';
import { isBlock } from '../html/content.js';
import { isHeading } from '../html/element-names.js';
import { type ChildNode, type Document, type Element, elementsOf, isTag, isText } from '../html/html.js';
import { isWithin } from '../html/within.js';
import {
  ancestorsOf,
  isAlike,
  isFigure,
  isTableWithHeader,
  PARTS_OF_LISTS,
  PARTS_OF_TEXT,
  TEXT_BOXES,
  TEXTS,
} from './elements.js';
import { isWritten, leadsAway } from './flow.js';
import { isBareLabel, isByline, isLabel, isRequest } from './labels.js';
import { asksForInput } from './landmarks.js';
import {
  endsAsSentence,
  endsWithColon,
  isParagraph,
  isSentence,
  isShortParagraph,
  type Line,
  type Lines,
} from './lines.js';
import { isNamedBesideArticle, isRemark } from './names.js';
import { nameOf } from './page-title.js';
import type { Reason, Removals } from './removals.js';
import type { Site } from './site.js';
import { THRESHOLDS } from './thresholds.js';

export interface ArticleParts {
  readonly root: Element | Document;
  /** Those in the root. */
  readonly elements: readonly Element[];
  /** The element with nearly all paragraphs. */
  readonly container: Element | Document;
  readonly title: Element | undefined;
  /** The lines that are left. */
  readonly lines: Lines;
  readonly removals: Removals;
  readonly site: Site;
  /** The names of those who wrote it, as the page declares them. */
  readonly authors: readonly string[];
}

/**
 * Removes what stands around the paragraphs of an article: names and dates before the first, and whatever follows the last
 * and is no text of its own. Between them it removes nothing but lists and boxes of links to other pages of the site.
 *
 * Readability and Defuddle were measured on the same pages, each alone. They are less precise, they lose code, tables and
 * first headings, and the DOM that they need takes several times as long as all of the conversion.
 */
export function trimArticle(parts: ArticleParts): void {
  const article = new Article(parts);
  article.removeShareLinks();
  article.removeCards();
  article.removeTeasers();
  article.removeForms();
  article.removeLists();
  article.removeBoxesOfLinks();
  article.removeLinks();
  article.removeAuthors();
  article.removeEnd();
  article.removeLastLines();
  article.removeBeginning();
  article.removeLabels();
  article.removeEmptyBoxes();
}

class Article {
  readonly #root: Element | Document;
  readonly #container: Element | Document;
  readonly #title: Element | undefined;
  readonly #removals: Removals;
  readonly #site: Site;
  readonly #authors: readonly string[];
  readonly #elements: readonly Element[];
  readonly #lines: Lines;
  readonly #removedLines: Line[] = [];
  readonly #headedLists = new Map<Element, boolean>();
  readonly #listsOfPages = new Map<Element, boolean>();
  readonly #boxesWithMost = new Map<Element | Document, Element | undefined>();

  constructor({ root, elements, container, title, lines, removals, site, authors }: ArticleParts) {
    this.#root = root;
    this.#elements = elements;
    this.#container = container;
    this.#title = title;
    this.#removals = removals;
    this.#site = site;
    this.#authors = authors;
    this.#lines = lines;
  }

  /** Removes lines that are nothing but links which hand the address of the page to other sites. */
  removeShareLinks(): void {
    for (const line of this.#lines.all) {
      if (line.linked < line.length || this.#isTitle(line)) continue;
      const links = this.#linksOf(line);
      if (links.length > 0 && links.every(({ attribs }) => this.#site.isSharedBy(attribs.href)))
        this.#removeLine(line, 'shares the page');
    }
  }

  /** The links in a line and around it. */
  #linksOf({ nodes, block }: Line): Element[] {
    const parts = nodes.filter(isTag).flatMap((node) => [node, ...elementsOf(node)]);
    return [...parts, ...ancestorsOf(block, this.#root)].filter(({ name }) => name === 'a');
  }

  /** Removes boxes at the end that say who wrote the text: they begin with a name that the page declares as that of its author. */
  removeAuthors(): void {
    if (this.#authors.length === 0) return;
    for (;;) {
      const last = this.#lines.all.findLast((line) => isParagraph(line) && !this.#isRemoved(line));
      const box = last && this.#boxAboutAuthor(last);
      if (box === undefined) return;
      this.#remove(box, 'about the author');
    }
  }

  /** The largest box around a line that begins with the name of an author and has little of the text. */
  #boxAboutAuthor(line: Line): Element | undefined {
    let found: Element | undefined;
    for (const box of ancestorsOf(line.block, this.#root)) {
      if (isWithin(this.#container, box) || this.#lines.shareOf(box) > THRESHOLDS.shareOfNamed) break;
      if (this.#title !== undefined && isWithin(this.#title, box)) break;
      const beginning = this.#lines.in(box).slice(0, LINES_BEFORE_NAME);
      if (beginning.some(({ text }) => this.#isNameOfAuthor(text))) found = box;
    }
    return found;
  }

  #isNameOfAuthor(text: string): boolean {
    const name = ` ${nameOf(text)} `;
    return this.#authors.some(
      (author) =>
        name.includes(` ${author} `) && name.split(' ').length - author.split(' ').length <= WORDS_BESIDE_NAME,
    );
  }

  /** Removes short lines at the beginning of boxes in which nothing else is left: they name what has been removed. */
  removeLabels(): void {
    for (const line of this.#lines.all) {
      if (this.#isRemoved(line) || this.#isTitle(line) || endsAsSentence(line) || endsWithColon(line)) continue;
      if (line.linked > 0 || !isShort(line.text) || this.#isInPart(line)) continue;
      for (const box of ancestorsOf(line.block, this.#root)) {
        if (isWithin(this.#container, box) || !this.#lines.startsWith(box, line)) break;
        const others = this.#lines.in(box).slice(1);
        if (others.length === 0) continue;
        if (others.every((other) => this.#isRemoved(other))) this.#removeLine(line, 'left empty');
        break;
      }
    }
  }

  /** Removes lists of other pages of the site, whose items each have a heading that is a link. */
  removeCards(): void {
    const cards = new Map<Element, Element[]>();
    for (const line of this.#lines.all) {
      const { block, length, linked } = line;
      if (!isTag(block) || !isHeading(block) || linked < length || this.#isTitle(line)) continue;
      if (this.#isRemoved(line) || !this.#leadsToOtherPage(block)) continue;
      const box = this.#boxOfHeading(block);
      if (box === block) continue;
      const list = box.parent as Element;
      cards.set(list, [...(cards.get(list) ?? []), box]);
    }
    const lists = [...cards.values()].filter(({ length }) => length >= THRESHOLDS.cards);
    if (lists.length > THRESHOLDS.listsOfCards) return;
    for (const list of lists) {
      const share = list.reduce((sum, card) => sum + this.#lines.shareOf(card), 0);
      const before = this.#lines.all.slice(0, this.#lines.startOf(list[0] ?? this.#root));
      const paragraphs = before.filter((line) => isParagraph(line) && !this.#isRemoved(line));
      const isBehind = paragraphs.length >= THRESHOLDS.paragraphsAboveCards && this.#shareOf(before) >= (1 - share) / 2;
      if (share > THRESHOLDS.shareOfCards || !isBehind || this.#isPartOfSeries(list)) continue;
      for (const card of list) this.#remove(card, 'cards of other pages');
    }
  }

  /** Whether boxes stand among others that are made alike, and that lead to no other page of the site: all of them are the text. */
  #isPartOfSeries(cards: readonly Element[]): boolean {
    const [first] = cards;
    if (first?.attribs.class === undefined || first.parent === null) return false;
    const known = new Set<unknown>(cards);
    return first.parent.children.some(
      (other) => isAlike(first, other) && !known.has(other) && this.#lines.shareOf(other) > 0,
    );
  }

  /** Whether a heading is, or stands in, a link to another page of the site. */
  #leadsToOtherPage(heading: Element): boolean {
    const links = [...ancestorsOf(heading, this.#root), ...elementsOf(heading)].filter(({ name }) => name === 'a');
    return links.some(({ attribs }) => this.#otherPageOfSite(attribs.href) !== undefined);
  }

  /** The largest box around a heading without another heading. */
  #boxOfHeading(heading: Element): Element {
    let box = heading;
    for (const node of ancestorsOf(heading, this.#root)) {
      if (this.#lines.headingsIn(node) > 1) break;
      box = node;
    }
    return box;
  }

  /** Removes lists of other pages between the paragraphs, unless a sentence or a heading announces them. */
  removeLists(): void {
    for (const list of this.#elements) {
      const isList = list.name === 'ul' || list.name === 'ol';
      // A list in a list belongs to the item that it stands in.
      if (!isList || (list.parent !== null && isTag(list.parent) && PARTS_OF_LISTS.has(list.parent.name))) continue;
      if (this.#lines.shareOf(list) > 0) continue;
      if (this.#lines.linkedShareOf(list) <= THRESHOLDS.linkedShareOfTeasers) continue;
      const before = this.#lines.before(list);
      if (before === undefined || endsWithColon(before)) continue;
      const isHeaded =
        isTag(before.block) && isHeading(before.block) && before.linked === 0 && !this.#isRemoved(before);
      if (!isHeaded && this.#lines.in(list).every((line) => this.#leadsToSite(line))) {
        this.#remove(list, 'links to other pages');
      }
    }
  }

  /** Removes boxes that hold nothing but links to other pages of the site, with a heading or without. */
  removeBoxesOfLinks(): void {
    for (const box of this.#elements) {
      if (!isBoxOfLinks(box) || this.#lines.countIn(box) === 0 || this.#lines.shareOf(box) > 0) continue;
      const lines = this.#lines.in(box).filter(({ block, linked }) => linked > 0 || !isTag(block) || !isHeading(block));
      if (lines.length === 0 || isShort(lines.map(({ text }) => text).join(' '))) continue;
      const isOfLinks = lines.every((line) => line.linked > THRESHOLDS.linkedShareOfTeasers * line.length);
      if (!isOfLinks || endsWithColon(this.#lines.before(box)) || this.#isInItem(box)) continue;
      if (lines.some((line) => this.#isLinkedSentence(line))) continue;
      if (lines.every((line) => this.#leadsToSite(line))) this.#remove(box, 'links to other pages');
    }
  }

  /** Whether a line is a paragraph of the text that is a link as a whole: the titles of other pages end without a full stop. */
  #isLinkedSentence(line: Line): boolean {
    const isParagraph = isTag(line.block) && line.block.name === 'p' && isWithin(line.block, this.#container);
    return isParagraph && /[.。]["'”’»)]*$/.test(line.text) && endsAsSentence(line) && !isShort(line.text);
  }

  #isInItem(box: Element): boolean {
    return [...ancestorsOf(box, this.#root)].some(({ name }) => PARTS_OF_LISTS.has(name));
  }

  /** Removes boxes that lead to one other page of the site twice, by its title and by its picture or by words such as `more`. */
  removeTeasers(): void {
    const teasers: Element[] = [];
    for (const box of this.#elements) {
      if (
        !TEASER_BOXES.has(box.name) ||
        this.#lines.countIn(box) === 0 ||
        this.#lines.countIn(box) > MAX_LINES_OF_TEASER
      )
        continue;
      const paragraphs = this.#lines.in(box).filter(isParagraph);
      if (paragraphs.length > 1 || (this.#title !== undefined && isWithin(this.#title, box))) continue;
      if (this.#isTeaser(box)) teasers.push(box);
    }
    const share = teasers.reduce((sum, teaser) => sum + this.#lines.shareOf(teaser), 0);
    if (share > THRESHOLDS.shareOfBox) return;
    for (const teaser of teasers) this.#remove(teaser, 'links to other pages');
  }

  /** Removes forms that ask for something, each with the box that says what for. */
  removeForms(): void {
    for (const form of this.#elements) {
      if (form.name !== 'form' || this.#lines.shareOf(form) > THRESHOLDS.shareOfNamed || !asksForInput(form)) continue;
      let box = form;
      for (const around of ancestorsOf(form, this.#root)) {
        if (around !== form && (!TEASER_BOXES.has(around.name) || this.#lines.countIn(around) > MAX_LINES_OF_REQUEST))
          break;
        if (this.#holdsParagraphBeside(form, around)) break;
        if (
          this.#lines.shareOf(around) > THRESHOLDS.shareOfNamed ||
          around === this.#container ||
          (this.#title !== undefined && isWithin(this.#title, around))
        )
          break;
        box = around;
      }
      this.#remove(box, 'asks for input');
    }
  }

  /**
   * Whether a box in the text holds a paragraph beside a form: a person may have written it. Below a heading of the box, it
   * says what the form is for.
   */
  #holdsParagraphBeside(form: Element, box: Element): boolean {
    const [first] = this.#lines.in(box);
    if (first !== undefined && isTag(first.block) && isHeading(first.block)) return false;
    const { start, end } = this.#lines.rangeOf(form);
    const range = this.#lines.rangeOf(box);
    const isBeside = (_: Line, index: number) => index + range.start < start || index + range.start >= end;
    const isWritten = (line: Line) => isTag(line.block) && line.block.name === 'p' && isParagraph(line);
    return isWithin(box, this.#container) && this.#lines.in(box).filter(isBeside).some(isWritten);
  }

  #isTeaser(box: Element): boolean {
    const pages = new Set<string>();
    let links = 0;
    for (const { name, attribs } of elementsOf(box)) {
      if (name !== 'a') continue;
      const url = this.#otherPageOfSite(attribs.href);
      if (url === undefined) return false;
      pages.add(url);
      links++;
    }
    return links > 1 && pages.size === 1;
  }

  #otherPageOfSite(href: string | undefined): string | undefined {
    return this.#site.otherPage(href);
  }

  /** Removes boxes that are nothing but a link to another page of the site. */
  removeLinks(): void {
    let before: Line | undefined;
    for (const line of this.#lines.all) {
      if (this.#isTitle(line) || this.#isRemoved(line)) continue;
      if (this.#isLinkAlone(line) && !endsWithColon(before)) this.#removeLine(line, 'links to other pages');
      before = line;
    }
  }

  #isLinkAlone(line: Line): boolean {
    if (!isTag(line.block) || PARTS_OF_LISTS.has(line.block.name) || isHeading(line.block)) return false;
    if (isPlainLink(line.block) || this.#isLinkedSentence(line)) return false;
    return line.linked > 0.9 * line.length && !isShort(line.text) && this.#leadsToSite(line);
  }

  /** Whether the links of a line lead to other pages of the site. Those to other sites are what a text is about. */
  #leadsToSite({ nodes, block }: Line): boolean {
    const parts = nodes.filter(isTag).flatMap((node) => [node, ...elementsOf(node)]);
    // A link may also stand around boxes with lines.
    const links = [...parts, ...ancestorsOf(block, this.#root)];
    return links.every(({ name, attribs }) => name !== 'a' || this.#site.isWithin(attribs.href));
  }

  /** Removes what follows the last paragraph, but for texts and figures below it. */
  removeEnd(): void {
    const isOfText = (line: Line) =>
      (isParagraph(line) || (isShortParagraph(line) && isWithin(line.block, this.#container))) &&
      !this.#isRemoved(line) &&
      !line.nodes.every(isMicrodata) &&
      !this.#isInListOfPages(line) &&
      !this.#isBehind(line);
    const last = this.#lines.all.findLast(isOfText);
    if (last === undefined) return;
    // The paragraph and its list, quote or table are followed by more of the text, and the boxes around them by others.
    let isInText = true;
    let node: ChildNode | Document = last.nodes.at(-1) ?? last.block;
    while (node !== this.#root && node.parent !== null) {
      const parent = node.parent as Element | Document;
      const isPart = isTag(parent) && PARTS_OF_TEXT.has(parent.name);
      const nextSiblings = isPart ? [] : parent.children.slice(parent.children.indexOf(node as ChildNode) + 1);
      const isInParent = isInText || isWithin(parent, this.#container) || this.#hasParagraphs(parent);
      for (const next of nextSiblings) {
        if (!this.#continues(next, node, isInParent)) this.#remove(next, 'after the text');
      }
      this.#removeEmptyHeadings(nextSiblings);
      if (!isPart && isTag(node) && isBlock(node)) isInText = false;
      node = parent;
    }
  }

  #isInListOfPages({ block }: Line): boolean {
    const list = [...ancestorsOf(block, this.#root)].find(({ name }) => name === 'ul' || name === 'ol');
    return list !== undefined && this.#isListOfPages(list);
  }

  /** Whether a label stands right above a list, of which each item leads to another page of the site. */
  #isListOfPages(list: Element): boolean {
    const known = this.#listsOfPages.get(list);
    if (known !== undefined) return known;
    const before = this.#lines.before(list);
    const isOfPages =
      (list.name === 'ul' || list.name === 'ol') &&
      before !== undefined &&
      isBareLabel(before.text) &&
      this.#lines.in(list).every((line) => line.linked > 0 && this.#leadsToSite(line));
    this.#listsOfPages.set(list, isOfPages);
    return isOfPages;
  }

  /** Removes headings at the end below which nothing is left. */
  #removeEmptyHeadings(siblings: readonly ChildNode[]): void {
    for (const node of siblings.toReversed()) {
      if (this.#removals.has(node) || this.#lines.countIn(node) === 0) continue;
      if (!isTag(node) || !isHeading(node) || this.#lines.in(node).some(endsAsSentence)) return;
      this.#remove(node, 'left empty');
    }
  }

  /** Removes the last lines as long as they announce what is not there, say when the text was written, or ask for something. */
  removeLastLines(): void {
    for (const line of this.#lines.all.toReversed()) {
      if (this.#isRemoved(line)) continue;
      if (this.#isInPart(line) || this.#isTitle(line)) return;
      const isHeadingAlone = isTag(line.block) && isHeading(line.block) && !endsAsSentence(line);
      const isAnnouncement = isHeadingAlone || (endsWithColon(line) && isShort(line.text)) || isBareLabel(line.text);
      if (isAnnouncement || isByline(line.text) || this.#isAboutPage(line)) this.#removeLine(line, 'after the text');
      else if (line.linked > 0 && isRequest(line.text)) this.#removeLine(line, 'asks for something');
      else return;
    }
  }

  /** Whether a line stands in a list, a table, a quote or a figure. */
  #isInPart({ block }: Line): boolean {
    return [...ancestorsOf(block, this.#root)].some(({ name }) => PARTS_OF_TEXT.has(name) && name !== 'p');
  }

  /** Whether the links of a line lead to its tags, its categories, its author or to itself, as the relations of the links say. */
  #isAboutPage(line: Line): boolean {
    return this.#linksOf(line).some(({ attribs }) => RELATIONS.test(attribs.rel ?? ''));
  }

  #hasParagraphs({ children }: Element | Document): boolean {
    return children.some((child) => isTag(child) && child.name === 'p' && this.#lines.shareOf(child) > 0);
  }

  /**
   * Whether the node after a part of the text belongs to the text too. In its container this is any text, and beside it only
   * a similar box or a section with a heading.
   */
  #continues(next: ChildNode, part: ChildNode | Document, isInText: boolean): boolean {
    if (!isTag(next)) return isInText;
    if (this.#lines.countIn(next) === 0) {
      return (isInText || isAlike(next, part)) && (isFigure(next) || existsOne(isFigure, next.children));
    }
    const isLinkOfText = isInText && next.name === 'p' && this.#lines.in(next).every(({ text }) => isShort(text));
    const isOfText = isLinkOfText || this.#isHeaded(next) || (isInText && isTableWithHeader(next));
    if (this.#lines.linkedShareOf(next) > THRESHOLDS.linkedShare && !isOfText) return false;
    if (!isInText) return isAlike(next, part) || this.#isSection(next);
    if (this.#isListOfPages(next)) return false;
    if (TEXTS.has(next.name) || !isBlock(next)) return true;
    return (
      !leadsAway(next, this.#lines) && this.#lines.in(next).some(({ text }) => !isByline(text) && !isBareLabel(text))
    );
  }

  /** Whether a box is a further section of the text: it begins with a heading, and holds what a person wrote. */
  #isSection(box: Element): boolean {
    const [first] = this.#lines.in(box);
    if (box.name !== 'section' || first === undefined || !isTag(first.block)) return false;
    return isHeading(first.block) && !isLabel(first.text) && isWritten(box, this.#lines);
  }

  #isHeadedList(list: Element): boolean {
    const isHeaded = this.#headedLists.get(list) ?? this.#isHeaded(list);
    this.#headedLists.set(list, isHeaded);
    return isHeaded;
  }

  /** Whether a list stands right below a heading that is no label of other pages. */
  #isHeaded(element: Element): boolean {
    if (!PARTS_OF_TEXT.has(element.name)) return false;
    let before = element.prev;
    while (before !== null && !isTag(before)) before = before.prev;
    if (before === null || this.#removals.has(before)) return false;
    const lines = this.#lines.in(before);
    if (endsWithColon(lines.at(-1))) return true;
    if (!isHeading(before) || (this.#title !== undefined && isWithin(before, this.#title))) return false;
    const isOfSite = this.#lines.in(element).every((line) => this.#leadsToSite(line));
    return !isOfSite || lines.every(({ text }) => !isLabel(text));
  }

  /** Whether a paragraph is in a box with little of the text that differs from an earlier box with most of it. */
  #isBehind(line: Line): boolean {
    if (isWithin(line.block, this.#container)) return false;
    let box: Element | undefined;
    for (const node of ancestorsOf(line.block, this.#root)) {
      if (this.#lines.shareOf(node) > 0.5) break;
      box = node;
    }
    if (box === undefined || TEXTS.has(box.name) || this.#lines.shareOf(box) >= THRESHOLDS.shareBehind) return false;
    const mainBox = this.#boxWithMostOf(box.parent as Element | Document);
    if (mainBox === undefined || !this.#isBefore(mainBox, box)) return false;
    return !isAlike(mainBox, box) && !this.#isSection(box);
  }

  #isBefore(one: Element, other: Element): boolean {
    return (this.#lines.startOf(one) ?? 0) < (this.#lines.startOf(other) ?? 0);
  }

  /** The child with most of the text. */
  #boxWithMostOf(parent: Element | Document): Element | undefined {
    if (!this.#boxesWithMost.has(parent)) {
      const hasMost = (child: ChildNode): child is Element => isTag(child) && this.#lines.shareOf(child) > 0.5;
      this.#boxesWithMost.set(parent, parent.children.find(hasMost));
    }
    return this.#boxesWithMost.get(parent);
  }

  /** Removes names, dates and categories before the first paragraph, and what stands before the title. */
  removeBeginning(): void {
    // A page of short lines alone has nothing to begin before.
    if (this.#lines.lengthOfParagraphs === 0) return;
    const title = this.#lines.all.find((line) => this.#isTitle(line));
    let isPastTitle = title === undefined || this.#shareBefore(title) > THRESHOLDS.shareAboveTitle;
    let summary: Line | undefined;
    for (const line of this.#lines.all) {
      if (this.#isTitle(line)) isPastTitle = true;
      if (this.#isTitle(line) || this.#isRemoved(line)) continue;
      const isRepeated = this.#lines.isRepeated(line);
      const isInText = isPastTitle || this.#lines.shareOf(line.block) > THRESHOLDS.shareOfBox;
      if (isParagraph(line) && !isByline(line.text) && isInText) {
        // One paragraph before the text may be its summary. If more are repeated, the page contains the text twice.
        if (!isRepeated || summary !== undefined || isWithin(line.block, this.#container)) break;
        summary = line;
      }
      const repeats = line.text === title?.text || isRepeated;
      if (repeats) this.#removeLine(line, 'said again');
      else if (!isPastTitle || !this.#isIntroduction(line)) this.#removeLine(line, 'label before the text');
    }
  }

  #shareBefore(end: Line): number {
    return this.#shareOf(this.#lines.all.slice(0, this.#lines.all.indexOf(end)));
  }

  /** The share that some lines have of the text of all paragraphs. */
  #shareOf(lines: readonly Line[]): number {
    const length = lines.filter(isParagraph).reduce((sum, line) => sum + line.length, 0);
    return length / Math.max(1, this.#lines.lengthOfParagraphs);
  }

  #isIntroduction(line: Line): boolean {
    if (isByline(line.text)) return false;
    if (line.linked > THRESHOLDS.linkedShare * line.length) {
      if (!isTag(line.block)) return false;
      const list = [...ancestorsOf(line.block, this.#root)].find(({ name }) => name === 'ul' || name === 'ol');
      if (list !== undefined && this.#isHeadedList(list)) return true;
      if (
        isPlainLink(line.block) &&
        line.text.split(' ').length > WORDS_OF_CATEGORY &&
        isWithin(line.block, this.#container)
      )
        return true;
      return isHeading(line.block)
        ? !this.#leadsToOtherPage(line.block)
        : line.block.name === 'p' && endsAsSentence(line);
    }
    if (isWithin(line.block, this.#container)) return !isBareLabel(line.text);
    if (line.length >= THRESHOLDS.lengthOfIntroduction || (isTag(line.block) && isHeading(line.block))) return true;
    if (isSentence(line)) return true;
    return [...ancestorsOf(line.block, this.#root)].some((box) => TEXT_BOXES.has(box.name) || isRemark(box));
  }

  /** Removes the boxes whose text is all removed, with their pictures. */
  removeEmptyBoxes(): void {
    const filledElements = new Set<Element>();
    for (const line of this.#lines.all) {
      if (this.#isRemoved(line)) continue;
      for (const box of ancestorsOf(line.block, this.#root)) {
        if (filledElements.has(box)) break;
        filledElements.add(box);
      }
    }
    for (const { block } of this.#removedLines) {
      for (const box of ancestorsOf(block, this.#root)) {
        if (this.#removals.has(box) || filledElements.has(box)) break;
        if (this.#title !== undefined && isWithin(this.#title, box)) break;
        if (box.name === 'figure' || existsOne(({ name }) => name === 'figure', box.children)) break;
        this.#remove(box, 'left empty');
      }
    }
  }

  #remove(node: ChildNode, reason: Reason): void {
    if (!this.#removals.has(node)) this.#removals.set(node, reason);
  }

  #removeLine(line: Line, reason: Reason): void {
    for (const node of line.nodes) this.#remove(node, reason);
    this.#removedLines.push(line);
  }

  #isTitle(line: Line): boolean {
    return this.#title !== undefined && isWithin(line.block, this.#title);
  }

  #isRemoved({ nodes: [first] }: Line): boolean {
    for (let node: ChildNode | null = first ?? null; node !== null && node !== this.#root; node = node.parent) {
      if (this.#removals.has(node)) return true;
    }
    return false;
  }
}

/** What publishing programs say of the links below a text. */
const RELATIONS = /(?:^|\s)(?:tag|category|author|bookmark|trackback)(?:\s|$)/i;

/** Such as a heading and a picture's caption. */
const LINES_BEFORE_NAME = 3;

/** Such as `about the author`; two of them are the spaces around the name. */
const WORDS_BESIDE_NAME = 5;

/** A box with more lines is more than the teaser of one page. */
const MAX_LINES_OF_TEASER = 8;

/** The name of a category, which stands before a text as a link, has no more words. */
const WORDS_OF_CATEGORY = 2;

/** Whether an element is a box of a layout. A writer makes a `section` with links, unless its name says what it is. */
function isBoxOfLinks(box: Element): boolean {
  return LINK_BOXES.has(box.name) || (box.name === 'section' && isNamedBesideArticle(box));
}

const LINK_BOXES = new Set(['div', 'aside', 'nav', 'header', 'footer']);

/** A box around a form with more lines says more than what the form is for. */
const MAX_LINES_OF_REQUEST = 3;

const TEASER_BOXES = new Set(['div', 'aside', 'section', 'article', 'a']);

function isShort(text: string): boolean {
  let space = -1;
  for (let words = 1; words < THRESHOLDS.wordsOfTitle; words++) {
    space = text.indexOf(' ', space + 1);
    if (space === -1) return true;
  }
  return false;
}

/** Whether a paragraph is one plain link. Titles of other pages are emphasised, or have their own boxes. */
function isPlainLink({ name, children }: Element): boolean {
  const content = children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ''));
  const [only] = content;
  return name === 'p' && content.length === 1 && only !== undefined && isTag(only) && only.name === 'a';
}

/** Whether all text of a node are properties of microdata in a line of their own, which a page has for machines. */
function isMicrodata(node: ChildNode): boolean {
  if (!isTag(node)) return !isText(node) || node.data.trim() === '';
  const { attribs, children } = node;
  return (attribs.itemprop !== undefined && attribs.itemscope === undefined) || children.every(isMicrodata);
}
