/** Renders the contract as a page that works from any folder. Run it from the root of the repository. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readContract } from './codegen/contract.js';
import { ContractError } from './codegen/contract-error.js';
import { enrich } from './docs/enrich.js';
import { llmsFullText, llmsText, referenceMarkdown } from './docs/llms.js';
import type { Contract } from './docs/openapi.js';
import { addGuides } from './docs/reader-links.js';
import { redocPage } from './docs/redoc-page.js';
import { checkValidity } from './docs/redocly.js';
import { referencePage } from './docs/reference-page.js';
import { readSamples } from './docs/samples.js';
import { indexProgram, searchIndex } from './docs/search-index.js';
import { sectionsOf } from './docs/sections.js';
import { grouped } from './docs/wording.js';
import { readGuides } from './guides/guides.js';
import { listGuides } from './guides/list.js';
import { readCommandLine } from './shared/command-line.js';
import { copyToService } from './shared/service-assets.js';
import { siteAssets, writeFiles } from './site/assets.js';

const FOLDER = 'dist/reference';

const USAGE = `
Renders the reference: the contract as one page that works from any folder.

  npm run docs         writes dist/reference: the page, the contract, and the reference as Markdown;
                       the next build of the service takes them from packages/local/assets
    --contract FILE    another contract than openapi/v2.yaml
    --samples FOLDER   other samples than openapi/samples
    --out FOLDER       another folder than dist/reference
`;

async function main(): Promise<void> {
  const { values } = readCommandLine(USAGE, {
    options: {
      contract: { type: 'string', default: 'openapi/v2.yaml' },
      samples: { type: 'string', default: 'openapi/samples' },
      out: { type: 'string', default: FOLDER },
    },
  });
  const contract = readContract(values.contract) as unknown as Contract; // The parts of it that are needed here.
  await checkValidity(values.contract);
  const json = JSON.stringify(contract, null, 2);
  enrich(contract, await readSamples(values.samples));
  const [{ guides }, guideLinks] = await Promise.all([readGuides(), listGuides()]);
  addGuides(contract, guideLinks);
  const sections = sectionsOf(contract);

  const html = referencePage(sections);
  const files = new Map([
    ...(await siteAssets(['site.js', 'try-it.js'])),
    ['index.html', html],
    ['redoc.html', await redocPage(contract)],
    ['search-index.js', indexProgram(searchIndex(sections, guideLinks))],
    ['openapi.json', `${json}\n`],
    ['openapi.yaml', await readFile(values.contract, 'utf8')],
    ['reference.md', referenceMarkdown(sections)],
    ['llms.txt', llmsText(sections, guides)],
    ['llms-full.txt', llmsFullText(sections, guides)],
  ]);
  await writeFiles(values.out, files);
  if (values.out === FOLDER) await copyToService(FOLDER, 'reference');
  const page = join(values.out, 'index.html');
  console.log(`wrote ${page}, ${grouped(Math.round(Buffer.byteLength(html) / 1000))} kB`);
}

main().catch((error: unknown) => {
  if (!(error instanceof ContractError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
