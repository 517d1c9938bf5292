import { existsOne } from 'domutils';
import {
  ancestorsOf,
  elementsAfter,
  isAlike,
  isFigure,
  PARTS_OF_LISTS,
  PARTS_OF_TEXT,
  TEXT_BOXES,
  TEXTS,
} from './article-elements.js';
import { isRemark } from './boilerplate.js';
import { needlessCaptions } from './captions.js';
import { isBlock } from './content.js';
import { type ChildNode, type Document, type Element, elementsOf, isTag, isText } from './html.js';
import { announcesOtherPages, isByline, isClosing, isLabel, isRequest, isStamp } from './labels.js';
import { endsWithColon, isParagraph, isSentence, type Line, Lines, MAX_LINKED_SHARE } from './lines.js';
import { isHeading } from './named-after-heading.js';
import { isSameSite, resolveUrl } from './urls.js';
import { isWithin } from './within.js';

/** A box with a larger share of the paragraphs is the text itself, however it begins. */
const MAX_SHARE_OF_BOX = 0.3;

/** A box with a smaller share of the paragraphs, behind one with most of them, is another text. */
const MIN_SHARE_BEHIND = 0.15;

/** A box with a larger share of the paragraphs contains most of the text. */
const MOST = 0.5;

/** Fewer teasers next to each other may be parts of the text. */
const MIN_TEASERS = 3;

/** Below fewer paragraphs, a list of teasers is an index that they introduce. */
const MIN_PARAGRAPHS_ABOVE = 2;

/** A page with more lists of teasers is an index, and they are its content. */
const MAX_LISTS = 2;

/** Teasers with a larger share of the paragraphs are the text itself. */
const MAX_SHARE_OF_TEASERS = 0.9;

/** Notes of the publisher stand below this share of the paragraphs. */
const MIN_SHARE_BEFORE_CLOSING = 0.6;

/** A heading below a larger share of the paragraphs only repeats the title. */
const MAX_SHARE_ABOVE_TITLE = 0.85;

/** A link alone with fewer words, such as "Download the timetable", belongs to the text; the titles of other pages have more. */
const MIN_WORDS_OF_TITLE = 5;

function isShort(text: string): boolean {
  return text.split(' ').length < MIN_WORDS_OF_TITLE;
}

/** Whether a paragraph is one plain link. Titles of other pages are emphasised, or have their own boxes. */
function isPlainLink({ name, children }: Element): boolean {
  const content = children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ''));
  const [only] = content;
  return name === 'p' && content.length === 1 && only !== undefined && isTag(only) && only.name === 'a';
}

/** Whether an element is a table that names its columns or rows: it shows data, even if its cells are links. */
function isTableWithHeader({ name, children }: Element): boolean {
  return name === 'table' && existsOne(({ name }) => name === 'th', children);
}

/** A list with a larger share of its text in links has nothing but the titles of other pages. */
const LINKED_SHARE_OF_TEASERS = 0.8;

/** A line before the text with fewer characters is a name, a date or a category. */
const MIN_INTRODUCTION_LENGTH = 25;

export interface ArticleParts {
  readonly root: Element | Document;
  readonly title: Element | undefined;
  readonly dropped: ReadonlySet<ChildNode>;
  readonly baseUrl: string;
}

/**
 * Finds what stands around and between the paragraphs of an article: bylines, teasers of other articles, requests to
 * share or to subscribe, and whatever follows the last paragraph. The title, the sentences below it and the captions of
 * figures stay.
 *
 * Readability and Defuddle were measured on the same pages, each alone. They are less precise, they lose code, tables and
 * first headings, and the DOM that they need takes several times as long as all of the conversion.
 */
export function nodesBesideArticle(parts: ArticleParts): Set<ChildNode> {
  const article = new Article(parts);
  article.excludeSections();
  article.excludeLists();
  article.excludeTeasers();
  article.excludeClosing();
  article.excludeLines();
  article.excludeEnd();
  article.excludeBeginning();
  article.excludeEmptyBoxes();
  return article.excluded;
}

class Article {
  readonly excluded: Set<ChildNode>;
  readonly #root: Element | Document;
  readonly #title: Element | undefined;
  readonly #host: string;
  readonly #baseUrl: string;
  readonly #lines: Lines;
  readonly #excludedLines: Line[] = [];
  readonly #boxesWithMost = new Map<Element | Document, Element | undefined>();

  constructor({ root, title, dropped, baseUrl }: ArticleParts) {
    this.#root = root;
    this.#title = title;
    this.#baseUrl = baseUrl;
    this.#host = new URL(baseUrl).hostname;
    this.#lines = new Lines(root, dropped);
    this.excluded = needlessCaptions(this.#lines, { root, dropped, baseUrl });
  }

  /** Excludes the boxes and the lists that a label announces. */
  excludeSections(): void {
    for (const line of this.#lines.all) {
      if (!isTag(line.block) || !isLabel(line.text) || this.#isExcluded(line)) continue;
      const box = this.#boxThatStartsWith(line);
      if (box === undefined) this.#exclude(line);
      else if (box !== line.block || this.#lines.shareOf(box) > 0) this.excluded.add(box);
      else this.#excludeAnnounced(line, box);
    }
  }

  /** Finds the largest box that begins with the line and does not contain the article. */
  #boxThatStartsWith(line: Line): Element | undefined {
    let box: Element | undefined;
    for (const node of ancestorsOf(line.block, this.#root)) {
      if (this.#lines.shareOf(node) > MAX_SHARE_OF_BOX || !this.#lines.startsWith(node, line)) break;
      if (this.#title !== undefined && isWithin(this.#title, node)) break;
      box = node;
    }
    return box;
  }

  /** A label between the paragraphs announces the links that follow it. */
  #excludeAnnounced(line: Line, label: Element): void {
    if (this.#lines.countIn(label) > 1) {
      this.#exclude(line);
      return;
    }
    this.excluded.add(label);
    if (!announcesOtherPages(line.text)) return;
    for (const next of elementsAfter(label)) {
      const isAnnounced =
        !isHeading(next) && this.#lines.shareOf(next) === 0 && this.#lines.linkedShareOf(next) > MAX_LINKED_SHARE;
      if (!isAnnounced && !this.#isListOfLinks(next)) break;
      this.excluded.add(next);
    }
  }

  /** Excludes lists of other pages of the site, whose items each have a heading that is a link. */
  excludeTeasers(): void {
    const teasers = new Map<Element, Element[]>();
    for (const line of this.#lines.all) {
      const { block, length, linked } = line;
      if (!isTag(block) || !isHeading(block) || linked < length || this.#isTitle(line)) continue;
      if (this.#isExcluded(line) || !this.#leadsToOtherPage(block)) continue;
      const box = this.#boxOfHeading(block);
      if (box === block) continue;
      const list = box.parent as Element;
      teasers.set(list, [...(teasers.get(list) ?? []), box]);
    }
    const lists = [...teasers.values()].filter(({ length }) => length >= MIN_TEASERS);
    if (lists.length > MAX_LISTS) return;
    for (const list of lists) {
      const share = list.reduce((sum, teaser) => sum + this.#lines.shareOf(teaser), 0);
      const before = this.#lines.all.slice(0, this.#lines.startOf(list[0] ?? this.#root));
      const paragraphs = before.filter((line) => isParagraph(line) && !this.#isExcluded(line));
      const isBehind = paragraphs.length >= MIN_PARAGRAPHS_ABOVE && this.#shareOf(before) >= (1 - share) / 2;
      if (share <= MAX_SHARE_OF_TEASERS && isBehind) for (const teaser of list) this.excluded.add(teaser);
    }
  }

  /** Whether a heading is, or stands in, a link to another page of the site. */
  #leadsToOtherPage(heading: Element): boolean {
    const links = [...ancestorsOf(heading, this.#root), ...elementsOf(heading)].filter(({ name }) => name === 'a');
    return links.some(({ attribs }) => {
      const url = resolveUrl(attribs.href, this.#baseUrl)?.replace(/#.*/, '');
      return (
        url !== undefined && url !== this.#baseUrl.replace(/#.*/, '') && isSameSite(new URL(url).hostname, this.#host)
      );
    });
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

  /** Excludes what a publisher puts below a release: whom to ask, and what it does not answer for. */
  excludeClosing(): void {
    const closing = this.#lines.all.find(
      (line) => isClosing(line.text) && this.#shareBefore(line) > MIN_SHARE_BEFORE_CLOSING,
    );
    if (closing === undefined) return;
    const lines = this.#lines.all.slice(this.#lines.all.indexOf(closing));
    // A section of the text is followed by others.
    if (lines.some((line) => this.#isHeadingOfText(line) && !isClosing(line.text))) return;
    for (const line of lines) if (!this.#isTitle(line)) this.#exclude(line);
  }

  #isHeadingOfText(line: Line): boolean {
    return isTag(line.block) && isHeading(line.block) && !this.#isExcluded(line);
  }

  /** Whether each item of a list has a link in it. */
  #isListOfLinks(list: Element): boolean {
    if (list.name !== 'ul' && list.name !== 'ol') return false;
    return this.#lines.shareOf(list) <= MAX_SHARE_OF_BOX && [...this.#lines.in(list)].every(({ linked }) => linked > 0);
  }

  /** Excludes lists of other pages between the paragraphs, unless a sentence or a heading announces them. */
  excludeLists(): void {
    for (const list of elementsOf(this.#root)) {
      const isList = list.name === 'ul' || list.name === 'ol';
      // A list in a list belongs to the item that it stands in.
      if (!isList || (list.parent !== null && isTag(list.parent) && PARTS_OF_LISTS.has(list.parent.name))) continue;
      if (this.#lines.shareOf(list) > 0 || this.#lines.linkedShareOf(list) <= LINKED_SHARE_OF_TEASERS) continue;
      const before = this.#lines.before(list);
      if (before === undefined || endsWithColon(before)) continue;
      const isHeaded =
        isTag(before.block) && isHeading(before.block) && before.linked === 0 && !this.#isExcluded(before);
      if (!isHeaded && [...this.#lines.in(list)].every((line) => this.#leadsToSite(line))) this.excluded.add(list);
    }
  }

  /** Excludes lines that ask for something, and paragraphs that are nothing but a link to another page of the site. */
  excludeLines(): void {
    let before: Line | undefined;
    for (const line of this.#lines.all) {
      if (this.#isTitle(line) || this.#isExcluded(line)) continue;
      const isTeaser = announcesOtherPages(line.text)
        ? line.linked > MAX_LINKED_SHARE * line.length
        : this.#isLinkAlone(line) && !endsWithColon(before);
      if (isTeaser || isRequest(line.text) || isStamp(line.text)) this.#exclude(line);
      before = line;
    }
  }

  #isLinkAlone(line: Line): boolean {
    if (!isTag(line.block) || PARTS_OF_LISTS.has(line.block.name) || isHeading(line.block)) return false;
    if (isPlainLink(line.block)) return false;
    return line.linked > 0.9 * line.length && !isShort(line.text) && this.#leadsToSite(line);
  }

  /** Whether the links of a line lead to other pages of the site. Those to other sites are what a text is about. */
  #leadsToSite({ nodes }: Line): boolean {
    const links = nodes.filter(isTag).flatMap((node) => [node, ...elementsOf(node)]);
    return links.every(({ name, attribs }) => {
      const url = name === 'a' ? resolveUrl(attribs.href, this.#baseUrl) : undefined;
      return url === undefined || isSameSite(new URL(url).hostname, this.#host);
    });
  }

  /** Excludes what follows the last paragraph, but for texts and figures right below it. */
  excludeEnd(): void {
    const isOfText = (line: Line) => isParagraph(line) && !this.#isExcluded(line) && !this.#isBehind(line);
    const last = this.#lines.all.findLast(isOfText);
    if (last === undefined) return;
    // The paragraph and its list, quote or table are followed by more of the text, and the boxes around them by others.
    let isInText = true;
    let node: ChildNode | Document = last.nodes.at(-1) ?? last.block;
    while (node !== this.#root && node.parent !== null) {
      const parent = node.parent as Element | Document;
      const isPart = isTag(parent) && PARTS_OF_TEXT.has(parent.name);
      const nextSiblings = isPart ? [] : parent.children.slice(parent.children.indexOf(node as ChildNode) + 1);
      const isInParent = isInText || this.#hasParagraphs(parent);
      for (const next of nextSiblings) if (!this.#continues(next, node, isInParent)) this.excluded.add(next);
      if (!isPart && isTag(node) && isBlock(node)) isInText = false;
      node = parent;
    }
  }

  #hasParagraphs({ children }: Element | Document): boolean {
    return children.some((child) => isTag(child) && child.name === 'p' && this.#lines.shareOf(child) > 0);
  }

  /**
   * Whether the node after a part of the text belongs to the text too. After a paragraph this is any text, after a box only
   * a similar box.
   */
  #continues(next: ChildNode, part: ChildNode | Document, isInText: boolean): boolean {
    if (!isTag(next)) return isInText;
    if (this.#lines.countIn(next) === 0) {
      return (isInText || isAlike(next, part)) && (isFigure(next) || existsOne(isFigure, next.children));
    }
    const isLinkOfText = isInText && next.name === 'p' && [...this.#lines.in(next)].every(({ text }) => isShort(text));
    const isOfText = isLinkOfText || this.#isHeaded(next) || (isInText && isTableWithHeader(next));
    if (this.#lines.linkedShareOf(next) > MAX_LINKED_SHARE && !isOfText) return false;
    if (!isInText) return isAlike(next, part);
    return TEXTS.has(next.name) || !isBlock(next) || existsOne(({ name }) => TEXT_BOXES.has(name), next.children);
  }

  /** Whether a list stands right below a heading. */
  #isHeaded(element: Element): boolean {
    if (!PARTS_OF_TEXT.has(element.name)) return false;
    let before = element.prev;
    while (before !== null && !isTag(before)) before = before.prev;
    return before !== null && isHeading(before) && !this.excluded.has(before);
  }

  /** Whether a paragraph is in a box with little of the text that differs from an earlier box with most of it. */
  #isBehind(line: Line): boolean {
    let box: Element | undefined;
    for (const node of ancestorsOf(line.block, this.#root)) {
      if (this.#lines.shareOf(node) > MOST) break;
      box = node;
    }
    if (box === undefined || TEXTS.has(box.name) || this.#lines.shareOf(box) >= MIN_SHARE_BEHIND) return false;
    const mainBox = this.#boxWithMostOf(box.parent as Element | Document);
    return mainBox !== undefined && this.#isBefore(mainBox, box) && !isAlike(mainBox, box);
  }

  #isBefore(one: Element, other: Element): boolean {
    return (this.#lines.startOf(one) ?? 0) < (this.#lines.startOf(other) ?? 0);
  }

  /** The child with most of the text. */
  #boxWithMostOf(parent: Element | Document): Element | undefined {
    if (!this.#boxesWithMost.has(parent)) {
      const hasMost = (child: ChildNode): child is Element => isTag(child) && this.#lines.shareOf(child) > MOST;
      this.#boxesWithMost.set(parent, parent.children.find(hasMost));
    }
    return this.#boxesWithMost.get(parent);
  }

  /** Excludes the lines before the first paragraph, except the title, sentences and figures. */
  excludeBeginning(): void {
    // A page of short lines alone has nothing to begin before.
    if (this.#lines.lengthOfParagraphs === 0) return;
    const title = this.#lines.all.find((line) => this.#isTitle(line));
    let isPastTitle = title === undefined || this.#shareBefore(title) > MAX_SHARE_ABOVE_TITLE;
    let summary: Line | undefined;
    for (const line of this.#lines.all) {
      if (this.#isTitle(line)) isPastTitle = true;
      if (this.#isTitle(line) || this.#isExcluded(line)) continue;
      const isRepeated = this.#lines.isRepeated(line);
      const isInText = isPastTitle || this.#lines.shareOf(line.block) > MAX_SHARE_OF_BOX;
      if (isParagraph(line) && !isByline(line.text) && isInText) {
        // One paragraph before the text may be its summary. If more are repeated, the page contains the text twice.
        if (!isRepeated || summary !== undefined) break;
        summary = line;
      }
      const repeats = line.text === title?.text || isRepeated;
      if (!isPastTitle || repeats || !this.#isIntroduction(line)) this.#exclude(line);
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
    if (line.linked > MAX_LINKED_SHARE * line.length) return isSentence(line);
    if (line.length >= MIN_INTRODUCTION_LENGTH || (isTag(line.block) && isHeading(line.block))) return true;
    return [...ancestorsOf(line.block, this.#root)].some((box) => TEXT_BOXES.has(box.name) || isRemark(box));
  }

  /** Excludes the boxes whose text is all excluded, with their pictures. */
  excludeEmptyBoxes(): void {
    const filledElements = new Set<Element>();
    for (const line of this.#lines.all) {
      if (this.#isExcluded(line)) continue;
      for (const box of ancestorsOf(line.block, this.#root)) {
        if (filledElements.has(box)) break;
        filledElements.add(box);
      }
    }
    for (const { block } of this.#excludedLines) {
      for (const box of ancestorsOf(block, this.#root)) {
        if (this.excluded.has(box) || filledElements.has(box)) break;
        if (this.#title !== undefined && isWithin(this.#title, box)) break;
        if (box.name === 'figure' || existsOne(({ name }) => name === 'figure', box.children)) break;
        this.excluded.add(box);
      }
    }
  }

  #exclude(line: Line): void {
    for (const node of line.nodes) this.excluded.add(node);
    this.#excludedLines.push(line);
  }

  #isTitle(line: Line): boolean {
    return this.#title !== undefined && isWithin(line.block, this.#title);
  }

  #isExcluded({ nodes: [first] }: Line): boolean {
    for (let node: ChildNode | null = first ?? null; node !== null && node !== this.#root; node = node.parent) {
      if (this.excluded.has(node)) return true;
    }
    return false;
  }
}
