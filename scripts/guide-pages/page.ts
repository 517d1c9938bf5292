import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Guide } from '../guides/guides.js';
import { headingsOf } from '../guides/headings.js';
import type { PageLink, Surroundings } from './links.js';
import { escapeHtml, renderMarkdown } from './markdown.js';

const STYLES = await readFile(new URL('./style.css', import.meta.url), 'utf8');
const MARK = await readFile(new URL('../docs/brand/mark.svg', import.meta.url), 'utf8');

/** The page loads nothing and runs nothing. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** What stands on a page besides its text. */
export interface GuidePage {
  /** Its file name, such as `jobs.html`. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  readonly link: PageLink;
  /** The same facts for programs, by schema.org. */
  readonly facts: object;
}

/** A guide as a page: its facts say what a reader sees in the list of guides. */
export function guidePage({ name, title, summary, position, markdown }: Guide, link: PageLink): GuidePage {
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: title,
    description: summary,
    position,
    inLanguage: 'en',
    wordCount: markdown.split(/\s+/).length,
  };
  return { file: `${name}.html`, title, description: summary, markdown, link, facts };
}

/** The whole page. The text comes before the list of guides, so that the keyboard reaches it first. */
export function renderPage(page: GuidePage, guides: readonly Guide[], surroundings: Surroundings): string {
  const { file, title, description, markdown, link, facts } = page;
  const links = guides.map(({ name, title: text }) => {
    const current = `${name}.html` === file ? ' aria-current="page"' : '';
    return `<li><a href="${name}.html"${current}>${escapeHtml(text)}</a></li>`;
  });
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Trawl</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK)}">
<style>${STYLES}</style>
<script type="application/ld+json">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>
</head>
<body>
${header(surroundings)}
<div class="columns">
<main>
${renderMarkdown(markdown, link)}</main>
${sections(markdown)}<nav class="guides" aria-label="Guides"><h2>Guides</h2><ol>${links.join('')}</ol></nav>
</div>
<footer>MIT licence</footer>
</body>
</html>
`;
}

function header({ home = 'index.html', reference }: Surroundings): string {
  const links = ['<a href="index.html">Guides</a>', reference && `<a href="${reference}">API reference</a>`];
  return `<header><a class="home" href="${home}">${MARK}<span>Trawl</span></a><nav aria-label="Trawl">${links.filter(Boolean).join('')}</nav></header>`;
}

function sections(markdown: string): string {
  const found = headingsOf(markdown).filter(({ depth }) => depth === 2);
  if (found.length < 2) return '';
  const links = found.map(({ text, anchor }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`);
  return `<nav class="sections" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>\n`;
}
