import { existsOne } from 'domutils';
import { isHeading } from '../html/element-names.js';
import {
  type ChildNode,
  type Document,
  type Element,
  elementList,
  hasAttributes,
  isTag,
  isText,
  type ParentNode,
  plainText,
} from '../html/html.js';
import { textOutsideLinks } from './elements.js';
import { isNamedAfterHeading } from './headings.js';
import { visibleLength } from './measures.js';
import { isBox } from './names.js';

/**
 * Classes and ids of advertisements and cookie banners. A class or id has to be equal to one of them: names that only
 * contain one, such as `ad-hoc` or `cookies`, may mean anything.
 */
const NAMES = new Set([
  'ad',
  'ads',
  'advert',
  'adverts',
  'advertisement',
  'advertisements',
  'advertising',
  'adsbygoogle',
  'ad-banner',
  'ad-block',
  'ad-box',
  'ad-container',
  'ad-placement',
  'ad-slot',
  'ad-unit',
  'ad-wrapper',
  'banner-ad',
  'carbonads',
  'dfp-ad',
  'google-ad',
  'sponsored-content',
  'text-ad',
  'cookie-banner',
  'cookie-bar',
  'cookie-consent',
  'cookie-dialog',
  'cookie-law-info-bar',
  'cookie-message',
  'cookie-modal',
  'cookie-notice',
  'cookie-popup',
  'cookieconsent',
  'consent-banner',
  'gdpr-banner',
]);

const MAY_BE_NAMES = /ad|cookie|consent|sponsored|gdpr/i;

/** Prefixes of the ids that ad networks and vendors of consent dialogs use. */
const VENDOR_ID =
  /^(?:google_ads_|div-gpt-ad|taboola-|outbrain_|onetrust-|cybotcookiebot|didomi-|usercentrics-|qc-cmp2-|sp_message_|truste-)/;

const ATTRIBUTES = new Set(['data-ad-client', 'data-ad-slot', 'data-google-query-id']);

/** If the matches hold a larger share of the text, they are content: the offers of a marketplace are named ads as well. */
const MAX_SHARE = 0.5;

/**
 * Finds advertisements and cookie banners by the names that are usual for them. Where the text of a page is known, a name says
 * nothing of what stands in it: `isInText` then keeps what is no place of a network and has words outside its links.
 */
export function advertisingIn(
  body: Element | Document,
  isInText: (element: Element) => boolean = () => false,
): ChildNode[] {
  // Includes the descendants of each match.
  const advertisements = new Set<ParentNode>();
  const outermost: Element[] = [];
  for (const element of elementList(body)) {
    if (element.parent !== null && advertisements.has(element.parent)) advertisements.add(element);
    else if (
      isLabelled(element) ||
      isOfNetwork(element) ||
      (hasAttributes(element) && isNamed(element) && !(isInText(element) && isWritten(element)))
    ) {
      outermost.push(element);
      advertisements.add(element);
    }
  }
  if (outermost.length === 0) return [];
  const total = outermost.reduce((sum, element) => sum + lengthUpTo(element, Number.POSITIVE_INFINITY), 0);
  return total <= MAX_SHARE * lengthUpTo(body, total / MAX_SHARE) ? outermost : [];
}

/** The characters of the words in a node. A count that has reached the bound ends there. */
function lengthUpTo(node: ParentNode, bound: number): number {
  let length = 0;
  for (const child of node.children) {
    if (length >= bound) break;
    if (isText(child)) length += visibleLength(child.data);
    else if (isTag(child) && !CODE.has(child.name)) length += lengthUpTo(child, bound - length);
  }
  return length;
}

const CODE = new Set(['script', 'style', 'template', 'noscript']);

/** Whether an element is a place that an ad network or a vendor of consent dialogs fills. */
function isOfNetwork({ name, attribs }: Element): boolean {
  if (name === 'amp-ad') return true;
  for (const attribute in attribs) if (attribute.startsWith('data-') && ATTRIBUTES.has(attribute)) return true;
  return attribs.id !== undefined && VENDOR_ID.test(attribs.id.toLowerCase());
}

/** Whether the whole text of a box is a label of advertising: what it labels, a script puts there. */
function isLabelled({ name, children }: Element): boolean {
  const [only] = children;
  if (!LABELLED.has(name) || children.length !== 1 || only === undefined || !isText(only)) return false;
  return LABELS.has(only.data.trim().toLowerCase());
}

const LABELLED = new Set(['div', 'p', 'span']);

const LABELS = new Set([
  'advert',
  'advertisement',
  'anzeige',
  'werbung',
  'publicité',
  'publicidad',
  'pubblicità',
  'реклама',
]);

function isNamed(element: Element): boolean {
  const { name, attribs } = element;
  if (isHeading(element)) return false;
  const label = attribs['aria-label']?.trim().toLowerCase();
  if ((label !== undefined && NAMES.has(label)) || isAmongNames(attribs.class)) return true;
  // An id may also be the target of links within the page: a term, a paragraph, or a section about advertising.
  return isAmongNames(attribs.id) && (isBox(element) || name === 'ins') && !isNamedAfterHeading(element);
}

/** Whether an element has words, those of a box outside its links, and nothing that a script would fill. */
function isWritten(element: Element): boolean {
  const isFilled = existsOne(({ name }) => FILLED.has(name), [element]);
  return !isFilled && /[\p{L}\p{N}]/u.test(isBox(element) ? textOutsideLinks(element) : plainText(element));
}

const FILLED = new Set(['ins', 'iframe', 'script']);

function isAmongNames(names = ''): boolean {
  // Each of the names has one of these letters in a row, and few classes do.
  if (!MAY_BE_NAMES.test(names)) return false;
  return names
    .toLowerCase()
    .split(/\s+/)
    .some((word) => NAMES.has(word.replaceAll('_', '-')));
}
