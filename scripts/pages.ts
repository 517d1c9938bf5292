/** Renders the guides and the reference of every release, with a page that lists them. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeSite } from './guide-pages/site.js';
import { listPage } from './pages/list.js';
import { extractContract, releases } from './pages/versions.js';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Renders the guides and the reference of every release, with a page that lists them.

  npm run pages                          writes dist/pages
  npm run pages -- --out FOLDER          writes another folder
  npm run pages -- --repository FOLDER   takes the releases of another clone
`;

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A contract is rendered by the program that renders today's, so that all versions look alike. */
async function render(tag: string, outputFolder: string, repository: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    await extractContract(repository, tag, folder);
    const [contract, samples] = [join(folder, 'openapi/v2.yaml'), join(folder, 'openapi/samples')];
    const program = [
      '--import',
      'tsx',
      'scripts/docs.ts',
      '--contract',
      contract,
      '--samples',
      samples,
      '--out',
      outputFolder,
    ];
    await run(process.execPath, program, { cwd: ROOT });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const { values } = readCommandLine(USAGE, {
  options: { out: { type: 'string', default: 'dist/pages' }, repository: { type: 'string', default: ROOT } },
});
const releaseList = await releases(values.repository);
await mkdir(values.out, { recursive: true });
for (const { tag, version } of releaseList) {
  await render(tag, resolve(values.out, version), values.repository);
  console.log(`rendered ${version}`);
}
const [latest] = releaseList;
if (latest) await cp(join(values.out, latest.version), join(values.out, 'latest'), { recursive: true });
await writeSite(join(values.out, 'docs'), {
  home: '../index.html',
  reference: latest && '../latest/index.html',
  index: latest && '../latest/',
});
await writeFile(join(values.out, 'index.html'), await listPage(releaseList));
console.log(
  `wrote ${join(values.out, 'index.html')}, ${releaseList.length} ${releaseList.length === 1 ? 'version' : 'versions'}`,
);
