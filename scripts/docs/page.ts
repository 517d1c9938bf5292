import { createHash } from 'node:crypto';
import type { Brand } from './brand.js';
import { repair } from './repairs.js';

export interface PageText {
  title: string;
  description: string;
}

const POLICY_PLACE = '<!-- content security policy -->';

/** The frame that Redocly fills in, in the template language it asks for (Handlebars). */
export function pageTemplate({ title, description }: PageText, brand: Brand): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
${POLICY_PLACE}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="${brand.favicon}">
<script>${SEARCH_WITHOUT_WORKER}</script>
{{{redocHead}}}
<style>
${brand.styles}</style>
</head>
<body>
{{{redocHTML}}}
</body>
</html>
`;
}

/**
 * Redoc would build its search worker out of a string, which the page's policy forbids. Where there are no workers it
 * searches on the page itself, and is as quick on a contract of this size.
 */
const SEARCH_WITHOUT_WORKER = 'delete globalThis.Worker;';

/** Makes a rendered page one that asks nobody for anything, and whose policy makes sure of it. */
export function seal(html: string): string {
  const sealed = withHashLinks(repair(html));
  return sealed.replace(POLICY_PLACE, () => `<meta http-equiv="Content-Security-Policy" content="${policy(sealed)}">`);
}

/**
 * In the prerendered part the links of the menu lead to paths of a server, although the page routes by what follows the
 * `#`. A plain click is caught by its script; opening one in a new tab is not.
 */
function withHashLinks(html: string): string {
  const script = html.indexOf('<script type="module">');
  return html.slice(0, script).replaceAll('href="/', 'href="#/') + html.slice(script);
}

function policy(html: string): string {
  const hashes = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => hash(script));
  return [
    "default-src 'none'",
    `script-src ${[...new Set(hashes)].join(' ')}`,
    // Redoc writes its styles while it runs, so they cannot be hashed; a style can fetch nothing under this policy.
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
