import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOGO_PLACE, readBrand } from './brand.js';
import type { Contract } from './openapi.js';
import { pageTemplate, seal } from './page.js';
import { buildDocs } from './redocly.js';

const TEXT = {
  title: 'Trawl: reference of the Web Search and Scraping API',
  description:
    'Search the web, scrape, crawl and watch pages: every call of the Web Search and Scraping API (v2), with samples.',
};

/** The whole page, as text: nothing that it shows or runs is fetched from anywhere. */
export async function renderPage(contract: Contract): Promise<string> {
  const brand = await readBrand();
  const branded = {
    ...contract,
    info: { ...contract.info, 'x-logo': { url: LOGO_PLACE, altText: 'Trawl', href: '#' } },
  };
  const folder = await mkdtemp(join(tmpdir(), 'trawl-reference-'));
  try {
    const files = {
      contract: join(folder, 'contract.json'),
      template: join(folder, 'page.hbs'),
      output: join(folder, 'page.html'),
    };
    await writeFile(files.contract, JSON.stringify(branded));
    await writeFile(files.template, pageTemplate(TEXT, brand));
    await buildDocs(files);
    return seal(await readFile(files.output, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
