import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOGO_PLACE, readBrand } from './brand.js';
import { clientProgram } from './client-program.js';
import type { Contract } from './openapi.js';
import { REDOC_TEMPLATE, redocProgram, referencePage } from './page.js';
import { plainPage } from './plain-page.js';
import { addTryIt, type LinkedGuide } from './reader-links.js';
import { buildDocs } from './redocly.js';
import { searchIndex } from './search-index.js';
import type { Section } from './sections.js';

const TEXT = {
  title: 'Trawl: reference of the Web Search and Scraping API',
  description:
    'Search the web, scrape, crawl and watch pages: every call of the Web Search and Scraping API (v2), with samples.',
};

/** The whole page, as text: nothing that it shows or runs is fetched from anywhere. */
export async function renderPage(
  contract: Contract,
  sections: readonly Section[],
  guides: readonly LinkedGuide[],
): Promise<string> {
  const index = searchIndex(contract, sections, guides);
  addTryIt(contract);
  const definition = {
    ...contract,
    info: { ...contract.info, 'x-logo': { url: LOGO_PLACE, altText: 'Trawl', href: '#' } },
  };
  const [brand, program, redoc] = await Promise.all([readBrand(), clientProgram(), renderRedoc(definition)]);
  return referencePage({ text: TEXT, brand, program, redoc, definition, plain: plainPage(sections), index });
}

async function renderRedoc(definition: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trawl-reference-'));
  try {
    const files = {
      contract: join(folder, 'contract.json'),
      template: join(folder, 'page.hbs'),
      output: join(folder, 'page.html'),
    };
    await writeFile(files.contract, JSON.stringify(definition));
    await writeFile(files.template, REDOC_TEMPLATE);
    await buildDocs(files);
    return redocProgram(await readFile(files.output, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
