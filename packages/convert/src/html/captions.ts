import { existsOne } from 'domutils';
import { ancestorsOf } from './article-elements.js';
import { wordsOf } from './boilerplate.js';
import { contentText } from './content.js';
import { type ChildNode, type Document, type Element, elementsOf, isTag, plainText } from './html.js';
import { isCredit, withoutCredit } from './labels.js';
import type { Line, Lines } from './lines.js';
import { nameOf } from './page-title.js';
import { imageUrl } from './urls.js';

/** A longer text is not a caption, whatever its class. */
const MAX_CAPTION_LENGTH = 2000;

/** Elements that show something to which a caption belongs, besides images. */
const SHOWN = new Set([
  'svg',
  'canvas',
  'video',
  'audio',
  'iframe',
  'object',
  'embed',
  'math',
  'pre',
  'table',
  'blockquote',
  'ul',
  'ol',
  'dl',
]);

/** An image with a shorter `data:` URL stands in for one that a script loads. */
const MIN_LENGTH_OF_IMAGE = 300;

/** A smaller `svg` is an icon. */
const MIN_WIDTH_OF_DRAWING = 64;

/** The most elements beside a caption that are compared with it. */
const MAX_SHOWN = 20;

/**
 * Finds what the captions in an article need not say: whose picture it is, what the alternative text of the picture says
 * as well, and what belongs to a picture that is not in the page, because a script would load it from elsewhere.
 */
export function needlessCaptions(
  lines: Lines,
  { root, dropped, baseUrl }: { root: Element | Document; dropped: ReadonlySet<ChildNode>; baseUrl: string },
): Set<ChildNode> {
  const needless = new Set(dropped);
  const captions = [...captionsOf(root, lines)];
  const texts = new Set(captions.flatMap((caption) => [...lines.in(caption)]));
  const subjects = new Map<Element, Subject>();
  for (const caption of captions) {
    for (const part of elementsOf(caption)) if (isCreditPart(part)) needless.add(part);
    const box = boxOf(caption, lines, root);
    const subject = subjects.get(box) ?? subjectIn(box, lines, baseUrl, texts);
    subjects.set(box, subject);
    const whole = contentText({ roots: [caption], dropped: needless });
    const text = nameOf(isCredit(whole) ? '' : withoutCredit(whole));
    if (text === '' || !subject.isThere || subject.alternatives.some((alt) => alt.includes(text)))
      needless.add(caption);
  }
  return needless;
}

/** The image or other element that a caption belongs to. */
interface Subject {
  readonly isThere: boolean;
  /** The alternative texts of its images, for comparison. */
  readonly alternatives: readonly string[];
}

function isCreditPart(part: Element): boolean {
  return part.attribs.itemprop === 'copyrightHolder' || (!part.children.some(isTag) && isCredit(plainText(part)));
}

/**
 * Finds captions by their tags and classes. An element that contains an image or the like is a figure, and not a caption.
 */
function* captionsOf(root: Element | Document, lines: Lines): Generator<Element> {
  const captionNodes = new Set<ChildNode>();
  for (const element of elementsOf(root)) {
    const isInCaption = element.parent !== null && captionNodes.has(element.parent as Element);
    if (isInCaption) captionNodes.add(element);
    if (isInCaption || !isNamedCaption(element) || lines.countIn(element) === 0) continue;
    if (lines.lengthOf(element) > MAX_CAPTION_LENGTH) continue;
    if (existsOne(({ name }) => name === 'img' || SHOWN.has(name), element.children)) continue;
    captionNodes.add(element);
    yield element;
  }
}

function isNamedCaption({ name, attribs }: Element): boolean {
  if (name === 'figcaption') return true;
  return /caption/i.test(attribs.class ?? '') && wordsOf(attribs.class).includes('caption');
}

/** The figure around a caption, or the largest box around it without other text. */
function boxOf(caption: Element, lines: Lines, root: Element | Document): Element {
  let box = caption;
  for (const node of ancestorsOf(caption, root)) {
    if (node.name === 'figure') return node;
    if (lines.countIn(node) > lines.countIn(caption)) break;
    box = node;
  }
  return box;
}

/** Finds the images and the like in a box, or beside it with no text in between. */
function subjectIn(box: Element, lines: Lines, baseUrl: string, captions: ReadonlySet<Line>): Subject {
  const visible: Element[] = [];
  const collect = (element: Element): void => {
    for (const one of [element, ...elementsOf(element)]) {
      if (visible.length < MAX_SHOWN && isShownTo(one, baseUrl)) visible.push(one);
    }
  };
  collect(box);
  for (const side of ['prev', 'next'] as const) {
    for (let node = box[side]; node !== null; node = node[side]) {
      if (isTag(node)) collect(node);
      if (lines.countIn(node) > 0) break;
    }
  }
  const hasText = [...lines.in(box)].some((line) => !captions.has(line));
  const alternatives = visible.flatMap(({ name, attribs }) => (name === 'img' ? nameOf(attribs.alt ?? '') : []));
  return { isThere: hasText || visible.length > 0, alternatives };
}

/** Whether a reader sees something in the place of an element. */
function isShownTo(element: Element, baseUrl: string): boolean {
  const { name, attribs } = element;
  if (name === 'img') {
    const url = imageUrl(element, baseUrl);
    return url !== undefined && !(url.startsWith('data:') && url.length < MIN_LENGTH_OF_IMAGE);
  }
  if (name === 'svg') {
    const width = Number(attribs.viewbox?.split(/[\s,]+/)[2] ?? attribs.width);
    return !(width < MIN_WIDTH_OF_DRAWING);
  }
  return SHOWN.has(name) || name.includes('-') || /\burl\(/.test(attribs.style ?? '');
}
