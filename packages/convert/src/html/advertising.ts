import { isBox } from './boilerplate.js';
import { type ChildNode, type Document, type Element, elementsOf, type ParentNode, plainText } from './html.js';
import { isHeading, isNamedAfterHeading } from './named-after-heading.js';

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

/** Prefixes of the ids that ad networks and vendors of consent dialogs use. */
const VENDOR_ID =
  /^(?:google_ads_|div-gpt-ad|taboola-|outbrain|onetrust-|cybotcookiebot|didomi-|usercentrics-|qc-cmp2-|sp_message_|truste-)/;

const ATTRIBUTES = ['data-ad-client', 'data-ad-slot', 'data-google-query-id'];

/** If the matches hold a larger share of the text, they are content: the offers of a marketplace are named ads as well. */
const MAX_SHARE = 0.5;

/** Finds advertisements and cookie banners by the names that are usual for them. */
export function advertisingIn(body: Element | Document): ChildNode[] {
  // Includes the descendants of each match.
  const advertisements = new Set<ParentNode>();
  const outermost: Element[] = [];
  for (const element of elementsOf(body)) {
    if (element.parent !== null && advertisements.has(element.parent)) advertisements.add(element);
    else if (isAdvertising(element)) {
      outermost.push(element);
      advertisements.add(element);
    }
  }
  if (outermost.length === 0) return [];
  const total = outermost.reduce((sum, element) => sum + plainText(element).length, 0);
  return total <= MAX_SHARE * plainText(body).length ? outermost : [];
}

function isAdvertising(element: Element): boolean {
  const { name, attribs } = element;
  if (isHeading(element)) return false;
  const label = attribs['aria-label']?.trim().toLowerCase();
  if (name === 'amp-ad' || (label !== undefined && NAMES.has(label))) return true;
  if (ATTRIBUTES.some((attribute) => attribs[attribute] !== undefined)) return true;
  if (VENDOR_ID.test(attribs.id?.toLowerCase() ?? '') || isAmongNames(attribs.class)) return true;
  // An id may also be the target of links within the page: a term, a paragraph, or a section about advertising.
  return isAmongNames(attribs.id) && (isBox(element) || name === 'ins') && !isNamedAfterHeading(element);
}

function isAmongNames(names = ''): boolean {
  return names
    .toLowerCase()
    .split(/\s+/)
    .some((word) => NAMES.has(word.replaceAll('_', '-')));
}
