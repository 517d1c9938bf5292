import { type ChildNode, type Document, type Element, elementsOf, plainText } from './html.js';

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
  const named = [...elementsOf(body)].filter(isNamedForIt);
  if (named.length === 0) return [];
  const most = MOST * plainText(body).length;
  const small = named.filter((element) => plainText(element).length <= most);
  const total = small.reduce((sum, element) => sum + plainText(element).length, 0);
  return total <= most ? small : [];
}

function isNamedForIt({ name, attribs }: Element): boolean {
  const label = attribs['aria-label']?.trim().toLowerCase();
  if (name === 'amp-ad' || (label !== undefined && NAMES.has(label))) return true;
  if (ATTRIBUTES.some((attribute) => attribs[attribute] !== undefined)) return true;
  const id = attribs.id?.toLowerCase() ?? '';
  if (OF_MAKERS.test(id)) return true;
  const words = `${id} ${attribs.class?.toLowerCase() ?? ''}`.split(/\s+/);
  return words.some((word) => NAMES.has(word.replaceAll('_', '-')));
}
