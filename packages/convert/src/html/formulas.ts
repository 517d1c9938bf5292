import render from 'dom-serializer';
import { findOne } from 'domutils';
import { mathmlOfDrawing } from './drawn-formulas.js';
import {
  attribute,
  type ChildNode,
  type Document,
  type Element,
  elementList,
  firstElements,
  hasAttributeInSource,
  isTag,
  makeElement,
  parseHtml,
  plainText,
  rawText,
  removeElement,
  replaceElement,
} from './html.js';

/** Writes a `math` element as TeX, or returns undefined where it cannot. */
export type TexWriter = (mathml: string) => string | undefined;

/** Whether the source of a page may have formulas that a writer of TeX is needed for. */
export function mayHaveMathml(html: string): boolean {
  return /[<:;]math|math\/mml|<mjx-math/i.test(html);
}

/**
 * Shows each formula as a `math` element with its TeX in `alttext`, in the place of its source, which no reader sees, and of what
 * a script has drawn of it.
 */
export function showFormulas(page: Document, texOfMathml: TexWriter): void {
  const mayHaveSources = [...SOURCES].some((name) => hasAttributeInSource(page, name));
  for (const element of elementList(page)) {
    if (element.name === 'script') showScript(element, texOfMathml);
    else if (element.name === 'mjx-container') showContainer(element, texOfMathml);
    else if (element.name === 'math' || element.name.endsWith(':math')) showMathml(element, texOfMathml);
    else if (element.name === 'img') showImage(element);
    else if (mayHaveSources) showAttribute(element, texOfMathml);
  }
}

type Display = 'block' | 'inline';

/** A script of MathJax 2. In front of it stands a preview, or the formula as MathJax has drawn it. */
function showScript(script: Element, texOfMathml: TexWriter): void {
  const [, notation = '', rest = ''] = SCRIPT_TYPE.exec(attribute(script, 'type') ?? '') ?? [];
  if (notation === '') return;
  while (isDrawn(script.prev)) removeElement(script.prev);
  const display = /mode\s*=\s*display/i.test(rest) ? 'block' : 'inline';
  const source = rawText(script);
  switch (notation.toLowerCase()) {
    case 'asciimath':
      // AsciiMath is written between backticks, as code is in Markdown.
      replaceElement(script, makeElement('code', {}, plainText(script)));
      break;
    case 'mml':
      replaceElement(script, mathElement(texOfMathml(source) ?? source.replace(/<[^<>]*>/g, ''), display));
      break;
    default:
      replaceElement(script, mathElement(source.replace(TEX_COMMENTS, ''), display));
  }
}

/** Such as `math/tex; mode=display`. */
const SCRIPT_TYPE = /^math\/(tex|asciimath|mml)\s*(;.*)?$/i;

/** Generators hide the formula from XML parsers in a CDATA section, whose marks stand in comments of TeX. */
const TEX_COMMENTS = /(?<!\\)%.*$/gm;

/** `MathJax_Preview`, `MathJax_Display`, `MathJax_SVG`, `mjx-chtml` and others. */
function isDrawn(node: ChildNode | null): node is Element {
  return node !== null && isTag(node) && /(?:^|\s)(?:MathJax|mjx)/i.test(node.attribs.class ?? '');
}

function mathElement(source: string, display: Display): Element {
  const tex = source.replace(/\s+/g, ' ').trim();
  return makeElement('math', { display, alttext: tex }, [makeElement('mtext', {}, tex)]);
}

/** A formula of MathJax 3 or 4, which is drawn by styles: its source is an attribute, MathML for screen readers, or speech. */
function showContainer(container: Element, texOfMathml: TexWriter): void {
  const math = findOne(({ name }) => name === 'math', container.children);
  const source = findOne(({ attribs }) => attribs['data-latex'] !== undefined, container.children)?.attribs[
    'data-latex'
  ];
  const kept = source ?? (math === null ? undefined : texOf(math, texOfMathml));
  const spoken = kept === undefined ? spokenText(container) : undefined;
  const drawing = kept === undefined && spoken === undefined ? mathmlOfDrawing(container) : undefined;
  const tex = kept ?? (drawing === undefined ? undefined : texOfMathml(drawing));
  const { display } = container.attribs;
  if (tex !== undefined) {
    replaceElement(container, mathElement(tex, display === 'true' || display === 'block' ? 'block' : 'inline'));
  } else if (spoken !== undefined || drawing !== undefined) {
    replaceElement(container, makeElement('span', {}, spoken ?? plainText(parseHtml(drawing ?? ''))));
  }
}

function spokenText(container: Element): string | undefined {
  const spoken = findOne((element) => attribute(element, 'aria-label') !== undefined, [container]);
  return spoken === null ? undefined : attribute(spoken, 'aria-label');
}

function showMathml(math: Element, texOfMathml: TexWriter): void {
  const tex = texOf(math, texOfMathml);
  if (tex === undefined) return;
  const isBlock = math.attribs.display === 'block' || isInDisplay(math);
  const box = drawnBox(math);
  if (box !== undefined) replaceElement(box, mathElement(tex, isBlock ? 'block' : 'inline'));
  else if (math.name !== 'math') replaceElement(math, mathElement(tex, isBlock ? 'block' : 'inline'));
  else {
    math.attribs.alttext = tex;
    if (isBlock) math.attribs.display = 'block';
  }
}

function texOf(math: Element, texOfMathml: TexWriter): string | undefined {
  const source = findOne(
    ({ name, attribs }) => /(?:^|:)annotation$/.test(name) && /tex/i.test(attribs.encoding ?? ''),
    math.children,
  );
  const written =
    (source === null ? undefined : rawText(source).trim()) ||
    attribute(math, 'alttext') ||
    attribute(math, 'data-latex');
  if (written !== undefined) return written.replace(/\s+/g, ' ');
  return texOfMathml(render(math, { xmlMode: true }).replace(/(<\/?)\w+:/g, '$1'));
}

/** The box of a formula that is drawn beside its MathML: with signs by KaTeX, as a picture by wikis. */
function drawnBox(math: Element): Element | undefined {
  const holder = math.parent;
  const box = holder?.parent;
  if (!holder || !box || !isTag(holder) || !isTag(box)) return undefined;
  const parts = firstElements(box, 3);
  const isAlone = parts.length === 2 && firstElements(holder, 2).length === 1 && plainText(holder) === plainText(math);
  const drawing = parts.find((part) => part !== holder);
  if (!isAlone || drawing === undefined) return undefined;
  const isDrawing = drawing.attribs['aria-hidden'] === 'true' || drawing.name === 'img' || drawing.name === 'svg';
  return isDrawing ? box : undefined;
}

function isInDisplay(math: Element): boolean {
  let node: Element['parent'] = math;
  for (let level = 0; level < MAX_BOXES && node !== null && isTag(node); level++, node = node.parent) {
    if (/(?:^|[\s_-])display(?:$|[\s_-])/.test(node.attribs.class ?? '')) return true;
  }
  return false;
}

const MAX_BOXES = 4;

/** Attributes of editors and generators that have the source of a formula. */
const SOURCES = new Set([
  'data-latex',
  'data-tex',
  'data-math',
  'data-katex',
  'data-formula',
  'data-equation',
  'data-expr',
]);

function showAttribute(element: Element, texOfMathml: TexWriter): void {
  const { name, attribs } = element;
  for (const source in attribs) {
    if (!source.startsWith('data-') || !SOURCES.has(source)) continue;
    const written = (attribs[source] ?? '').trim();
    if (NO_FORMULA.test(written)) continue;
    const tex = written.startsWith('<math') ? texOfMathml(written) : withoutDelimiters(written);
    if (tex === undefined || isText(element, tex)) continue;
    const isBlock =
      name === 'div' ||
      name === 'figure' ||
      DISPLAY.test(`${attribs.class} ${attribs['data-type']} ${attribs['data-display']}`);
    replaceElement(element, mathElement(tex, isBlock || written.startsWith('$$') ? 'block' : 'inline'));
    return;
  }
}

const NO_FORMULA = /^(?:|true|false|[01]|inline|block|display)$/i;
const DISPLAY = /\b(?:block|display|true)\b/i;

function withoutDelimiters(tex: string): string {
  return tex.replace(/^(?:\$\$?|\\[([])\s*([\s\S]*?)\s*(?:\$\$?|\\[)\]])$/, '$1');
}

/** Whether an element is text of its own rather than a formula that has been drawn: it has paragraphs, or far more text. */
function isText(element: Element, tex: string): boolean {
  const holdsText =
    findOne(({ name }) => name === 'p' || name === 'li' || /^h[1-6]$/.test(name), element.children) !== null;
  return holdsText || plainText(element).length > MAX_DRAWN * (tex.length + MAX_DRAWN);
}

/** A drawing repeats each sign a few times: as text, for screen readers, and as its source. */
const MAX_DRAWN = 10;

/** A picture of a formula whose alternative text or address is TeX. */
function showImage(image: Element): void {
  const tex = texOfAlternative(image) ?? texOfAddress(image);
  if (tex === undefined) return;
  replaceElement(image, mathElement(withoutDelimiters(tex), image.attribs.eeimg === '2' ? 'block' : 'inline'));
}

/** The alternative text where it can be nothing but TeX, or where the class or the address of the picture says that it is. */
function texOfAlternative(image: Element): string | undefined {
  const { src = '', class: names = '', eeimg } = image.attribs;
  const alternative = attribute(image, 'alt');
  if (alternative === undefined || !/[\\^_{}=]/.test(alternative)) return undefined;
  const isNamed = eeimg !== undefined || /(?:^|[\s_-])(?:latex|tex|math|equation)(?:$|[\s_-])/i.test(names);
  const isTex = isNamed || COMMAND.test(alternative) || /[?/.](?:latex|tex|math)\b[^/]*[?=]/i.test(src);
  return isTex ? alternative : undefined;
}

/** A command of TeX with an argument. */
const COMMAND = /\\[a-zA-Z]+\s*\{/;

/** What a service that draws formulas gets: the query of the address, a value in it, or the end of the path. */
function texOfAddress({ attribs: { src = '' } }: Element): string | undefined {
  if (!/\\|%5C/i.test(src)) return undefined;
  const [path = '', query = ''] = src.split(/\?(.*)/s);
  const values = /^\w+=/.test(query) ? query.split('&').map((part) => part.replace(/^\w+=/, '')) : [query];
  const sources = query === '' ? [path.slice(path.lastIndexOf('/') + 1)] : values;
  return sources.map(decoded).find((source) => /\\[a-zA-Z]/.test(source) && !FILE.test(source));
}

/** The name of a file on Windows. */
const FILE = /^[a-z]:\\|\.\w+$/i;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('&space;', ' '));
  } catch {
    // No text of an address: it is none of a formula.
    return '';
  }
}
