/** Renders the contract as a website that works from any folder. Run it from the root of the repository. */
import { readFile } from 'node:fs/promises';
import { readContract } from './codegen/contract.js';
import { ContractError } from './codegen/contract-error.js';
import type { Contract } from './docs/openapi.js';
import { checkValidity, redocPage } from './docs/redocly.js';
import { renderReference } from './docs/render.js';
import { readSamples } from './docs/samples/samples.js';
import { grouped } from './docs/wording.js';
import { readGuides } from './guides/guides.js';
import { listGuides } from './guides/list.js';
import { readCommandLine } from './shared/command-line.js';
import { copyToService } from './shared/service-assets.js';
import { replaceFiles } from './site/assets.js';

const FOLDER = 'dist/reference';
const REDOC = 'dist/redoc.html';

const USAGE = `
Renders the reference: the contract as pages that work from any folder.

  npm run docs         writes dist/reference: the pages, also as Markdown, and the contract; and dist/redoc.html, the same
                       contract in Redoc; the next build of the service takes the pages from packages/local/assets
    --contract FILE    another contract than openapi/v2.yaml
    --samples FOLDER   other samples than openapi/samples
    --out FOLDER       another folder than dist/reference, without Redoc
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
  const samples = await readSamples(values.samples);
  const [{ guides }, guideEntries] = await Promise.all([readGuides(), listGuides()]);
  const pages = await renderReference({ contract, samples, guides, guideEntries });
  const files = new Map([
    ...pages,
    ['openapi.json', `${json}\n`],
    ['openapi.yaml', await readFile(values.contract, 'utf8')],
  ]);
  const bytes = await replaceFiles(values.out, files);
  const count = [...files.keys()].filter((name) => name.endsWith('.html')).length;
  console.log(`wrote ${values.out}, ${count} pages, ${grouped(Math.round(bytes / 1000))} kB`);
  if (values.out !== FOLDER) return;
  await copyToService(FOLDER, 'reference');
  await redocPage(contract, samples, REDOC);
  console.log(`wrote ${REDOC}`);
}

main().catch((error: unknown) => {
  if (!(error instanceof ContractError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
