import { Element as ElementNode, Text } from 'domhandler';
import { removeElement, replaceElement } from 'domutils';
import { type ChildNode, type Document, type Element, elementsOf, isTag, rawText } from './html.js';

/**
 * Puts `<math>` with the TeX in the place of each formula of MathJax 2, which has its source in a script that no reader
 * sees. What stands before the script is a preview, or the same formula as MathJax has drawn it.
 */
export function showFormulas(page: Document): void {
  const scripts = [...elementsOf(page)].filter(isFormula);
  for (const script of scripts) {
    while (isDrawn(script.prev)) removeElement(script.prev);
    replaceElement(script, mathOf(script));
  }
}

function isFormula({ name, attribs }: Element): boolean {
  return name === 'script' && /^\s*math\/tex\s*(?:;|$)/i.test(attribs.type ?? '');
}

/** `MathJax_Preview`, `MathJax_Display`, `MathJax_SVG`, `mjx-chtml` and others. */
function isDrawn(node: ChildNode | null): node is Element {
  return node !== null && isTag(node) && /(?:^|\s)(?:MathJax|mjx)/i.test(node.attribs.class ?? '');
}

function mathOf(script: Element): Element {
  const formula = rawText(script).replace(TEX_COMMENTS, '').replace(/\s+/g, ' ').trim();
  const isDisplay = /mode\s*=\s*display/i.test(script.attribs.type ?? '');
  const text = new ElementNode('mtext', {}, [new Text(formula)]);
  return new ElementNode('math', { display: isDisplay ? 'block' : 'inline', alttext: formula }, [text]);
}

/** Generators hide the formula from XML parsers in a CDATA section, whose marks stand in comments of TeX. */
const TEX_COMMENTS = /(?<!\\)%.*$/gm;
