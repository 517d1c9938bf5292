import { fileURLToPath } from 'node:url';
import { readContract } from '../codegen/contract.js';
import type { Contract } from '../docs/openapi.js';
import { readGuides } from './guides.js';
import { renderOperationList } from './operation-list.js';
import { guidePage, renderPage } from './page.js';

const CONTRACT = fileURLToPath(new URL('../../openapi/v2.yaml', import.meta.url));

/** A file of the site. */
export interface SiteFile {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** The guides as a website, by file name: a page for each, the list of them, and the API at a glance as a PDF. */
export async function renderSite(): Promise<Map<string, SiteFile>> {
  const { contents, guides } = await readGuides();
  const title = 'Guides to @trawl/sdk';
  const description = 'From the first call to telemetry, in the order in which to read.';
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    headline: title,
    description,
    hasPart: guides.map(({ name, title: headline }) => ({ '@type': 'TechArticle', headline, url: `${name}.html` })),
  };
  const index = { file: 'index.html', title, description, markdown: contents, facts };
  const pages = [index, ...guides.map(guidePage)].map((leaf): [string, SiteFile] => [
    leaf.file,
    { type: 'text/html; charset=utf-8', body: renderPage(leaf, guides) },
  ]);
  const pdf = await renderOperationList(readContract(CONTRACT) as unknown as Contract);
  return new Map([...pages, ['at-a-glance.pdf', { type: 'application/pdf', body: pdf }]]);
}
