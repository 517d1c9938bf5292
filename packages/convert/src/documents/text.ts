import { escapeAttribute, escapeText } from 'entities';
import { absoluteUrl } from '../absolute-url.js';
import type { ReadDocument } from './document.js';
import { documentHtml } from './document-html.js';

/** Reads plain text, which stays unchanged. */
export function readText(text: string): ReadDocument {
  return { html: documentHtml(preformattedHtml(text)), markdown: text.trim(), text: text.trim(), source: text };
}

/** Reads code, JSON or XML, which becomes a fenced block of its language in Markdown. The fence is longer than any in it. */
export function readCode(text: string, language: string): ReadDocument {
  const code = text.replace(/^\uFEFF/, '').replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '');
  let longest = 2;
  for (const [run] of code.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const className = language === '' ? '' : ` class="language-${escapeAttribute(language)}"`;
  return {
    html: documentHtml(`<pre><code${className}>\n${escapeText(code)}</code></pre>`),
    text: code,
    markdown: `${fence}${language}\n${code}\n${fence}`,
    source: text,
  };
}

/** Reads Markdown, which stays unchanged; its first heading becomes the title. */
export function readMarkdown(text: string, baseUrl: string): ReadDocument {
  const source = text.replace(/^---\n[\s\S]*?\n---\n/, '');
  const title = source.match(/^#{1,6}[ \t]+(.+?)[ \t]*#*$/m)?.[1];
  return {
    html: documentHtml(preformattedHtml(source), { title }),
    markdown: source.trim(),
    text: source.trim(),
    source: text,
    links: linksOf(source, baseUrl),
  };
}

/** Inline links, link definitions, and URLs in angle brackets. */
const LINK =
  /(?<!!)\[(?:[^[\]\n]|\[[^[\]\n]{0,1000}\]){0,1000}\]\(\s*<?([^\s)>]{1,2000})|^ {0,3}\[[^\]\n]{1,1000}\]:\s*<?(\S{1,2000})|<(https?:[^\s>]{1,2000})>/gm;

function linksOf(markdown: string, baseUrl: string): string[] {
  const links = new Set<string>();
  for (const [, inline, defined, bare] of markdown.matchAll(LINK)) {
    const address = inline ?? defined ?? bare ?? '';
    const url = absoluteUrl(address, baseUrl);
    if (url !== undefined) links.add(url);
  }
  return [...links].filter((link) => /^https?:/.test(link));
}

const preformattedHtml = (text: string) => `<pre>${escapeText(text)}</pre>`;
