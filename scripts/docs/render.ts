import type { Guide } from '../guides/guides.js';
import { siteAssets } from '../site/assets.js';
import { fixLinks } from './addresses.js';
import { everythingHtml, pageHtml, SURROUNDINGS } from './html/page.js';
import { linksOfPage } from './links.js';
import { llmsFullText, llmsText, referenceMarkdown } from './llms.js';
import { pageMarkdown } from './markdown.js';
import type { Contract } from './openapi.js';
import { type LinkedGuide, readPages } from './pages.js';
import { checkSamples } from './samples/samples.js';
import { type FindableGuide, indexProgram, searchIndex } from './search-index.js';
import { surveyLinks } from './surveys.js';
import { addTables } from './tables.js';

export interface RenderOptions {
  /** The contract, whose tables and links are filled in. */
  readonly contract: Contract;
  readonly samples: ReadonlyMap<string, string>;
  readonly guides: readonly Guide[];
  readonly guideEntries: readonly (LinkedGuide & FindableGuide)[];
}

/** The reference as a website, by file name: contract → pages → HTML, Markdown and the index of the search. */
export async function renderReference({
  contract,
  samples,
  guides,
  guideEntries,
}: RenderOptions): Promise<Map<string, string>> {
  checkSamples(contract, samples);
  const links = surveyLinks(contract);
  addTables(contract);
  fixLinks(contract);
  const sources = { contract, samples, guides: guideEntries, links };
  const pages = readPages(sources, 'pages');
  const everything = readPages(sources, 'everything');
  return new Map([
    ...(await siteAssets(['site.js', 'search.js', 'try-it.js'])),
    ...pages.pages.flatMap((page): [string, string][] => {
      const link = linksOfPage(pages, page.path, { guides: SURROUNDINGS.guides, ending: 'md' });
      return [
        [`${page.path}.html`, pageHtml(pages, page)],
        [`${page.path}.md`, `${pageMarkdown(page, { link, deeper: 0, hasExamples: true })}\n`],
      ];
    }),
    ['everything.html', everythingHtml(pages, everything)],
    ['search-index.js', indexProgram(searchIndex(pages, guideEntries))],
    ['reference.md', referenceMarkdown(everything)],
    ['llms.txt', llmsText(pages, guides)],
    ['llms-full.txt', llmsFullText(everything, guides)],
  ]);
}
