import { readFile } from 'node:fs/promises';
import type { Release } from './versions.js';

/** The page that leads to the guides and to the reference of every release. Its addresses are relative: it may stand in any folder. */
export async function listPage(releases: readonly Release[]): Promise<string> {
  const styles = await readFile(new URL('../site/style.css', import.meta.url), 'utf8');
  const [latest] = releases;
  const rows = releases.map(
    ({ version, date }) => `<tr><td><a href="${version}/index.html">${version}</a></td><td>${date}</td></tr>`,
  );
  const intro = latest
    ? `<p>The latest is <a href="latest/index.html">${latest.version}</a>.</p>`
    : '<p>There is no release yet.</p>';
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trawl: guides, and the API reference by version</title>
<style>${styles}</style>
</head>
<body>
<div class="columns"><main>
<h1>Trawl</h1>
<p><a href="docs/index.html">Read the guides</a></p>
<h2>API reference by version</h2>
${intro}
<table><thead><tr><th>Version</th><th>Released</th></tr></thead><tbody>${rows.join('')}</tbody></table>
</main></div>
</body>
</html>
`;
}
