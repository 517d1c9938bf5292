import { isBox } from './boilerplate.js';
import { type ChildNode, type Document, type Element, elementsOf, type ParentNode, plainText } from './html.js';
import { isHeading, isNamedAfterHeading } from './named-after-heading.js';

/**
 * Names, in `class` or `id`, of what shows advertisements or asks about cookies. They are whole words: what only has
 * them in it, such as `ad-hoc` or `cookies`, may be anything.
 */
const NAMES = new Set([
  ...['ad', 'ads', 'advert', 'adverts', 'advertisement', 'advertisements', 'advertising', 'adsbygoogle'],
  ...['ad-banner', 'ad-block', 'ad-box', 'ad-container', 'ad-placement', 'ad-slot', 'ad-unit', 'ad-wrapper'],
  ...['banner-ad', 'carbonads', 'dfp-ad', 'google-ad', 'sponsored-content', 'text-ad'],
  ...['cookie-banner', 'cookie-bar', 'cookie-consent', 'cookie-dialog', 'cookie-law-info-bar', 'cookie-message'],
  ...['cookie-modal', 'cookie-notice', 'cookie-popup', 'cookieconsent', 'consent-banner', 'gdpr-banner'],
]);

/** How the ids begin that networks for advertisements, and makers of consent dialogs, give to what is theirs. */
const OF_MAKERS =
  /^(?:google_ads_|div-gpt-ad|taboola-|outbrain|onetrust-|cybotcookiebot|didomi-|usercentrics-|qc-cmp2-|sp_message_|truste-)/;

const ATTRIBUTES = ['data-ad-client', 'data-ad-slot', 'data-google-query-id'];

/** More of the page than this is no advertisement, however it is named: the offers of a market are ads as well. */
const MOST = 0.5;

/** What of a page advertises, or asks about cookies, by the names that are usual for it. */
export function advertisingIn(body: Element | Document): ChildNode[] {
  // With all that is in it.
  const named = new Set<ParentNode>();
  const outermost: Element[] = [];
  for (const element of elementsOf(body)) {
    if (element.parent !== null && named.has(element.parent)) named.add(element);
    else if (isNamedForIt(element)) {
      outermost.push(element);
      named.add(element);
    }
  }
  if (outermost.length === 0) return [];
  const total = outermost.reduce((sum, element) => sum + plainText(element).length, 0);
  return total <= MOST * plainText(body).length ? outermost : [];
}

function isNamedForIt(element: Element): boolean {
  const { name, attribs } = element;
  if (isHeading(element)) return false;
  const label = attribs['aria-label']?.trim().toLowerCase();
  if (name === 'amp-ad' || (label !== undefined && NAMES.has(label))) return true;
  if (ATTRIBUTES.some((attribute) => attribs[attribute] !== undefined)) return true;
  if (OF_MAKERS.test(attribs.id?.toLowerCase() ?? '') || isAmongNames(attribs.class)) return true;
  // Ids are also what links within a page lead to: a term, a paragraph, or a section about advertising.
  return isAmongNames(attribs.id) && (isBox(element) || name === 'ins') && !isNamedAfterHeading(element);
}

function isAmongNames(names = ''): boolean {
  return names
    .toLowerCase()
    .split(/\s+/)
    .some((word) => NAMES.has(word.replaceAll('_', '-')));
}
