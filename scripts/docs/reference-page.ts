import { escapeHtml } from '../site/html.js';
import { type Places, renderLayout } from '../site/layout.js';
import { renderMarkdown } from '../site/markdown.js';
import { slug } from './links.js';
import { rowId } from './search-index.js';
import type { Section } from './sections.js';

export const TITLE = 'Trawl: reference of the Web Search and Scraping API';
export const DESCRIPTION =
  'Search the web, scrape, crawl and watch pages: every call of the Web Search and Scraping API (v2), with samples.';

export const PLACES: Places = { home: '../', reference: '', guides: '../docs/', index: '' };

const DOWNLOADS = `<details><summary>Download</summary><ul>
<li><a href="openapi.json" download>OpenAPI, JSON</a></li>
<li><a href="openapi.yaml" download>OpenAPI, YAML</a></li>
<li><a href="reference.md">Markdown</a></li>
<li><a href="llms.txt">llms.txt</a></li>
<li><a href="llms-full.txt">llms-full.txt</a></li>
</ul></details>`;

/**
 * The reference on one page: everything is there before any program runs, so that nothing is replaced while somebody
 * reads, the search of the browser finds all of it, and an address leads to its place at once.
 */
export function referencePage(sections: readonly Section[]): string {
  return renderLayout({
    title: TITLE,
    description: DESCRIPTION,
    places: PLACES,
    links: `<a href="redoc.html">Redoc</a>${DOWNLOADS}`,
    menu: menu(sections),
    menuName: 'Calls',
    main: sections.map(article).join('\n'),
    programs: ['try-it.js'],
  });
}

function article(section: Section): string {
  const { id, title, operation } = section;
  const level = id === '/' ? 'h1' : 'h2';
  const actions = operation
    ? `<p class="actions"><a class="try-it" href="#try/${operation.operation.operationId}">Try it</a> <a href="redoc.html#${id}">Show in Redoc</a></p>`
    : '';
  return `<article id="${id}"><${level}><a href="#${id}">${escapeHtml(title)}</a></${level}>${actions}${contents(section)}</article>`;
}

function contents(section: Section): string {
  const isIntroduction = section.kind === 'introduction';
  const html = renderMarkdown(section.markdown, {
    link: (href) => href,
    deeper: 1,
    headingId: (text) => (isIntroduction ? `${section.id}/${slug(text)}` : undefined),
    rowId: (name) => (/\s/.test(name) ? undefined : rowId(section, name)),
  });
  return html.replaceAll(KEY_LINE, (line) => `<span class="key-line">${line}</span>`).replaceAll(CLIENT, SERVED_CLIENT);
}

/** The line of a curl command that a service without keys does not need. */
const KEY_LINE = / \\\n {2}-H <span[^>]*>&quot;Authorization: Bearer <span[^>]*>\$TRAWL_API_KEY<\/span>&quot;<\/span>/g;

/** How a sample makes the client. A service that serves the page writes its own address in place of the variable. */
const CLIENT = '(); <span class="hljs-comment">// TRAWL_BASE_URL, TRAWL_API_KEY</span>';
const SERVED_CLIENT = `<span class="published">${CLIENT}</span><span class="served">({ <span class="hljs-attr">baseUrl</span>: <span class="hljs-string">&#x27;$TRAWL_BASE_URL&#x27;</span> });</span>`;

function menu(sections: readonly Section[]): string {
  const link = ({ id, title }: Section) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`;
  const introduction = sections.filter(({ kind }) => kind === 'introduction');
  const groups = [...new Set(sections.map(groupOf))].filter((group) => group !== undefined);
  const lists = groups.map((group) => {
    const members = sections.filter((section) => groupOf(section) === group);
    return `<li><details name="calls"><summary>${escapeHtml(group)}</summary><ul>${members.map(link).join('')}</ul></details></li>`;
  });
  return `<h2>API reference</h2><ul>${introduction.map(link).join('')}${lists.join('')}</ul>`;
}

function groupOf({ kind, group }: Section): string | undefined {
  return kind === 'schema' ? 'Schemas' : group;
}
