import { ORIGIN_SCRIPT, REQUESTS_SCRIPT } from './script.js';
import { STYLES } from './styles.js';

/** The facts that the page shows before its first request to the server. */
export interface DashboardFacts {
  readonly version: string;
  /** A sentence for each capability of the service, and below for each one that it lacks. */
  readonly can: readonly string[];
  readonly cannot: readonly string[];
  /** `memory`, or the file that everything is stored in. */
  readonly storage: string;
  readonly needsKey: boolean;
  /** Whether the page may show the last requests to everybody who can open it. */
  readonly showsRequests: boolean;
}

/** The page at `/`: how to use the server, what it can do, and its last requests. It loads nothing from other hosts. */
export function dashboardPage({ version, can, cannot, storage, needsKey, showsRequests }: DashboardFacts): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trawl on this machine</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(MARK)}">
<style>${STYLES}</style>
</head>
<body>
<header>${MARK}<div><h1>Trawl on this machine</h1>
<p>The v2 Web Search and Scraping API, version ${escapeHtml(version)}, served from here.</p></div></header>
<main>
<section>
<h2>Use it</h2>
<pre><code>export TRAWL_BASE_URL=<span id="origin"></span>${needsKey ? '\nexport TRAWL_API_KEY=…' : ''}</code></pre>
<pre><code>import { Trawl } from '@trawl/sdk';

const trawl = new Trawl();
const page = await trawl.scrape('https://example.com');</code></pre>
<p><a class="button" href="/reference">API reference</a></p>
<dl>
<dt>Key</dt><dd>${needsKey ? 'asked for, but for the four keyless calls' : 'none is asked for'}</dd>
<dt>Kept in</dt><dd>${escapeHtml(storage)}</dd>
</dl>
</section>
<section>
<h2>What it can do</h2>
<ul class="can">${items(can)}</ul>
<h2>What it leaves to a hosted service</h2>
<ul class="cannot">${items(cannot)}</ul>
</section>
<section class="wide">
<h2>The last requests</h2>
${showsRequests ? REQUESTS : '<p><code>GET /_local/journal</code> lists them for those who have the admin key.</p>'}
</section>
</main>
<script>${ORIGIN_SCRIPT}${showsRequests ? REQUESTS_SCRIPT : ''}</script>
</body>
</html>
`;
}

const REQUESTS = `<table>
<thead><tr><th>Time</th><th>Request</th><th>Status</th><th>Took</th><th>Why refused</th></tr></thead>
<tbody id="requests"><tr><td colspan="5">None yet. This list keeps itself up to date.</td></tr></tbody>
</table>`;

function items(sentences: readonly string[]): string {
  return sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="44" role="img" aria-label="Trawl">
<rect width="32" height="32" rx="8" fill="#0b3c49"/>
<g fill="none" stroke-linecap="round" stroke-linejoin="round">
<path d="M5 12c1 8.5 5.6 14.5 11 14.5S26 20.5 27 12" stroke="#7ee0d2" stroke-width="2.2"/>
<path d="M10.3 12.3 20 24.6M16.4 12.7 23 20.8M21.7 12.3 12 24.6M15.6 12.7 9 20.8" stroke="#7ee0d2" stroke-width="1.3"/>
<path d="M3.5 9.5c2.1-2.2 4.2-2.2 6.25 0s4.15 2.2 6.25 0 4.2-2.2 6.25 0 4.15 2.2 6.25 0" stroke="#f4fbfa" stroke-width="2.4"/>
</g></svg>`;
