import { INDEX_FILE, indexProgram } from '@trawl/base/docs-index';
import type { Guide } from '../guides/guides.js';
import { siteAssets } from '../site/assets.js';
import { sitemap } from '../site/sitemap.js';
import { fixLinks } from './addresses.js';
import { everythingHtml, pageHtml, SURROUNDINGS, type VersionView } from './html/page.js';
import { TRY_PATH, tryHtml } from './html/try.js';
import { linksOfPage } from './links.js';
import { llmsFullText, llmsText, referenceMarkdown } from './llms.js';
import { pageMarkdown } from './markdown.js';
import { type ContractChange, marksOf } from './marks.js';
import type { Page } from './model.js';
import type { Contract } from './openapi.js';
import { type LinkedGuide, type Pages, readPages } from './pages.js';
import { checkSamples } from './samples/samples.js';
import { type FindableGuide, searchIndex } from './search-index.js';
import { surveyLinks } from './surveys.js';
import { addTables } from './tables.js';

export interface ReferenceSources {
  /** The contract, whose tables and links are filled in. */
  readonly contract: Contract;
  readonly samples: ReadonlyMap<string, string>;
  readonly guides: readonly Guide[];
  readonly guideEntries: readonly (LinkedGuide & FindableGuide)[];
  /** What the contract changes, if that is to be marked: the changes of a pull request. */
  readonly changes?: readonly ContractChange[];
}

/** A contract as pages, and as one page of everything. */
export interface Reference {
  readonly pages: Pages;
  readonly everything: Pages;
}

export function readReference({ contract, samples, guideEntries, changes = [] }: ReferenceSources): Reference {
  checkSamples(contract, samples);
  const links = surveyLinks(contract);
  const marks = marksOf(contract, changes);
  addTables(contract);
  fixLinks(contract);
  const sources = { contract, samples, guides: guideEntries, links, marks };
  return { pages: readPages(sources, 'pages'), everything: readPages(sources, 'everything') };
}

/** The contract itself by file name: as JSON, as it is written, and as a program for pages that cannot fetch. */
export function contractFiles(contract: Contract, yaml: string): Map<string, string> {
  const json = `${JSON.stringify(contract, null, 2)}\n`;
  return new Map([
    ['openapi.json', json],
    ['openapi.yaml', yaml],
    ['contract.js', `globalThis.trawlContract = ${json}`],
  ]);
}

/** The reference with one more page, after its first. */
export function withPage(reference: Reference, page: Page): Reference {
  const [start, ...rest] = reference.pages.pages;
  return { ...reference, pages: { ...reference.pages, pages: [...(start ? [start] : []), page, ...rest] } };
}

/** The reference as a website, by file name: HTML, Markdown and the index of the search from the same pages. */
export async function renderReference(
  { pages, everything }: Reference,
  { guides, guideEntries }: Pick<ReferenceSources, 'guides' | 'guideEntries'>,
  version?: VersionView,
): Promise<Map<string, string>> {
  return new Map([
    ...(await siteAssets(['site.js', 'search.js', 'try-it.js'])),
    ...pages.pages.flatMap((page): [string, string][] => {
      const link = linksOfPage(pages, page.path, { guides: SURROUNDINGS.guides, ending: 'md' });
      return [
        [`${page.path}.html`, pageHtml(pages, page, version)],
        [`${page.path}.md`, `${pageMarkdown(page, { link, deeper: 0, hasExamples: true })}\n`],
      ];
    }),
    ['everything.html', everythingHtml(pages, everything)],
    [`${TRY_PATH}.html`, tryHtml(pages)],
    ['sitemap.xml', sitemap(pages.pages.map(({ path }) => `${ADDRESS}${path === 'index' ? '' : `${path}.html`}`))],
    [INDEX_FILE, indexProgram(searchIndex(pages, guideEntries))],
    ['reference.md', referenceMarkdown(everything)],
    ['llms.txt', llmsText(pages, guides)],
    ['llms-full.txt', llmsFullText(everything, guides)],
  ]);
}

/** Where a service puts its own address; a sitemap names pages in full. */
const ADDRESS = 'http://127.0.0.1:3002/reference/';
