import { CELLS, HEADINGS } from './element-names.js';
import {
  type ChildNode,
  type Document,
  type Element,
  firstElements,
  hasAttributeInSource,
  hasAttributes,
  isTag,
  isText,
  type ParentNode,
  pushReversed,
} from './html.js';
import { isHiddenByStyle } from './style-declarations.js';
import { isSpacedOnce } from './white-space.js';

/** A selection of the nodes of a page. It leaves the document unchanged. */
export interface Content {
  /** Selected elements, each included as a whole, or the document. */
  readonly roots: readonly (Element | Document)[];
  /** Nodes left out of them, with their descendants. */
  readonly dropped: Dropped;
}

/** The nodes that are left out: a set, or a map with the reason of each. */
export interface Dropped {
  has(node: ChildNode): boolean;
}

const NEVER_SHOWN = new Set([
  'head',
  'title',
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'canvas',
  'noframes',
  'select',
  'datalist',
  'textarea',
  'dialog',
]);

/** Elements whose buttons are words of the text: the question of a panel that opens, or the name of a key. */
const TEXTS = new Set([...HEADINGS, ...CELLS, 'p', 'dt', 'dd', 'summary']);

/** Whether a button stands in a text. Others control the page, such as those that copy code, share or open a menu. */
function isInText(button: Element): boolean {
  let { parent } = button;
  while (parent !== null && isTag(parent) && !isBlock(parent) && !TEXTS.has(parent.name)) parent = parent.parent;
  return parent !== null && isTag(parent) && (TEXTS.has(parent.name) || isBesideParagraph(button, parent));
}

/** Elements that hold the content of a page by their name. */
const CONTENTS = new Set(['main', 'article', 'section']);

/** Texts and lists. A button after code copies the code. */
const BEFORE_BUTTONS = new Set(['p', 'ul', 'ol', 'dl', 'blockquote', 'table']);

/** Whether a button follows a text of the content, itself or as the only element of a box. */
function isBesideParagraph(button: Element, parent: Element): boolean {
  const isAlone = parent.name === 'div' && firstElements(parent, 2).length === 1;
  const before = elementBefore(isAlone ? parent : button);
  return before !== undefined && BEFORE_BUTTONS.has(before.name) && isInContents(before);
}

function isInContents(element: Element): boolean {
  for (let node = element.parent; node !== null && isTag(node); node = node.parent) {
    if (CONTENTS.has(node.name)) return true;
    if (node.name !== 'div') return false;
  }
  return false;
}

/** The element in front of another one. */
export function elementBefore({ prev }: Element): Element | undefined {
  let node = prev;
  while (node !== null && !isTag(node)) node = node.prev;
  return node ?? undefined;
}

/** Whether an element shows text to a reader of the whole page. */
export function isShown(element: Element): boolean {
  return isShowable(element) && !isHidden(element);
}

/** Whether an element shows text unless it is hidden. */
export function isShowable(element: Element): boolean {
  return !NEVER_SHOWN.has(element.name) && (element.name !== 'button' || isInText(element));
}

/** Whether the attributes of any element may hide it. */
export function mayHide(page: Document): boolean {
  return hasAttributeInSource(page, 'hidden') || hasAttributeInSource(page, 'style');
}

/** Whether the attributes of an element hide it. */
function isHidden(element: Element): boolean {
  if (!hasAttributes(element)) return false;
  const { hidden, role, style } = element.attribs;
  // The panels of tabs are hidden until the user selects them, but all of them are content.
  if (hidden !== undefined && hidden !== 'until-found' && role !== 'tabpanel') return true;
  return isHiddenByStyle(style);
}

/** Elements that show another document. Browsers that cannot show it show their content instead. */
const EMBEDS = new Set(['iframe', 'frame', 'object', 'embed', 'audio', 'video']);

export function isEmbed({ name }: Element): boolean {
  return EMBEDS.has(name);
}

/** The children of a node that a reader sees. */
export function shownChildren(parent: ParentNode, content: Content): readonly ChildNode[] {
  if (isTag(parent) && isEmbed(parent)) return [];
  const { dropped } = content;
  // All of them are shown in most elements.
  for (const child of parent.children)
    if (!isIn(child, dropped)) return parent.children.filter((one) => isIn(one, dropped));
  return parent.children;
}

function isIn(child: ChildNode, dropped: Dropped): boolean {
  return (isText(child) || (isTag(child) && isShown(child))) && !dropped.has(child);
}

/** Every element that a reader sees, in the order of the page. */
export function* shownElements(content: Content): Generator<Element> {
  for (const root of content.roots) {
    if (isTag(root)) yield root;
    yield* shownDescendants(root, content);
  }
}

function* shownDescendants(parent: ParentNode, content: Content): Generator<Element> {
  const stack = shownChildren(parent, content).toReversed();
  for (let child = stack.pop(); child; child = stack.pop()) {
    if (!isTag(child)) continue;
    yield child;
    pushReversed(stack, shownChildren(child, content));
  }
}

const BLOCKS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'caption',
  'center',
  'dd',
  'details',
  'dialog',
  'dir',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  ...HEADINGS,
  'header',
  'hgroup',
  'hr',
  'html',
  'legend',
  'li',
  'main',
  'menu',
  'nav',
  'ol',
  'optgroup',
  'option',
  'p',
  'pre',
  'search',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
]);

export function isBlock(element: Element): boolean {
  return BLOCKS.has(element.name);
}

/** The content as plain text, one line for each block. */
export function contentText(content: Content): string {
  return contentLines(content)
    .map(({ text }) => text)
    .join('\n');
}

/** The text of a block, or of a part of it between line breaks. */
export interface ContentLine {
  readonly text: string;
  /** Whether all its words are those of links, as in a list of other pages. A heading counts as none. */
  readonly isOnlyLinks: boolean;
}

export function contentLines(content: Content): ContentLine[] {
  const lines: ContentLine[] = [];
  let line = '';
  let space = false;
  let isOnlyLinks = true;
  const endLine = (): void => {
    if (line !== '') lines.push({ text: line, isOnlyLinks });
    line = '';
    space = false;
    isOnlyLinks = true;
  };
  const add = (text: string, isInLink: boolean): void => {
    const words = isSpacedOnce(text) ? text : text.replace(/\s+/g, ' ');
    if (words.startsWith(' ')) space = true;
    const trimmedText = words.trim();
    if (trimmedText === '') return;
    line += space && line !== '' ? ` ${trimmedText}` : trimmedText;
    space = words.endsWith(' ');
    if (isOnlyLinks && !isInLink && /[\p{L}\p{N}]/u.test(trimmedText)) isOnlyLinks = false;
  };
  const collect = (parent: ParentNode, isInLink: boolean): void => {
    for (const child of shownChildren(parent, content)) {
      if (isText(child)) {
        add(child.data, isInLink);
      } else if (isTag(child)) {
        if (child.name === 'math' && child.attribs.alttext) {
          add(child.attribs.alttext, isInLink);
          continue;
        }
        const ends = isBlock(child) || child.name === 'br';
        if (ends) endLine();
        collect(child, isInLink || child.name === 'a');
        if (HEADINGS.has(child.name)) isOnlyLinks = false;
        if (ends) endLine();
      }
    }
  };
  for (const root of content.roots) {
    collect(root, false);
    endLine();
  }
  return lines;
}

/** Whether a reader sees any text of a page. */
export function hasShownText(body: Element | Document): boolean {
  const content = { roots: [body], dropped: new Set<ChildNode>() };
  const isVisibleText = (node: ChildNode) => isText(node) && node.data.trim() !== '';
  if (shownChildren(body, content).some(isVisibleText)) return true;
  for (const element of shownElements(content)) if (shownChildren(element, content).some(isVisibleText)) return true;
  return false;
}
