import { posix } from 'node:path';
import { escapeHtml } from '../../site/html.js';
import { CHOICE, type Places, renderLayout } from '../../site/layout.js';
import { createRenderer } from '../../site/markdown.js';
import { slug } from '../addresses.js';
import { type LinkOf, linksOfPage } from '../links.js';
import type { Content, Page, Section } from '../model.js';
import type { Pages } from '../pages.js';
import { createNames, type Names } from './choice.js';
import { menuHtml, startList } from './contents.js';
import { examplesHtml } from './examples.js';
import { contentHtml, type FieldView } from './fields.js';

/** One of several versions that stand side by side, each in a folder of its own. */
export interface VersionView {
  readonly name: string;
  /** The others, the latest first, with the file of each that shows what a page of this one shows. */
  readonly others: readonly { readonly name: string; fileOf(page: Page): string }[];
  /** Whether its pages are also those in the folder of the latest version. */
  readonly isLatest: boolean;
}

/** The other pages, seen from the folder of the reference. */
export const SURROUNDINGS = { home: '../', guides: '../docs/' };

export const TITLE = 'Trawl API';

/** The places of the site, seen from a page of the reference. */
export function placesFrom(path: string): Places {
  const up = '../'.repeat(path.split('/').length - 1);
  return {
    assets: up,
    home: up + SURROUNDINGS.home,
    guides: up + SURROUNDINGS.guides,
    reference: `${up}index.html`,
    index: up,
  };
}

const DOWNLOADS: readonly (readonly [file: string, text: string])[] = [
  ['everything.html', 'Everything on one page'],
  ['openapi.json', 'OpenAPI, JSON'],
  ['openapi.yaml', 'OpenAPI, YAML'],
  ['reference.md', 'Markdown'],
  ['llms.txt', 'llms.txt'],
  ['llms-full.txt', 'llms-full.txt'],
];

function downloads({ assets = '' }: Places): string {
  const links = DOWNLOADS.map(([file, text]) => {
    const attribute = file.startsWith('openapi') ? ' download' : '';
    return `<li><a href="${assets}${file}"${attribute}>${text}</a></li>`;
  });
  return `<details><summary>Download</summary><ul>${links.join('')}</ul></details>`;
}

/** Links to the same page in other versions. */
function versions({ name, others }: VersionView, page: Page, { assets = '' }: Places): string {
  const links = others.map(
    (other) => `<li><a href="${assets}../${other.name}/${other.fileOf(page)}">${escapeHtml(other.name)}</a></li>`,
  );
  return `<details><summary>Version ${escapeHtml(name)}</summary><ul>${links.join('')}<li><a href="${assets}changes.html">What changed</a></li></ul></details>`;
}

/** A page of the reference, which can be read before any program runs. */
export function pageHtml(pages: Pages, page: Page, version?: VersionView): string {
  const places = placesFrom(page.path);
  const link = linksOfPage(pages, page.path, { guides: SURROUNDINGS.guides, ending: 'html' });
  const neighbours = neighboursOf(pages, page);
  const names = createNames();
  const examples = examplesHtml(page, names);
  const rememberChoice = examples.includes('data-remembered') ? `<script>${CHOICE}</script>` : '';
  return renderLayout({
    title: `${page.title} · ${TITLE}`,
    description: page.summary || page.title,
    places,
    head: headLinks(page, neighbours, link, version && linksOfVersion(version, page, places)),
    links: `${version ? versions(version, page, places) : ''}${downloads(places)}`,
    menu: menuHtml(pages, page, link),
    menuName: 'API reference',
    layout: examples ? 'with-examples' : 'without-examples',
    main: [
      `<div class="intro">${introduction(page, pages, link)}</div>\n`,
      `${examples}${rememberChoice}`,
      `<div class="details">${details(page, viewOf(link, names))}${page.kind === 'start' ? startList(pages, link) : ''}${neighboursHtml(neighbours, link)}</div>`,
    ].join(''),
  });
}

/** All pages as one, for print and for the search of a browser. */
export function everythingHtml(pages: Pages, everything: Pages): string {
  const places = placesFrom('everything');
  const link = linksOfPage(pages, 'everything', { guides: SURROUNDINGS.guides, ending: 'html' });
  const ownLink: LinkOf = (href) => (href.startsWith('#') ? href : link(href));
  const articles = everything.pages.map((page) => {
    const level = page.kind === 'start' ? 'h1' : 'h2';
    const head = `<${level}><a href="#${page.anchor}">${escapeHtml(page.title)}</a></${level}>`;
    return `<article id="${page.anchor}">${head}${body(page, ownLink, 1)}${details(page, viewOf(ownLink))}</article>`;
  });
  return renderLayout({
    title: `Everything on one page · ${TITLE}`,
    description:
      'The whole reference of the Web Search and Scraping API on one page, for print and for the search of a browser.',
    places,
    head: '<link rel="canonical" href="everything.html">\n',
    links: downloads(places),
    menu: menuHtml(pages, undefined, link),
    menuName: 'API reference',
    layout: 'without-examples',
    main: articles.join('\n'),
  });
}

/** A search engine shows the page of the latest version. */
function linksOfVersion({ others, isLatest }: VersionView, page: Page, { assets = '' }: Places): VersionLinks {
  const file = isLatest ? `${page.path}.html` : (others[0]?.fileOf(page) ?? 'index.html');
  return { canonical: `${assets}../latest/${file}`, feed: `${assets}../changes.atom` };
}

interface VersionLinks {
  readonly canonical: string;
  readonly feed: string;
}

function headLinks(page: Page, { previous, next }: Neighbours, link: LinkOf, version?: VersionLinks): string {
  const file = posix.basename(page.path);
  const canonical = version?.canonical ?? (page.path === 'index' ? './' : `${file}.html`);
  return [
    `<link rel="canonical" href="${canonical}">`,
    `<link rel="alternate" type="text/markdown" href="${file}.md">`,
    previous ? `<link rel="prev" href="${link(`#${previous.anchor}`)}">` : '',
    version ? `<link rel="alternate" type="application/atom+xml" href="${version.feed}">` : '',
    next ? `<link rel="next" href="${link(`#${next.anchor}`)}">` : '',
  ]
    .filter(Boolean)
    .join('\n')
    .concat('\n');
}

interface Neighbours {
  readonly previous: Page | undefined;
  readonly next: Page | undefined;
}

function neighboursOf({ pages }: Pages, page: Page): Neighbours {
  const index = pages.indexOf(page);
  return { previous: pages[index - 1], next: pages[index + 1] };
}

function neighboursHtml({ previous, next }: Neighbours, link: LinkOf): string {
  const part = (name: string, page: Page | undefined, rel: string) =>
    page
      ? `<a rel="${rel}" href="${link(`#${page.anchor}`)}"><small>${name}</small> ${escapeHtml(page.title)}</a>`
      : '';
  return `<nav class="neighbours" aria-label="Before and after">${part('Before', previous, 'prev')}${part('After', next, 'next')}</nav>`;
}

function introduction(page: Page, { pages }: Pages, link: LinkOf): string {
  const first = pages.find(({ group }) => group !== undefined && group === page.group);
  const group =
    page.group === undefined
      ? ''
      : `<p class="group">${first ? `<a href="${link('#/')}#${slug(page.group)}">${escapeHtml(page.group)}</a>` : ''}</p>`;
  return `${group}<h1>${escapeHtml(page.title)}</h1>${body(page, link, 0)}`;
}

/** The address of a call, its text and its notes, and what can be done with the page. */
function body(page: Page, link: LinkOf, deeper: number): string {
  const { call, kind, text, notes, path, anchor } = page;
  const address = call
    ? `<p class="endpoint"><span class="method">${call.method.toUpperCase()}</span> <code>${escapeHtml(call.path)}</code></p>`
    : '';
  const renderer = createRenderer({
    link,
    deeper,
    headingId: (heading) => (deeper > 0 ? `${anchor}/${slug(heading)}` : slug(heading)),
    // Code and field names alone make an address.
    rowId: (name) => (/\s/.test(name) ? undefined : deeper > 0 ? `${anchor}/${name}` : name),
  });
  const list = notes.map((note) => `<li><strong>${note.name}:</strong> ${renderer.inline(note.text)}</li>`).join('');
  const tryIt = call ? `<a class="try-it" href="#try/${call.operationId}">Try it</a>` : '';
  const markdown = deeper > 0 ? '' : `<a class="markdown" href="${posix.basename(path)}.md">Markdown</a>`;
  const isReadAlone = deeper === 0 && kind !== 'start';
  return [
    address,
    renderer.text(text),
    list ? `<ul class="notes">${list}</ul>` : '',
    tryIt || isReadAlone ? `<p class="actions">${isReadAlone ? tryIt : ''} ${markdown}</p>` : '',
  ].join('');
}

/** Without names for buttons, everything is shown at once. */
function viewOf(link: LinkOf, names?: Names): FieldView {
  const renderer = createRenderer({ link, deeper: 4 });
  return { text: renderer.text, inline: renderer.inline, names: names ?? createNames(), isOpen: names === undefined };
}

function details(page: Page, view: FieldView): string {
  // The button that opens all that is nested stands beside the first heading that has something nested below it.
  const first = page.sections.find(({ content }) => hasNested(content));
  const sections = page.sections.map((section) => sectionHtml(page, section, view, section === first));
  return `${sections.join('')}${failures(page, view)}`;
}

function sectionHtml(
  { kind }: Page,
  { title, id, shownIn, text, content }: Section,
  view: FieldView,
  hasButton: boolean,
): string {
  const expand = hasButton ? '<button type="button" class="expand" hidden>Expand all</button>' : '';
  const heading = view.isOpen
    ? `<h3>${view.inline(title)}</h3>`
    : `<div class="fields-head"><h2 id="${id}">${view.inline(title)}</h2>${expand}</div>`;
  const head = kind === 'schema' && view.isOpen ? '' : heading;
  return `<section class="fields-section" data-shown-in="${shownIn}">${head}${view.text(text)}${contentHtml(content, view)}</section>`;
}

function hasNested({ fields }: Content): boolean {
  return fields.some(({ content }) => content.fields.length + content.choices.length > 0);
}

/** The failures of a call, each a link to the example of its body. */
function failures({ failures: list }: Page, view: FieldView): string {
  if (list.length === 0) return '';
  const rows = list.map(({ status, text }) => {
    const name = `<code>${status === 'default' ? 'other' : status}</code>`;
    return `<tr><td>${view.isOpen ? name : `<a href="#status-${status}">${name}</a>`}</td><td>${view.text(text)}</td></tr>`;
  });
  const level = view.isOpen ? 'h3' : 'h2';
  const id = view.isOpen ? '' : ' id="failures"';
  return `<section><${level}${id}>Failures</${level}>${view.text('Every failure has the fields of [Error](#/schema/Error).')}<div class="table" tabindex="0" role="group" aria-label="Failures"><table class="failures"><thead><tr><th>Status</th><th>What happened</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}
