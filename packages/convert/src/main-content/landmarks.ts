import { existsOne } from 'domutils';
import { type Element, isTag } from '../html/html.js';
import { isAttributedQuote } from '../html/quotes.js';
import type { Measures } from './measures.js';
import { isRemark } from './names.js';
import { THRESHOLDS } from './thresholds.js';

/** Roles of ARIA for what the pages of a site have in common. */
const ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'complementary', 'menu', 'menubar', 'toolbar']);

/** Roles of ARIA for what opens over a page. */
const OVERLAYS = new Set(['dialog', 'alertdialog']);

/** Whether the tag or the role of an element says that it belongs to the site, and not to the text of the page. */
export function isLandmark(element: Element, measures: Measures): boolean {
  const { name, attribs } = element;
  const { role } = attribs;
  if (name === 'nav' || (role !== undefined && ROLES.has(role))) return true;
  if (role !== undefined && OVERLAYS.has(role)) return !holdsPage(element, measures);
  if (name === 'aside') return !isRemark(element) && !isAttributedQuote(element);
  if (name === 'footer') return !isInQuote(element);
  return name === 'header' && measures.of(element).titles === 0 && isOfPage(element);
}

/** Whether what opens over a page is what the page shows: most of its text, with a title or without anything to answer by. */
function holdsPage(element: Element, measures: Measures): boolean {
  const { titles, prose } = measures.of(element);
  if (prose < THRESHOLDS.shareOfDominant * measures.page.prose) return false;
  return titles > 0 || (prose > 0 && !existsOne(isControl, element.children));
}

function isControl({ name, attribs }: Element): boolean {
  return name === 'button' || name === 'input' || attribs.role === 'button';
}

/** Whether an element opens over the page, and says that it is closed. */
export function isClosedOverlay({ attribs }: Element): boolean {
  return OVERLAYS.has(attribs.role ?? '') && attribs['aria-hidden'] === 'true';
}

/** Whether an element is the header or the footer of the page, and not of an article or a section in it. */
export function isFrameOfPage(element: Element): boolean {
  const { name, attribs } = element;
  if (attribs.role === 'banner' || attribs.role === 'contentinfo') return true;
  return (name === 'header' || name === 'footer') && isOfPage(element);
}

/** Whether an element is a remark beside a text, or the footer of a section. */
export function isBesideArticle({ name, attribs }: Element): boolean {
  return name === 'aside' || name === 'footer' || attribs.role === 'complementary';
}

function isInQuote({ parent }: Element): boolean {
  return parent !== null && isTag(parent) && parent.name === 'blockquote';
}

/** The header of an article or a section holds its title; the header of the page holds the name of the site. */
function isOfPage(element: Element): boolean {
  for (let node = element.parent; node !== null; node = node.parent) {
    if (isTag(node) && (node.name === 'article' || node.name === 'section' || node.name === 'main')) return false;
  }
  return true;
}

/** Kinds of `input` for what a site wants to know of its readers. A field for any text may be an example. */
const PERSONAL = new Set(['email', 'password', 'tel', 'search']);

/** Whether an element asks its reader for an address, a password, a search or a comment. */
export function asksForInput(element: Element): boolean {
  const isField = ({ name, attribs }: Element) =>
    name === 'textarea' ||
    (name === 'input' && (PERSONAL.has((attribs.type ?? '').toLowerCase()) || asksForAddress(attribs)));
  return existsOne(isField, element.children);
}

/** Whether a field without a type of its own names an address of mail. */
function asksForAddress({ type = 'text', name, autocomplete, inputmode, placeholder }: Element['attribs']): boolean {
  return type === 'text' && /e-?mail/i.test([name, autocomplete, inputmode, placeholder].join(' '));
}
