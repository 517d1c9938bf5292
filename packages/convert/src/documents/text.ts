import { escapeText } from 'entities';
import { absoluteUrl } from '../absolute-url.js';
import type { ReadDocument } from './document.js';
import { documentHtml } from './document-html.js';

/** Reads plain text, which stays unchanged. */
export function readText(text: string): ReadDocument {
  return { html: documentHtml(preformattedHtml(text)), markdown: text.trim(), source: text };
}

/** Reads JSON or XML, which becomes a fenced block in Markdown. */
export function readCode(text: string, language: 'json' | 'xml'): ReadDocument {
  const inside = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(inside + 1);
  return { ...readText(text), markdown: `${fence}${language}\n${text.trim()}\n${fence}` };
}

/** Reads Markdown, which stays unchanged; its first heading becomes the title. */
export function readMarkdown(text: string, baseUrl: string): ReadDocument {
  const source = text.replace(/^---\n[\s\S]*?\n---\n/, '');
  const title = source.match(/^#{1,6}[ \t]+(.+?)[ \t]*#*$/m)?.[1];
  return {
    html: documentHtml(preformattedHtml(source), { title }),
    markdown: source.trim(),
    source: text,
    links: linksOf(source, baseUrl),
  };
}

/** Inline links, link definitions, and URLs in angle brackets. */
const LINK =
  /(?<!!)\[[^\]\n]{0,1000}\]\(\s*<?([^\s)>]{1,2000})|^ {0,3}\[[^\]\n]{1,1000}\]:\s*<?(\S{1,2000})|<(https?:[^\s>]{1,2000})>/gm;

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
