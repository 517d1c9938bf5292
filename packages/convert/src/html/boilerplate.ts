import { type Element, elementsOf, isTag, plainText } from './html.js';
import { isNamedAfterHeading } from './named-after-heading.js';
import type { PageKind } from './page-kind.js';
import type { Measures } from './text-measures.js';

const ROLES = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'search',
  'complementary',
  'dialog',
  'alertdialog',
  'menu',
  'menubar',
  'toolbar',
]);

/** Words in the classes and ids of elements that are not content. */
const NAMES = new Set([
  'ad',
  'ads',
  'advert',
  'advertisement',
  'advertising',
  'banner',
  'breadcrumb',
  'breadcrumbs',
  'byline',
  'consent',
  'cookie',
  'cookies',
  'disqus',
  'foot',
  'footer',
  'gdpr',
  'masthead',
  'menu',
  'menubar',
  'modal',
  'nav',
  'navbar',
  'navfooter',
  'navheader',
  'navigation',
  'navpath',
  'newsletter',
  'outbrain',
  'pager',
  'pagination',
  'popup',
  'promo',
  'promotion',
  'recirc',
  'recommended',
  'related',
  'share',
  'sharing',
  'sidebar',
  'signup',
  'skip',
  'social',
  'sponsor',
  'sponsored',
  'subscribe',
  'taboola',
  'toolbar',
  'topbar',
  'trending',
]);

/** Discussions are not content at any length, but of a page for discussions: they are often longer than the article. */
const DISCUSSION = new Set(['comment', 'comments', 'commentlist', 'respond', 'disqus']);

const BOXES = new Set([
  'aside',
  'details',
  'div',
  'dl',
  'footer',
  'form',
  'header',
  'nav',
  'ol',
  'section',
  'table',
  'td',
  'ul',
]);

/** Classes of remarks beside the text of a manual, which are content. */
const REMARK =
  /\b(?:admonition|callout|caution|danger|example|footnote|hint|important|info|note|pullquote|tip|warning)/i;

/** Whether an element is a remark beside the text. */
export function isRemark(element: Element): boolean {
  return REMARK.test(namesOf(element));
}

/** An element with a larger share of the text is content whatever its name: a layout may be named after its sidebar. */
const MAX_SHARE = 0.4;

/** Whether the tag or the role of an element says that it belongs to the site, and not to the text of the page. */
export function isSiteFrame(element: Element, measures: Measures): boolean {
  const { name, attribs } = element;
  if (name === 'nav' || ROLES.has(attribs.role ?? '')) return true;
  if (name === 'aside') return !isRemark(element);
  if (name === 'footer')
    return !(element.parent !== null && isTag(element.parent) && element.parent.name === 'blockquote');
  return name === 'header' && measures.of(element).titles === 0 && isOfPage(element);
}

/** Whether the tag, role, class or id of an element marks it as boilerplate, which a site shows on all its pages. */
export function isBoilerplate(element: Element, kind: PageKind, measures: Measures): boolean {
  if (isSiteFrame(element, measures)) return true;
  const { attribs } = element;
  const { text, titles } = measures.of(element);
  if (!isBox(element) || namesOf(element) === ' ' || titles > 0 || FRAMES.has(element.name)) return false;
  const isSmall = text < MAX_SHARE * measures.page.text;
  const isNamed = (words: readonly string[]) =>
    words.some((word) => (kind !== 'discussion' && DISCUSSION.has(word)) || (isSmall && isName(word, words)));
  if (isNamed(wordsOf(attribs.class))) return true;
  if (!isNamed(wordsOf(attribs.id))) return false;
  return measures.leadsElsewhere(element) || !isNamedAfterHeading(element);
}

/** Words in classes and ids that mark boilerplate only around the text of an article. */
const NAMES_IN_ARTICLES = new Set([
  'author',
  'authors',
  'bio',
  'byline',
  'contributor',
  'credit',
  'credits',
  'dateline',
  'meta',
  'metadata',
  'timestamp',
  'eyebrow',
  'kicker',
  'keywords',
  'taglist',
  'tags',
  'topics',
  'posted',
  'postmeta',
  'follow',
  'print',
  'sharebar',
  'sharedaddy',
  'sharethis',
  'addthis',
  'addtoany',
  'shares',
  'socials',
  'more',
  'readmore',
  'mostread',
  'popular',
  'recommendation',
  'recommendations',
  'relatedposts',
  'teaser',
  'teasers',
  'latest',
  'upnext',
  'zergnet',
  'revcontent',
  'mgid',
  'nativo',
  'ticker',
  'breaking',
  'carousel',
  'playlist',
  'cta',
  'donate',
  'donation',
  'membership',
  'optin',
  'paywall',
  'promobox',
  'register',
  'subscription',
  'livefyre',
  'conversation',
  'discussion',
  'reactions',
  'rating',
  'ratings',
  'disclaimer',
  'disclosure',
  'tooltip',
  'popover',
  'rollover',
  'dropdown',
  'flyout',
  'offscreen',
  'visuallyhidden',
]);

/** Whether the class or id of an element says that it is not part of the article around it. */
export function isNamedBesideArticle({ name, attribs }: Element): boolean {
  if (name === 'body' || name === 'main' || name === 'article' || name === 'figure') return false;
  if (attribs.class === undefined && attribs.id === undefined) return false;
  const words = [...wordsOf(attribs.class), ...wordsOf(attribs.id)];
  return words.some((word) => NAMES_IN_ARTICLES.has(word) || isName(word, words)) || isPager(words);
}

/** Whether a word names boilerplate. A post of a social network that a text embeds is part of the text. */
function isName(word: string, words: readonly string[]): boolean {
  return NAMES.has(word) && !(word === 'social' && words.includes('embed'));
}

function isPager(words: readonly string[]): boolean {
  return words.includes('next') && (words.includes('prev') || words.includes('previous'));
}

/** Classes that hide an element, from all readers or from those who see the page. */
const HIDING = /(?:^|\s)(?:hidden|hide|d-none|sr-only|visually-?hidden|screen-reader-text)(?:\s|$)/;

/** Classes that show it again on larger screens. */
const SHOWING = /[:-](?:block|flex|grid|inline)/;

/** Whether an element is hidden by its class on screens of all sizes. */
export function isHiddenByName({ attribs }: Element): boolean {
  return attribs.class !== undefined && HIDING.test(attribs.class) && !SHOWING.test(attribs.class);
}

/** Elements whose meaning is decided by more than their names. */
const FRAMES = new Set(['aside', 'footer', 'header']);

function namesOf({ attribs }: Element): string {
  return `${attribs.class ?? ''} ${attribs.id ?? ''}`;
}

export function wordsOf(names = ''): string[] {
  // Most names have no capitals, and looking for them between all letters takes several times as long.
  const words = /[a-z][A-Z]/.test(names) ? names.replace(/(?<=[a-z])(?=[A-Z])/g, ' ') : names;
  return words.toLowerCase().split(/[\s_:-]+/);
}

export function isBox({ name }: Element): boolean {
  return BOXES.has(name);
}

/** The header of an article or a section holds its title; the header of the page holds the name of the site. */
function isOfPage(element: Element): boolean {
  for (let node = element.parent; node !== null; node = node.parent) {
    if (isTag(node) && (node.name === 'article' || node.name === 'section' || node.name === 'main')) return false;
  }
  return true;
}

const STEPS = new Set(['prev', 'previous', 'next']);

/** Whether an element, its only children or most of its links are marked as navigation. */
export function isNavigation(element: Element): boolean {
  for (let box: Element | undefined = element; box; box = onlyChild(box)) {
    const names = [box.attribs.class, box.attribs.id, box.attribs['aria-label']].flatMap((names) => wordsOf(names));
    if (names.some((word) => NAMES.has(word) || STEPS.has(word))) return true;
  }
  const links = [...elementsOf(element)].filter(({ name }) => name === 'a');
  const steps = links.filter(({ attribs }) =>
    [attribs.rel, attribs.class].flatMap((names) => wordsOf(names)).some((word) => STEPS.has(word)),
  );
  return steps.length > links.length / 2;
}

function onlyChild(element: Element): Element | undefined {
  const [only, ...others] = element.children.filter(isTag);
  return others.length === 0 ? only : undefined;
}

const FINE_PRINT =
  /©|\bcopyright\b|\ball rights reserved\b|\blast (?:updated|modified|changed)\b|\b(?:generated|created|built|powered) (?:by|with|using)\b|\bpage last\b/i;

/** Whether an element is a short note about the page itself, such as the date of its last change. */
export function isFinePrint(element: Element): boolean {
  const text = plainText(element);
  return text.length < 300 && FINE_PRINT.test(text);
}
