import { fileURLToPath } from 'node:url';
import { readContract } from '../codegen/contract.js';
import { pathOfOperation } from '../docs/addresses.js';
import type { Contract } from '../docs/openapi.js';
import { allOperations } from '../docs/operations.js';
import { CONTENTS, readGuides } from '../guides/guides.js';
import { entryOf } from '../guides/list.js';
import { replaceFiles, siteAssets } from '../site/assets.js';
import { pageLinks, type Surroundings } from './links.js';
import { guidePage, pageMarkdown, renderPage } from './page.js';

const CONTRACT = fileURLToPath(new URL('../../openapi/v2.yaml', import.meta.url));

/** The guides of a repository as a website, by file name: a page for each, the list of them, and that list for programs. */
export async function renderSite(surroundings: Surroundings, repository?: URL): Promise<Map<string, string>> {
  const { contents, guides } = await readGuides(repository);
  const paths = operationPaths();
  const linksOf = (path: string) => pageLinks(path, guides, surroundings, paths);
  const title = 'Guides';
  const description = 'From the first call to telemetry, in the order in which to read.';
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    headline: title,
    description,
    hasPart: guides.map(({ name, title: headline }) => ({ '@type': 'TechArticle', headline, url: `${name}.html` })),
  };
  const index = { file: 'index.html', title, description, markdown: contents, link: linksOf(CONTENTS), facts };
  const pages = [index, ...guides.map((guide) => guidePage(guide, linksOf(guide.path)))];
  return new Map([
    ...pages.map((page) => [page.file, renderPage(page, guides, surroundings)] as const),
    ...pages.map((page) => [page.file.replace(/html$/, 'md'), pageMarkdown(page)] as const),
    ...(await siteAssets(['site.js', 'search.js'])),
    ['guides.json', `${JSON.stringify(guides.map(entryOf), null, 2)}\n`],
  ]);
}

/** Writes the website into a folder in place of all that was there; returns its size in bytes. */
export async function writeSite(folder: string, surroundings: Surroundings, repository?: URL): Promise<number> {
  return replaceFiles(folder, await renderSite(surroundings, repository));
}

/** The page of each operation and event in the reference, by its id. */
export function operationPaths(): Map<string, string> {
  const contract = readContract(CONTRACT) as unknown as Contract;
  return new Map(
    allOperations(contract).map((operation) => [operation.operationId, `${pathOfOperation(operation)}.html`]),
  );
}
