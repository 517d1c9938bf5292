import { type Element, elementsOf, firstElements, isTag, plainText } from '../html/html.js';
import { isNamedAfterHeading } from './headings.js';
import type { Measures } from './measures.js';
import type { PageKind } from './page-kind.js';
import { THRESHOLDS } from './thresholds.js';
import { NAMES, NAMES_BESIDE_ARTICLES, NAMES_OF_COMMENTS, STEPS } from './words.js';

/** Elements that lay out a page. The name of any other says nothing of what stands in it. */
const BOXES = new Set(['div', 'dl', 'form', 'ol', 'section', 'table', 'td', 'ul', 'details']);

export function isBox({ name }: Element): boolean {
  return BOXES.has(name);
}

/** Whether the class or id of a box is one of what a site shows on all its pages. */
export function isNamedAsFrame(element: Element, kind: PageKind, measures: Measures): boolean {
  if (!isBox(element)) return false;
  const { class: classes, id } = element.attribs;
  if (classes === undefined && id === undefined) return false;
  const { text, titles } = measures.of(element);
  if (titles > 0) return false;
  const isSmall = text < THRESHOLDS.shareOfNamedFrame * measures.page.text;
  const isNamed = (words: readonly string[]) =>
    words.some((word) => (kind !== 'discussion' && NAMES_OF_COMMENTS.has(word)) || (isSmall && NAMES.has(word)));
  if (isNamed(wordsOf(classes))) return !isOfText(element);
  const isIdNamed = isNamed(wordsOf(id)) && (measures.leadsElsewhere(element) || !isNamedAfterHeading(element));
  return isIdNamed && !isOfText(element);
}

/** Whether the class or id of an element is one of what stands around the text of an article. */
export function isNamedBesideArticle(element: Element): boolean {
  const { class: classes, id } = element.attribs;
  if (!isBox(element) || (classes === undefined && id === undefined)) return false;
  const words = [...wordsOf(classes), ...wordsOf(id)];
  return words.some((word) => NAMES_BESIDE_ARTICLES.has(word) || NAMES.has(word)) && !isOfText(element);
}

/** Texts of which no part has a place of its own: the name of a box in them says nothing. */
const WHOLES = new Set(['dl', 'details', 'blockquote']);

/** Whether an element is a part of a text by its role, or stands in a text that is a whole. */
function isOfText({ attribs: { role = '' }, parent }: Element): boolean {
  if (role === 'tabpanel' || role.startsWith('doc-')) return true;
  for (let node: Element['parent'] = parent; node !== null; node = node.parent) {
    if (isTag(node) && WHOLES.has(node.name)) return true;
  }
  return false;
}

/** Whether an element, its only children or most of its links are named as the way to the pages before and after. */
export function isNamedNavigation(element: Element): boolean {
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
  const [only, ...others] = firstElements(element, 2);
  return others.length === 0 ? only : undefined;
}

/** Classes of remarks beside the text of a manual, which are content. */
const REMARK =
  /\b(?:admonition|callout|caution|danger|example|footnote|hint|important|info|note|pullquote|tip|warning)/i;

/** Whether an element is a remark beside the text. */
export function isRemark({ attribs }: Element): boolean {
  return REMARK.test(`${attribs.class ?? ''} ${attribs.id ?? ''}`);
}

const FINE_PRINT =
  /^\W*(?:©|copyright\b|all rights reserved\b|(?:this )?(?:page|document)? ?(?:was )?(?:last )?(?:updated|modified|changed|generated|created|built|powered)\b (?:on|at|by|with|using|:)|last (?:updated|modified|changed)\b|page last\b)|©|\bcopyright \d{4}\b|\ball rights reserved\b/i;

/** Whether an element is a short note about the page itself, such as the date of its last change. */
export function isFinePrint(element: Element): boolean {
  const text = plainText(element);
  return text.length < THRESHOLDS.lengthOfFinePrint && FINE_PRINT.test(text);
}

/** The words of the names that were asked for last: a page has the same ones over and over. */
const cache = new Map<string, readonly string[]>();

const MAX_CACHED = 2_000;

/**
 * The words of names. A name with a colon is a utility for some screens or states, such as `print:hidden`, and says nothing of
 * what the element is.
 */
function wordsOf(names = ''): readonly string[] {
  if (names === '') return [];
  const cached = cache.get(names);
  if (cached !== undefined) return cached;
  const words = names.split(/\s+/).flatMap((name) => {
    if (name === '' || name.includes(':')) return [];
    return name
      .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
      .toLowerCase()
      .split(/[_-]+/);
  });
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(names, words);
  return words;
}
