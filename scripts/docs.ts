/** Renders the contract as one page that works from any folder: `npm run docs` writes dist/reference/index.html. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readBrand } from './docs/brand.js';
import { type Contract, ContractError, readContract } from './docs/contract.js';
import { mendLinks } from './docs/links.js';
import { addNotes } from './docs/notes.js';
import { pageTemplate, seal } from './docs/page.js';
import { checkValidity, render } from './docs/redocly.js';
import { addSamples, readSamples } from './docs/samples.js';
import { addTables } from './docs/tables.js';
import { grouped } from './docs/wording.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const PAGE = {
  title: 'Trawl: reference of the Web Search and Scraping API',
  description:
    'Search the web, scrape, crawl and watch pages: every call of the Web Search and Scraping API (v2), with samples.',
};

try {
  await main();
} catch (error) {
  if (!(error instanceof ContractError)) throw error;
  console.error(`docs: ${error.message}`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { contract: { type: 'string' }, samples: { type: 'string' }, out: { type: 'string' } },
  });
  const path = resolve(values.contract ?? join(ROOT, 'openapi/v2.yaml'));
  const output = resolve(values.out ?? join(ROOT, 'dist/reference'), 'index.html');
  const shownAs = relative(process.cwd(), path);

  const contract = await readContract(path, shownAs);
  await checkValidity(path, shownAs);
  addSamples(contract, await readSamples(values.samples ?? join(ROOT, 'openapi/samples')));
  addNotes(contract);
  addTables(contract);
  mendLinks(contract);

  const html = await renderPage(contract);
  await mkdir(resolve(output, '..'), { recursive: true });
  await writeFile(output, html);
  console.log(`docs: ${relative(process.cwd(), output)}, ${grouped(Math.ceil(Buffer.byteLength(html) / 1000))} kB`);
}

async function renderPage(contract: Contract): Promise<string> {
  const brand = await readBrand();
  contract.info['x-logo'] = { url: brand.logo, altText: 'Trawl', href: '#' };
  const folder = await mkdtemp(join(tmpdir(), 'trawl-reference-'));
  try {
    const [input, template, page] = ['contract.json', 'page.hbs', 'page.html'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await writeFile(input, JSON.stringify(contract));
    await writeFile(template, pageTemplate(PAGE, brand));
    await render(input, template, page);
    return seal(await readFile(page, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
