/** Renders the contract as a website that works from any folder. Run it from the root of the repository. */
import { readFile } from 'node:fs/promises';
import { readContract } from './codegen/contract.js';
import { ContractError } from './codegen/contract-error.js';
import type { ContractChange } from './docs/marks.js';
import type { Contract } from './docs/openapi.js';
import { checkValidity, redocPage } from './docs/redocly.js';
import { contractFiles, readReference, renderReference, withPage } from './docs/render.js';
import { readSamples } from './docs/samples/samples.js';
import { grouped } from './docs/wording.js';
import { readGuides } from './guides/guides.js';
import { listGuides } from './guides/list.js';
import { changesPage } from './pages/changes.js';
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
  npm run docs -- --since REVISION
                       marks what the contract changes since a commit, at operations and fields, and adds a page of it
`;

async function main(): Promise<void> {
  const { values } = readCommandLine(USAGE, { options: { since: { type: 'string' } } });
  const contract = readContract(CONTRACT) as unknown as Contract; // The parts of it that are needed here.
  await checkValidity(CONTRACT);
  const sources = contractFiles(contract, await readFile(CONTRACT, 'utf8'));
  const samples = await readSamples('openapi/samples');
  const [{ guides }, guideEntries] = await Promise.all([readGuides(), listGuides()]);
  const review = values.since === undefined ? undefined : await changesSince(values.since);
  const { changes } = review ?? {};
  const unmarked = readReference({ contract, samples, guides, guideEntries, ...(changes && { changes }) });
  const page = review && changesPage(review.summary, review.words, unmarked.pages.pages);
  const reference = page ? withPage(unmarked, page) : unmarked;
  const pages = await renderReference(reference, { guides, guideEntries });
  const files = new Map([...pages, ...sources]);
  const bytes = await replaceFiles(FOLDER, files);
  const count = [...files.keys()].filter((name) => name.endsWith('.html')).length;
  console.log(`wrote ${FOLDER}, ${count} pages, ${grouped(Math.round(bytes / 1000))} kB`);
  await copyToService(FOLDER, 'reference');
  await redocPage(contract, samples, REDOC);
  console.log(`wrote ${REDOC}`);
}

interface Review {
  readonly changes: readonly ContractChange[];
  readonly summary: string;
  /** The changes as Markdown. */
  readonly words: string;
}

/** What the contract changes since a commit. */
async function changesSince(revision: string): Promise<Review> {
  // Only here, so that the reference needs neither Git nor another package.
  const [{ compare, readSpec, SpecProblem }, { changesInWords }] = await Promise.all([
    import('@trawl/spec-diff'),
    import('./release/contract-words.js'),
  ]);
  const before = await readSpec(revision, { contract: CONTRACT }).catch((error: unknown) => {
    throw error instanceof SpecProblem ? new ContractError(`--since: ${error.message}`) : error;
  });
  const report = compare(before, await readSpec(CONTRACT, { contract: CONTRACT }));
  const words = changesInWords(report, '##') || 'Nothing that a program or a reader notices.';
  return { changes: report.changes, summary: `What the contract changes since \`${revision}\`.`, words };
}

main().catch((error: unknown) => {
  if (!(error instanceof ContractError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
