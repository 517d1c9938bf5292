import { existsOne } from 'domutils';
import { isShown } from './content.js';
import { bodyOf, type Document, type Element, hasInSource, isTag, isText, type ParentNode, plainText } from './html.js';

/** A page that shows more characters than this, without white space, is no shell. */
export const MAX_TEXT_OF_SHELL = 200;

const LAYOUT_ELEMENTS = ['header', 'nav', 'aside', 'footer'];

const LAYOUT_ROLES = ['banner', 'navigation', 'complementary', 'contentinfo'];

/** What the pages of a site have in common, around the content of each. */
export const LAYOUT_SELECTOR = [...LAYOUT_ELEMENTS, ...LAYOUT_ROLES.map((role) => `[role="${role}"]`)].join();

/** The ids of the elements that frameworks fill: Create React App, Vite, Vue, Next, Nuxt, Gatsby, SvelteKit, Ember. */
const MOUNT_POINT = /^(?:root|app|application|main|__next|__nuxt|___gatsby|svelte|ember-app|react-root|mount|q-app)$/i;

/** The text that a page shows until its scripts have run. */
const PLACEHOLDER =
  /^(?:loading(?: \w+){1,5} ?(?:…|\.\.\.)|(?:(?:loading|please wait|one moment(?: please)?|initiali[sz]ing|starting)\W*)*)$/i;

const NEEDS_SCRIPTS = /java\s?script/i;

const SCRIPT_TYPE = /^(?:module|(?:text|application)\/(?:x-)?(?:java|ecma)script)?$/i;

/**
 * Whether a page is a shell: it shows nothing of what a reader comes for until its scripts have run in a browser. Such a
 * page has scripts, hardly any text, and an empty place for the rest, or it says itself that it needs JavaScript. The text of
 * its navigation and its footer is not what a reader comes for.
 */
export function isClientRendered(document: Document): boolean {
  const body = bodyOf(document);
  if (!hasScript(document)) return false;
  const text = shownText(body, MAX_TEXT_OF_SHELL);
  if (text.length > MAX_TEXT_OF_SHELL) return isLayoutAlone(body) && hasEmptyRoot(body);
  const asksForScripts =
    hasInSource(document, 'noscript') &&
    existsOne((element) => element.name === 'noscript' && NEEDS_SCRIPTS.test(plainText(element)), document.children);
  return asksForScripts || hasEmptyMount(body) || (PLACEHOLDER.test(text) && !showsOther(body));
}

/**
 * Whether a page whose scripts have begun to run still shows nothing of what a reader comes for: it has hardly any text, and
 * the place for the rest is empty or says that it loads.
 */
export function isStillLoading(document: Document): boolean {
  const body = bodyOf(document);
  const text = shownText(body, MAX_TEXT_OF_SHELL);
  if (drawsItself(body)) return false;
  if (text.length > MAX_TEXT_OF_SHELL && !isLayoutAlone(body)) return false;
  if (PLACEHOLDER.test(text) && !showsOther(body)) return true;
  return hasEmptyRoot(body) || existsOne((element) => isShown(element) && saysThatItLoads(element), body.children);
}

/** Whether hardly any text stands outside of what all pages of a site have around their content. */
function isLayoutAlone(body: ParentNode): boolean {
  return shownText(body, MAX_TEXT_OF_SHELL, isLayout).length <= MAX_TEXT_OF_SHELL;
}

function isLayout(element: Element): boolean {
  return LAYOUT_ELEMENTS.includes(element.name) || LAYOUT_ROLES.includes(element.attribs.role ?? '');
}

function hasEmptyRoot(body: ParentNode): boolean {
  return existsOne((element) => isShown(element) && isEmptyRoot(element), body.children);
}

/** The element that an app fills as a whole. Other components are often empty, such as icons. */
function isEmptyRoot(element: Element): boolean {
  const isRoot =
    element.name === 'main' ||
    MOUNT_POINT.test(element.attribs.id ?? '') ||
    ROOT_COMPONENT.test(element.name) ||
    loadsItself(element);
  return isRoot && isEmpty(element);
}

/** A custom element, such as the `app-root` of Angular. */
const ROOT_COMPONENT = /-(?:app|root)$/;

function saysThatItLoads(element: Element): boolean {
  const text = shownText(element, MAX_TEXT_OF_SHELL);
  return text !== '' && PLACEHOLDER.test(text) && !showsOther(element);
}

/** An app that draws has no text. */
function drawsItself(body: ParentNode): boolean {
  return existsOne(({ name }) => name === 'canvas', body.children);
}

function hasScript(document: Document): boolean {
  if (!hasInSource(document, 'script')) return false;
  return existsOne(({ name, attribs }) => name === 'script' && SCRIPT_TYPE.test(attribs.type ?? ''), document.children);
}

/** An element that its framework fills: it has the id of one, its name is that of a component, or it asks for its content. */
function hasEmptyMount(body: ParentNode): boolean {
  const isMount = (element: Element) =>
    MOUNT_POINT.test(element.attribs.id ?? '') || element.name.includes('-') || loadsItself(element);
  return existsOne((element) => isMount(element) && isShown(element) && isEmpty(element), body.children);
}

/** An element that htmx fills without its user. */
function loadsItself({ attribs }: Element): boolean {
  const source = attribs['hx-get'] ?? attribs['data-hx-get'] ?? attribs['hx-post'] ?? attribs['data-hx-post'];
  const trigger = attribs['hx-trigger'] ?? attribs['data-hx-trigger'] ?? '';
  return source !== undefined && /\b(?:load|revealed|intersect|every)\b/.test(trigger);
}

function isEmpty(element: Element): boolean {
  return PLACEHOLDER.test(shownText(element, MAX_TEXT_OF_SHELL)) && !showsOther(element);
}

const SHOWN_WITHOUT_TEXT = new Set([
  'img',
  'picture',
  'video',
  'audio',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'form',
  'a',
]);

/** Whether something other than text is shown, or leads elsewhere. */
function showsOther(parent: ParentNode): boolean {
  return existsOne(({ name }) => SHOWN_WITHOUT_TEXT.has(name), parent.children);
}

/** The visible text without white space around words; reading stops soon after `max` characters. */
function shownText(parent: ParentNode, max: number, isExcluded: (element: Element) => boolean = () => false): string {
  const words: string[] = [];
  let length = 0;
  const collect = (node: ParentNode): void => {
    for (const child of node.children) {
      if (length > max) return;
      if (isText(child)) {
        const text = child.data.trim();
        length += text.length;
        if (text) words.push(text);
      } else if (isTag(child) && isShown(child) && !isExcluded(child)) collect(child);
    }
  };
  collect(parent);
  return words.join(' ').replace(/\s+/g, ' ');
}
