import type { Dropped } from '../html/content.js';
import {
  type ChildNode,
  type Document,
  type Element,
  elementList,
  hasAttributeInSource,
  isTag,
  rawText,
} from '../html/html.js';
import { isTableWithHeader } from './elements.js';
import { isByline } from './labels.js';
import { eachLine, isParagraph } from './lines.js';
import type { Measure } from './measures.js';

/**
 * The kind of a page, by its main content. An `article` is one text with boilerplate around it. A `discussion` is a series
 * of posts. A `listing` is a collection of links. A `wiki` page has many authors. For any other page, only the marks of its author tell content from
 * boilerplate.
 */
export type PageKind = 'article' | 'discussion' | 'listing' | 'wiki' | 'other';

/** Types of schema.org, and of Open Graph, that publishers give to a page with one text. A `TechArticle` is a page of documentation. */
const ARTICLE_TYPE = /^(?:(?!tech)\w*article|blogposting)$/i;

const DISCUSSION_TYPE = /^(?:discussionforumposting|qapage)$/i;

/** Programs that show discussions, as they name themselves in the `generator` of a page. */
const DISCUSSION_PROGRAM =
  /\b(?:discourse|phpbb|vbulletin|xenforo|mybb|smf|simple machines|flarum|nodebb|invision|fluxbb|punbb|question2answer)\b/i;

/** Programs whose pages many people write. References and links below such a text belong to it. */
const WIKI_PROGRAM = /\b(?:mediawiki|dokuwiki|moinmoin|pmwiki|xwiki|tiki wiki|foswiki|twiki|confluence)\b/i;

/** A page with a larger share of its text in links is a listing. */
const LINKED_SHARE_OF_LISTING = 0.5;

/** A page with more sentences is a text with many links. In characters, without white space. */
const MAX_PROSE_OF_LISTING = 1500;

/** With this share of links, the sentences of a page only describe them. */
const LINKED_SHARE_OF_INDEX = 0.8;

/** Reads the kind that a page declares by its elements. */
export function declaredKind(page: Document): PageKind {
  const types = [...declaredTypes(page)];
  const isAny = (pattern: RegExp) => types.some((type) => pattern.test(type));
  if (isAny(DISCUSSION_TYPE) || isAny(DISCUSSION_PROGRAM)) return 'discussion';
  if (isAny(WIKI_PROGRAM)) return 'wiki';
  return isAny(ARTICLE_TYPE) ? 'article' : 'other';
}

/** Decides the kind of a page: the one that it declares, if its text fits, or a listing if most of it is links. */
export function pageKind(declaredPageKind: PageKind, { text, linked, prose }: Measure): PageKind {
  if (declaredPageKind === 'discussion' || (declaredPageKind === 'article' && prose > 0)) return declaredPageKind;
  const share = linked / text;
  return share > LINKED_SHARE_OF_INDEX || (share > LINKED_SHARE_OF_LISTING && prose < MAX_PROSE_OF_LISTING)
    ? 'listing'
    : declaredPageKind;
}

/** The byline of an article stands above one of its first paragraphs. */
const PARAGRAPHS_BEFORE_BYLINE = 2;

/** With more bylines, a page shows several texts, such as the posts of a forum. */
const MAX_BYLINES = 3;

/**
 * Whether a page that declares no kind is one text with an author or a date above it: most of it are paragraphs, and none
 * of it is code.
 */
export function isDatedText(body: Element | Document, droppedNodes: Dropped, { text, linked }: Measure): boolean {
  const half = (text - linked) / 2;
  const lengths = { paragraphs: 0, others: 0 };
  let paragraphs = 0;
  let bylines = 0;
  // A table that names its columns is data, and no part of a text.
  const dropped = { has: (node: ChildNode) => droppedNodes.has(node) || (isTag(node) && isTableWithHeader(node)) };
  eachLine(body, dropped, (line) => {
    lengths[isParagraph(line) ? 'paragraphs' : 'others'] += line.length - line.linked;
    if (isParagraph(line)) paragraphs++;
    else if (isByline(line.text)) bylines++;
    if (lengths.others > half) return false;
    return bylines <= MAX_BYLINES && (bylines > 0 || paragraphs <= PARAGRAPHS_BEFORE_BYLINE);
  });
  return bylines > 0 && bylines <= MAX_BYLINES && lengths.paragraphs > half;
}

/** The types that the page declares for itself in Open Graph, microdata and JSON-LD, and the program that made it. */
function* declaredTypes(page: Document): Generator<string> {
  let isMarked = false;
  let isDated = false;
  const mayHaveItems = hasAttributeInSource(page, 'itemtype') || hasAttributeInSource(page, 'itemprop');
  for (const element of elementList(page)) {
    const { name, attribs } = element;
    if (name !== 'meta' && name !== 'script' && !mayHaveItems) continue;
    if (name === 'meta') {
      const property = (attribs.property ?? attribs.name ?? '').toLowerCase();
      if (property === 'og:type' || property === 'generator') yield attribs.content ?? '';
      if (property === 'article:published_time') yield 'article';
    } else if (attribs.itemtype !== undefined) {
      const type = attribs.itemtype.replace(/^.*[/#]/, '');
      if (type === 'Article') isMarked = true;
      else yield type;
    } else if (name === 'script' && attribs.type === 'application/ld+json') {
      for (const [, type] of rawText(element).matchAll(/"@type"\s*:[\s[]*"(\w{1,64})"/g)) if (type) yield type;
    }
    isDated ||= attribs.itemprop === 'datePublished';
  }
  // Themes of documentation mark every page as an article, its indexes as well; those of publishers have a date.
  if (isMarked && isDated) yield 'article';
}
