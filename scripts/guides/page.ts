import { readFile } from 'node:fs/promises';
import { Marked, type Tokens } from 'marked';
import type { Guide } from './guides.js';

const STYLES = await readFile(new URL('./style.css', import.meta.url), 'utf8');
const MARK = await readFile(new URL('../docs/brand/mark.svg', import.meta.url), 'utf8');

/** What stands on a page besides its text. */
export interface GuidePage {
  /** Its file name, such as `jobs.html`. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  /** The same facts for programs, by schema.org. */
  readonly facts: object;
}

/** A guide as a page: its facts say what a reader sees in the list of guides. */
export function guidePage({ name, title, summary, position, markdown }: Guide): GuidePage {
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: title,
    description: summary,
    position,
    inLanguage: 'en',
    wordCount: markdown.split(/\s+/).length,
  };
  return { file: `${name}.html`, title, description: summary, markdown, facts };
}

/** The whole page. It loads nothing from anywhere. */
export function renderPage({ file, title, description, markdown, facts }: GuidePage, guides: readonly Guide[]): string {
  const links = guides.map(({ name, title: text }) => {
    const current = `${name}.html` === file ? ' aria-current="page"' : '';
    return `<li><a href="${name}.html"${current}>${escapeHtml(text)}</a></li>`;
  });
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Trawl</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK)}">
<style>${STYLES}</style>
<script type="application/ld+json">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>
</head>
<body>
<header><a class="home" href="index.html">${MARK}<span>Trawl</span></a></header>
<div class="columns">
<nav aria-label="Guides"><ol>${links.join('')}</ol></nav>
<main>
${render(markdown)}</main>
</div>
<footer>The guides of Trawl, rendered on this machine. MIT licence.</footer>
</body>
</html>
`;
}

function render(markdown: string): string {
  const renderer = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const html = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(tokens.map(({ raw }) => raw).join(''))}">${html}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const text = this.parser.parseInline(tokens);
        // What stands outside of the guides is no page of the site.
        return href.startsWith('../') ? text : `<a href="${escapeHtml(pageOf(href))}">${text}</a>`;
      },
    },
  });
  return renderer.parse(markdown, { async: false });
}

/** Guides refer to each other as files of the repository, whose list of guides is the front page here. */
function pageOf(href: string): string {
  return href.replace(/^README\.md/, 'index.html').replace(/^([\w-]+)\.md(?=#|$)/, '$1.html');
}

/** As it is made where the guides are read in the repository, so that links between them lead to the same place. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
