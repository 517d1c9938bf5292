/**
 * Renders the contract as one page that works from any folder. Run it from the root of the repository:
 *
 *   npm run docs    writes dist/reference/index.html
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ContractError, readContract } from './codegen/contract.js';
import { enrich } from './docs/enrich.js';
import type { Contract } from './docs/openapi.js';
import { checkValidity } from './docs/redocly.js';
import { renderPage } from './docs/render.js';
import { readSamples } from './docs/samples.js';
import { grouped } from './docs/wording.js';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      contract: { type: 'string', default: 'openapi/v2.yaml' },
      samples: { type: 'string', default: 'openapi/samples' },
      out: { type: 'string', default: 'dist/reference' },
    },
  });
  const contract = readContract(values.contract) as unknown as Contract; // The parts of it that are needed here.
  await checkValidity(values.contract);
  enrich(contract, await readSamples(values.samples));

  const html = await renderPage(contract);
  const page = join(values.out, 'index.html');
  await mkdir(values.out, { recursive: true });
  await writeFile(page, html);
  console.log(`wrote ${page}, ${grouped(Math.round(Buffer.byteLength(html) / 1000))} kB`);
}

main().catch((error: unknown) => {
  if (!(error instanceof ContractError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
