import { type Content, isBlock, shownChildren } from '../html/content.js';
import { type Element, isTag, isText, type ParentNode } from '../html/html.js';
import { isPermalink } from './permalink.js';

/** The text of code, with a line break for each `<br>` and block. */
export function preformatted(element: Element, content: Content): string {
  const parts: string[] = [];
  const collect = (parent: ParentNode): void => {
    for (const child of shownChildren(parent, content)) {
      if (isText(child)) {
        parts.push(child.data);
      } else if (isTag(child)) {
        if (child.name === 'br') parts.push('\n');
        if (isPermalink(child)) continue;
        collect(child);
        if (isBlock(child) && !(parts.at(-1) ?? '\n').endsWith('\n')) parts.push('\n');
      }
    }
  };
  collect(element);
  return parts.join('');
}

const LANGUAGE = /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourceCode\s+)([\w+#.-]+)/i;
const NO_LANGUAGE = new Set(['default', 'none', 'text', 'plain', 'plaintext', 'notranslate', 'source']);

/** The language that a highlighter wrote as a class of the block, of the code in it, or of one of its two nearest ancestors. */
export function codeLanguage(element: Element): string {
  const code = element.children.find((child): child is Element => isTag(child) && child.name === 'code');
  const boxes = [code, element, element.parent, element.parent?.parent];
  for (const box of boxes) {
    if (box === null || box === undefined || !isTag(box)) continue;
    const language =
      LANGUAGE.exec(box.attribs.class ?? '')?.[1] ?? box.attribs['data-lang'] ?? box.attribs['data-language'];
    if (language !== undefined) return NO_LANGUAGE.has(language.toLowerCase()) ? '' : language.toLowerCase();
  }
  return '';
}

/** Whether an element is code without `<pre>`: some generators write an element for each line. */
export function isCodeInLines(element: Element): boolean {
  if (!/\b(?:fragment|code|highlight|source)\b/i.test(element.attribs.class ?? '')) return false;
  const lines = element.children.filter(isTag);
  return lines.length > 0 && lines.every(({ attribs }) => /\bline\b/.test(attribs.class ?? ''));
}
