import type { Guide } from '../guides/guides.js';
import { anchorOf, headingsOf, MESSAGES } from '../guides/headings.js';
import { escapeHtml } from '../site/html.js';
import { renderLayout } from '../site/layout.js';
import { renderMarkdown } from '../site/markdown.js';
import type { PageLink, Surroundings } from './links.js';

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

export function renderPage(page: GuidePage, guides: readonly Guide[], surroundings: Surroundings): string {
  const { file, title, description, markdown, link, facts } = page;
  return renderLayout({
    title: `${title} · Trawl`,
    description,
    places: { ...surroundings, guides: '' },
    head: `<link rel="canonical" href="${file === 'index.html' ? './' : file}">
<link rel="alternate" type="text/markdown" href="${file.replace(/html$/, 'md')}">
<script type="application/ld+json">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>\n`,
    menu: menu(guides, file),
    menuName: 'Guides',
    main: `${renderMarkdown(markdown, {
      link,
      rowId: (message, column) => (column === MESSAGES ? anchorOf(message) : undefined),
    })}<p class="actions"><a class="markdown" href="${file.replace(/html$/, 'md')}">Markdown</a></p>\n`,
    aside: sections(markdown),
  });
}

/** A page as Markdown, whose links lead to the Markdown of other pages; those to files without a page are their text. */
export function pageMarkdown({ markdown, link }: GuidePage): string {
  return markdown.replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (all, text: string, href: string) => {
    const target = link(href);
    if (target === href) return all;
    return target === undefined ? text : `[${text}](${target.replace(/\.html(?=#|$)/, '.md')})`;
  });
}

/** The guides by their groups. */
function menu(guides: readonly Guide[], file: string): string {
  const groups = [...new Set(guides.map(({ group }) => group))];
  const link = ({ name, title }: Guide) => {
    const current = `${name}.html` === file ? ' aria-current="page"' : '';
    return `<li><a href="${name}.html"${current}>${escapeHtml(title)}</a></li>`;
  };
  return groups
    .map((group) => {
      const links = guides.filter((guide) => guide.group === group).map(link);
      return `<h2>${escapeHtml(group)}</h2><ul>${links.join('')}</ul>`;
    })
    .join('');
}

function sections(markdown: string): string {
  const headings = headingsOf(markdown).filter(({ depth }) => depth === 2);
  if (headings.length < 2) return '';
  const links = headings.map(({ text, anchor }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`);
  return `<nav class="sections" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>\n`;
}
