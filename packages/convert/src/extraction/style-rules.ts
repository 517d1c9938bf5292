import { type Document, type Element, elementsOf, rawText } from '../html/html.js';
import { resolveUrl } from '../html/urls.js';
import type { StyleSheet } from '../page/options.js';

/** The declarations of one selector. */
export interface StyleRule {
  readonly selector: string;
  readonly declarations: ReadonlyMap<string, string>;
}

/** The rules of a page. */
export interface PageStyles {
  /** Those that apply to every screen, in the order of the page. */
  readonly rules: readonly StyleRule[];
  /** How many style sheets in other files are not among them. */
  readonly unreadSheets: number;
}

/** Reads the rules of the page itself, and those of the style sheets in other files that are given. */
export function pageStyles(page: Document, baseUrl: string, styleSheets: readonly StyleSheet[] = []): PageStyles {
  const sheets = new Map(styleSheets.map(({ url, css }) => [url, css]));
  const rules: StyleRule[] = [];
  let unreadSheets = 0;
  for (const element of elementsOf(page)) {
    if (element.name === 'style') for (const rule of readRules(rawText(element))) rules.push(rule);
    if (linksStyles(element)) {
      const css = sheets.get(resolveUrl(element.attribs.href, baseUrl)?.replace(/#.*/s, '') ?? '');
      if (css === undefined) unreadSheets += 1;
      else for (const rule of readRules(css)) rules.push(rule);
    }
    const inline = element.attribs.style;
    if (inline !== undefined && (element.name === 'body' || element.name === 'html')) {
      rules.push({ selector: element.name, declarations: readDeclarations(inline) });
    }
  }
  return { rules, unreadSheets };
}

/** Whether an element links a style sheet for every screen. Some pages load one late, by giving it to screens in a script. */
function linksStyles({ name, attribs }: Element): boolean {
  const { rel = '', media = '', onload = '' } = attribs;
  if (name !== 'link' || !/\bstylesheet\b/i.test(rel) || /\balternate\b/i.test(rel)) return false;
  return /^\s*(?:all|screen)?\s*$/i.test(media) || /\bmedia\b/.test(onload);
}

/** A comment without an end reaches to the end of the text. */
const COMMENTS = /\/\*[\s\S]*?(?:\*\/|$)/g;

/** At-rules whose rules apply to every screen. */
const TRANSPARENT = /^\s*@(?:layer\b|supports\b|media\s+(?:all|screen)\s*$)/i;

/** Reads the text in one pass. It skips `@media` and most other at-rules, because they do not apply everywhere. */
function readRules(css: string): StyleRule[] {
  const text = css.replace(COMMENTS, '');
  const rules: StyleRule[] = [];
  let depth = 0;
  /** The depth of the at-rules around the rules that are read. */
  let outer = 0;
  let start = 0;
  let selector = '';
  for (const { 0: character, index } of text.matchAll(/[{};]/g)) {
    if (character === '{') {
      if (depth === outer) selector = text.slice(start, index);
      if (depth === outer && TRANSPARENT.test(selector)) outer++;
      depth++;
      start = index + 1;
    } else if (character === '}') {
      const isRule = depth === outer + 1 && !selector.trimStart().startsWith('@');
      if (isRule) {
        const declarations = readDeclarations(text.slice(start, index));
        for (const one of selector.split(',')) rules.push({ selector: one.trim(), declarations });
      }
      depth = Math.max(0, depth - 1);
      outer = Math.min(outer, depth);
      start = index + 1;
    } else if (depth === outer) {
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
