import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeHtml } from '../site/html.js';
import { bar, COLORS, policy } from '../site/layout.js';
import type { Contract } from './openapi.js';
import { buildDocs } from './redocly.js';
import { DESCRIPTION, PLACES, TITLE } from './reference-page.js';

/** The styles of the site are in a layer, so that Redoc has the last word on its own elements. */
async function readStyles(): Promise<string> {
  const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  const [site, redoc] = await Promise.all([
    readFile(pathOf('../site/style.css'), 'utf8'),
    readFile(pathOf('./redoc.css'), 'utf8'),
  ]);
  return `@layer site {\n${site}}\n${redoc}`;
}

/** What stands in the template where the policy goes, which has to name the hashes of what Redocly writes. */
const POLICY_PLACE = 'POLICY';

/**
 * The contract as Redocly renders it, unchanged, below the bar of our pages. Nothing stands on the page until Redoc has
 * started: the part that Redocly renders before is the introduction, whatever part the address asks for.
 */
export async function redocPage(contract: Contract): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trawl-redoc-'));
  try {
    const files = {
      contract: join(folder, 'contract.json'),
      template: join(folder, 'page.hbs'),
      output: join(folder, 'page.html'),
    };
    // A link to a schema leads to the other page, because Redoc shows schemas at their fields alone.
    await writeFile(files.contract, JSON.stringify(contract).replaceAll('(#/schema/', '(index.html#/schema/'));
    await writeFile(files.template, template(await readStyles()));
    await buildDocs(files);
    const html = await readFile(files.output, 'utf8');
    const scripts = [...html.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
    return html.replace(POLICY_PLACE, policy(scripts, " 'unsafe-inline'"));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function template(styles: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY_PLACE}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${TITLE}, in Redoc`)}</title>
<meta name="description" content="${escapeHtml(DESCRIPTION)}">
<link rel="icon" href="data:,">
<script>${COLORS}</script>
<style>${styles}</style>
{{{redocHead}}}
</head>
<body class="redoc">
${bar({ places: { ...PLACES, reference: 'index.html' } })}
<p id="starting">Redoc starts. It shows what stands in the <a href="index.html">reference</a>, with fields that unfold.</p>
{{{redocHTML}}}
</body>
</html>
`;
}
