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

/** Whether an element is code without `<pre>`: some generators write an element for each line. */
export function isCodeInLines(element: Element): boolean {
  if (!/\b(?:fragment|code|highlight|source)\b/i.test(element.attribs.class ?? '')) return false;
  const lines = element.children.filter(isTag);
  return lines.length > 0 && lines.every(({ attribs }) => /\bline\b/.test(attribs.class ?? ''));
}
