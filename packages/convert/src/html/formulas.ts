import { Element as ElementNode, Text } from 'domhandler';
import { removeElement, replaceElement } from 'domutils';
import {
  attribute,
  type ChildNode,
  type Document,
  type Element,
  elementsOf,
  isTag,
  parseHtml,
  plainText,
  rawText,
} from './html.js';

/**
 * Shows each formula of MathJax 2, which has its source in a script that no reader sees, in the place of that script. What
 * stands before the script is a preview, or the same formula as MathJax has drawn it.
 */
export function showFormulas(page: Document): void {
  for (const script of [...elementsOf(page)].filter(({ name }) => name === 'script')) {
    const [, notation, rest = ''] = SCRIPT_TYPE.exec(attribute(script, 'type') ?? '') ?? [];
    if (notation === undefined) continue;
    while (isDrawn(script.prev)) removeElement(script.prev);
    const display = /mode\s*=\s*display/i.test(rest) ? 'block' : 'inline';
    replaceElement(script, shownFormula(notation.toLowerCase(), script, display));
  }
}

/** Such as `math/tex; mode=display`. */
const SCRIPT_TYPE = /^math\/(tex|asciimath|mml)\s*(;.*)?$/i;

/** `MathJax_Preview`, `MathJax_Display`, `MathJax_SVG`, `mjx-chtml` and others. */
function isDrawn(node: ChildNode | null): node is Element {
  return node !== null && isTag(node) && /(?:^|\s)(?:MathJax|mjx)/i.test(node.attribs.class ?? '');
}

function shownFormula(notation: string, script: Element, display: string): Element {
  // AsciiMath is written between backticks, as code is in Markdown.
  if (notation === 'asciimath') return new ElementNode('code', {}, [new Text(plainText(script))]);
  if (notation === 'mml') return mathElement({ display }, plainText(parseHtml(rawText(script))));
  const formula = rawText(script).replace(TEX_COMMENTS, '').replace(/\s+/g, ' ').trim();
  return mathElement({ display, alttext: formula }, formula);
}

function mathElement(attributes: Record<string, string>, text: string): Element {
  return new ElementNode('math', attributes, [new ElementNode('mtext', {}, [new Text(text)])]);
}

/** Generators hide the formula from XML parsers in a CDATA section, whose marks stand in comments of TeX. */
const TEX_COMMENTS = /(?<!\\)%.*$/gm;
