import { type Document, elementsOf, rawText } from '../html/html.js';

/** The declarations of one selector. */
export interface StyleRule {
  readonly selector: string;
  readonly declarations: ReadonlyMap<string, string>;
}

/** The rules of the page itself that apply to every screen, in source order. */
export function styleRules(page: Document): StyleRule[] {
  const rules: StyleRule[] = [];
  for (const element of elementsOf(page)) {
    if (element.name === 'style') for (const rule of readRules(rawText(element))) rules.push(rule);
    const inline = element.attribs.style;
    if (inline !== undefined && (element.name === 'body' || element.name === 'html')) {
      rules.push({ selector: element.name, declarations: readDeclarations(inline) });
    }
  }
  return rules;
}

/** Whether the page links style sheets in other files. */
export function hasLinkedStyles(page: Document): boolean {
  for (const { name, attribs } of elementsOf(page)) {
    if (name === 'link' && /\bstylesheet\b/i.test(attribs.rel ?? '')) return true;
  }
  return false;
}

/** A comment without an end reaches to the end of the text. */
const COMMENTS = /\/\*[\s\S]*?(?:\*\/|$)/g;

/** Reads the text in one pass. It skips `@media` and other at-rules, because they do not apply everywhere. */
function readRules(css: string): StyleRule[] {
  const text = css.replace(COMMENTS, '');
  const rules: StyleRule[] = [];
  let depth = 0;
  let start = 0;
  let selector = '';
  for (const { 0: character, index } of text.matchAll(/[{};]/g)) {
    if (character === '{') {
      if (depth === 0) selector = text.slice(start, index);
      depth++;
      start = index + 1;
    } else if (character === '}') {
      const isRule = depth === 1 && !selector.trimStart().startsWith('@');
      if (isRule) {
        const declarations = readDeclarations(text.slice(start, index));
        for (const one of selector.split(',')) rules.push({ selector: one.trim(), declarations });
      }
      depth = Math.max(0, depth - 1);
      start = index + 1;
    } else if (depth === 0) {
      start = index + 1;
    }
  }
  return rules;
}

function readDeclarations(text: string): Map<string, string> {
  const declarations = new Map<string, string>();
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!important/i, '')
      .trim();
    if (name !== '' && value !== '') declarations.set(name, value);
  }
  return declarations;
}
