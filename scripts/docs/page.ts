import { createHash } from 'node:crypto';
import type { Brand } from './brand.js';
import { embeddedJson, escapeHtml } from './html.js';
import { repair } from './repairs.js';
import { packed, type SearchEntry } from './search-entry.js';

export interface PageText {
  title: string;
  description: string;
}

export interface PageParts {
  text: PageText;
  brand: Brand;
  /** The program of the page without Redoc. */
  program: string;
  /** The program of Redoc, a module that renders `globalThis.redocDefinition`. */
  redoc: string;
  /** What Redoc renders. */
  definition: unknown;
  /** The whole reference as HTML. */
  plain: string;
  index: readonly SearchEntry[];
}

/** What Redocly renders into: only its program is taken from that. */
export const REDOC_TEMPLATE = '{{{redocHTML}}}';

const MODULE = '<script type="module">';
const DEFINITION = 'const __redoc_definition = ';
const OPTIONS = ';\n      const __redoc_options = ';

/**
 * The program in what Redocly has rendered. It comes with the contract as a literal, which is slower to read than JSON
 * and cannot be changed by the page, and with the page at `/` as HTML, which is not the one that a link leads to.
 */
export function redocProgram(rendered: string): string {
  const begin = rendered.indexOf(MODULE) + MODULE.length;
  const definition = rendered.lastIndexOf(DEFINITION);
  const options = rendered.indexOf(OPTIONS, definition);
  const end = rendered.lastIndexOf('</script>');
  if (begin < MODULE.length || definition < begin || options < definition || end < options) {
    throw new Error('Redoc has changed: its program is not where it was. See scripts/docs/page.ts.');
  }
  const program = `${rendered.slice(begin, definition)}const __redoc_definition = globalThis.redocDefinition${rendered.slice(options, end)}`;
  return repair(program);
}

/**
 * One page that asks nobody for anything, and whose policy makes sure of it. What can be read stands first; the megabytes
 * of Redoc stand last, as text, and start when the page is there. A service that serves the page says so in its first
 * lines: `data-service` and `connect-src`, see `@trawl/local`.
 */
export function referencePage({ text, brand, program, redoc, definition, plain, index }: PageParts): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy([program, redoc])}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(text.title)}</title>
<meta name="description" content="${escapeHtml(text.description)}">
<link rel="icon" href="${brand.favicon}">
<style>
${brand.styles}</style>
</head>
<body>
<header id="bar">
<button id="search-open" type="button" data-testid="search-trigger" aria-keyshortcuts="Control+K">Search <kbd>Ctrl K</kbd></button>
<nav aria-label="Reference"><a href="../docs/index.html">Guides</a><a href="?view=plain">On one page</a><details><summary>Download</summary><ul>
<li><a href="openapi.json" download>OpenAPI, JSON</a></li>
<li><a href="openapi.yaml" download>OpenAPI, YAML</a></li>
<li><a href="reference.md">Markdown</a></li>
<li><a href="llms.txt">llms.txt</a></li>
<li><a href="llms-full.txt">llms-full.txt</a></li>
</ul></details></nav>
</header>
<div id="redoc"></div>
<div id="plain">
${plain}
</div>
<dialog id="search" aria-label="Search">
<div><input id="search-input" type="search" role="combobox" aria-label="Search the reference and the guides" aria-controls="search-results" aria-expanded="false" placeholder="A call, a field, a word" autocomplete="off" spellcheck="false"><button id="search-close" type="button">Close</button></div>
<p id="search-status" role="status"></p>
<div id="search-results" role="listbox" aria-label="Results"></div>
</dialog>
<script type="application/json" id="search-index">${embeddedJson(packed(index))}</script>
<script>${program}</script>
<script type="application/json" id="definition">${embeddedJson(definition)}</script>
<script type="text/plain" id="redoc-program">${redoc}</script>
</body>
</html>
`;
}

function policy(scripts: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hash).join(' ')}`,
    // Redoc writes its styles while it runs, so they cannot be hashed; a style can fetch nothing under this policy.
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}
