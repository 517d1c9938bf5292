/** Serves a site of documentation pages of about 20 kB each on loopback, after a delay, and prints its address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { prose } from './words.js';

/** The number of links on each page, enough to keep all workers of a crawl busy. */
const CHILDREN = 10;
const SECTIONS = 14;

/** The words of a section. */
const WORDS = 90;

function html(page: number, pages: number): string {
  const links = Array.from({ length: CHILDREN }, (_, child) => page * CHILDREN + child + 1)
    .filter((child) => child < pages)
    .map((child) => `<li><a href="/page/${child}">Page ${child}</a></li>`);
  const sections = Array.from(
    { length: SECTIONS },
    (
      _,
      section,
    ) => `<section id="s${section}"><h2>Section ${section}</h2><p>${prose(page * SECTIONS + section, WORDS)}</p>
<pre><code class="language-ts">const net = cast({ depth: ${page}, tide: ${section} });\nawait net.drawn();</code></pre>
<table><tr><th>Kind</th><th>Count</th></tr><tr><td>herring</td><td>${page + section}</td></tr></table></section>`,
  );
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Page ${page} of the log</title>
<meta name="description" content="What page ${page} of the log says.">
<style>${'.row { margin: 0; padding: 0 }\n'.repeat(60)}</style></head>
<body><header><nav><ul><li><a href="/">Log</a></li></ul></nav></header>
<main><h1>Page ${page}</h1>${sections.join('\n')}<ul>${links.join('')}</ul></main>
<footer>The log of a boat.</footer></body></html>`;
}

const [pages = 0, delayMs = 0] = process.argv.slice(2).map(Number);
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://site');
  const page = pathname === '/' ? 0 : Number(/^\/page\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN);
  const isThere = page < pages;
  const answer = () => {
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isThere ? html(page, pages) : '<h1>There is no such page</h1>');
  };
  if (delayMs > 0) setTimeout(answer, delayMs);
  else answer();
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
process.once('disconnect', () => process.exit());
