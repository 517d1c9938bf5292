/** Renders the contract as a website that works from any folder. Run it from the root of the repository. */
import { readFile } from 'node:fs/promises';
import { readContract } from './codegen/contract.js';
import { ContractError } from './codegen/contract-error.js';
import type { Contract } from './docs/openapi.js';
import { checkValidity, redocPage } from './docs/redocly.js';
import { readReference, renderReference } from './docs/render.js';
import { readSamples } from './docs/samples/samples.js';
import { grouped } from './docs/wording.js';
import { readGuides } from './guides/guides.js';
import { listGuides } from './guides/list.js';
import { readCommandLine } from './shared/command-line.js';
import { copyToService } from './shared/service-assets.js';
import { replaceFiles } from './site/assets.js';

const CONTRACT = 'openapi/v2.yaml';
const FOLDER = 'dist/reference';
const REDOC = 'dist/redoc.html';

const USAGE = `
Renders the reference: the contract as pages that work from any folder.

  npm run docs         writes dist/reference: the pages, also as Markdown, and the contract; and dist/redoc.html, the same
                       contract in Redoc; the next build of the service takes the pages from packages/local/assets
`;

async function main(): Promise<void> {
  readCommandLine(USAGE, {});
  const contract = readContract(CONTRACT) as unknown as Contract; // The parts of it that are needed here.
  await checkValidity(CONTRACT);
  const json = JSON.stringify(contract, null, 2);
  const samples = await readSamples('openapi/samples');
  const [{ guides }, guideEntries] = await Promise.all([readGuides(), listGuides()]);
  const reference = readReference({ contract, samples, guides, guideEntries });
  const pages = await renderReference(reference, { guides, guideEntries });
  const files = new Map([...pages, ['openapi.json', `${json}\n`], ['openapi.yaml', await readFile(CONTRACT, 'utf8')]]);
  const bytes = await replaceFiles(FOLDER, files);
  const count = [...files.keys()].filter((name) => name.endsWith('.html')).length;
  console.log(`wrote ${FOLDER}, ${count} pages, ${grouped(Math.round(bytes / 1000))} kB`);
  await copyToService(FOLDER, 'reference');
  await redocPage(contract, samples, REDOC);
  console.log(`wrote ${REDOC}`);
}

main().catch((error: unknown) => {
  if (!(error instanceof ContractError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
