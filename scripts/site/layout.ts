import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapeHtml } from './html.js';

const MARK = readFileSync(new URL('./mark.svg', import.meta.url), 'utf8');

/** The choice between light and dark, before anything is painted. Redoc keeps it under this name. */
const COLORS =
  "const theme=localStorage.getItem('redoc.colorMode');if(theme)document.documentElement.dataset.theme=theme";

/** The choice of a program, which holds for all pages, right after its buttons and before they are painted. */
export const CHOICE =
  "for(const box of document.querySelectorAll('[data-remembered]'))for(const input of box.querySelectorAll('input'))if(input.value===localStorage.getItem(box.dataset.remembered))input.checked=true";

/** Where a page finds the others, relative to itself. What is undefined does not exist. */
export interface Places {
  /** The folder of the styles and programs. */
  readonly assets?: string;
  /** The page of the service, or the list of versions. */
  readonly home?: string | undefined;
  readonly reference?: string | undefined;
  /** The folder of the guides. */
  readonly guides: string;
  /** The folder of the search index, which stands beside the reference. */
  readonly index?: string | undefined;
}

export interface Page {
  readonly title: string;
  readonly description: string;
  readonly places: Places;
  /** What stands in the head beside what all pages have. */
  readonly head?: string;
  /** The menu as HTML. */
  readonly menu: string;
  readonly menuName: string;
  /** Links of this page alone, as HTML. */
  readonly links?: string;
  /** Names the layout to the styles, where it is not that of all pages. */
  readonly layout?: string;
  readonly main: string;
  readonly aside?: string;
  /** What its programs may connect to beside its own service, as a source of a Content-Security-Policy. */
  readonly connections?: string;
}

/**
 * A page that can be read before any program runs, and that none changes while it is read. Unless it says so, it asks
 * nobody but its own folder and its neighbours. A service that serves the page says so in its first lines: `data-service` and `connect-src`.
 */
export function renderLayout(page: Page): string {
  const { title, description, head = '', menu, menuName, main, aside = '', layout, connections } = page;
  const { assets = '' } = page.places;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy([COLORS, CHOICE], connections)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK)}">
<script>${COLORS}</script>
<link rel="stylesheet" href="${assets}site.css">
${head}</head>
<body>
${bar(page)}
<div class="columns${layout === undefined ? '' : ` ${layout}`}">
<nav id="site-menu" popover aria-label="${menuName}"><ul class="elsewhere">${elsewhere(page)}</ul>${menu}</nav>
<main id="site-content" tabindex="-1">
${main}</main>
${aside}</div>
</body>
</html>
`;
}

/** The bar at the top of every page, and the program that it needs. */
function bar({ places, links = '' }: Page): string {
  const { assets = '', home, reference, guides, index } = places;
  const data = Object.entries({ assets, reference, guides, index })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` data-${name}="${value}"`)
    .join('');
  return `<header id="site-bar"${data}>
<a class="skip" href="#site-content">Skip to the text</a>
<button type="button" id="menu-open" popovertarget="site-menu">Menu</button>
<a class="home" href="${home ?? `${guides}index.html`}">${MARK}<span>Trawl</span></a>
<button type="button" id="search-open" aria-keyshortcuts="Control+K">Search <kbd>Ctrl K</kbd></button>
<nav aria-label="Trawl">${linksOf(places).join('')}${links}</nav>
<button type="button" id="site-theme">Dark or light</button>
</header><script src="${assets}site.js" defer></script>`;
}

function linksOf({ home, reference, guides }: Places): string[] {
  return [
    ...(home === undefined ? [] : [`<a href="${home}">Home</a>`]),
    `<a href="${guides}index.html">Guides</a>`,
    ...(reference ? [`<a href="${reference}">API reference</a>`] : []),
  ];
}

/** The links of the bar again, for a window that is too narrow for them. */
function elsewhere({ places }: Page): string {
  return linksOf(places)
    .map((link) => `<li>${link}</li>`)
    .join('');
}

/** Nothing runs but the programs beside the page and those inline scripts. */
function policy(inline: readonly string[], connections = ''): string {
  const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self'",
    'img-src data:',
    'font-src data:',
    `connect-src 'self' ${connections}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
