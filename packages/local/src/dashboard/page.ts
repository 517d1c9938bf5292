import { escapeUTF8 } from 'entities/escape';

/** The facts that the page shows before its first request to the server. */
export interface DashboardFacts {
  readonly version: string;
  /** A sentence for each capability of the service, and below for each one that it lacks. */
  readonly can: readonly string[];
  readonly cannot: readonly string[];
  /** `memory`, or the file that everything is stored in. */
  readonly storage: string;
  readonly needsKey: boolean;
  /** Whether the server shares a database with others. */
  readonly hasNodes: boolean;
  /**
   * Who may see the activity of the server: everybody, holders of the admin key, or nobody, because there is no admin key.
   */
  readonly access: 'open' | 'key' | 'closed';
}

/** The page at `/`. Its script adds the sections; without it, the page says what the server is and how to use it. */
export function dashboardPage({ version, can, cannot, storage, needsKey, hasNodes, access }: DashboardFacts): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trawl on this machine</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/dashboard.css">
<script type="module" src="/dashboard.js"></script>
</head>
<body data-access="${access}"${needsKey ? ' data-needs-key' : ''}${hasNodes ? ' data-nodes' : ''}>
<header>${MARK}<h1>Trawl on this machine</h1>
<p>The v2 Web Search and Scraping API, version ${escapeUTF8(version)}</p>
<div class="links"><a href="/docs/">Guides</a><a href="/reference/">Reference</a></div></header>
<section class="about" aria-label="About" tabindex="0">
<h2>Use it</h2>
<pre><code>export TRAWL_BASE_URL=<span id="origin">http://127.0.0.1:3002</span>${needsKey ? '\nexport TRAWL_API_KEY=…' : ''}</code></pre>
<pre><code>import { Trawl } from '@trawl/sdk';

const trawl = new Trawl();
const page = await trawl.scrape('https://example.com');</code></pre>
<dl>
<dt>API key</dt><dd>${needsKey ? 'required, except by the four keyless calls' : 'not required'}</dd>
<dt>Stored in</dt><dd>${escapeUTF8(storage)}</dd>
</dl>
<div class="columns">
<div><h2>What it can do</h2><ul class="can">${items(can)}</ul></div>
${cannot.length === 0 ? '' : `<div><h2>What it leaves to a hosted service</h2><ul class="cannot">${items(cannot)}</ul></div>`}
</div>
</section>
</body>
</html>
`;
}

function items(sentences: readonly string[]): string {
  return sentences.map((sentence) => `<li>${escapeUTF8(sentence)}</li>`).join('');
}

/** The mark of the project, which is also the icon of its pages. */
export const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="44" role="img" aria-label="Trawl">
<rect width="32" height="32" rx="8" fill="#0b3c49"/>
<g fill="none" stroke-linecap="round" stroke-linejoin="round">
<path d="M5 12c1 8.5 5.6 14.5 11 14.5S26 20.5 27 12" stroke="#7ee0d2" stroke-width="2.2"/>
<path d="M10.3 12.3 20 24.6M16.4 12.7 23 20.8M21.7 12.3 12 24.6M15.6 12.7 9 20.8" stroke="#7ee0d2" stroke-width="1.3"/>
<path d="M3.5 9.5c2.1-2.2 4.2-2.2 6.25 0s4.15 2.2 6.25 0 4.2-2.2 6.25 0 4.15 2.2 6.25 0" stroke="#f4fbfa" stroke-width="2.4"/>
</g></svg>`;
