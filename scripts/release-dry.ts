/**
 * Goes through a release on this machine, and publishes nothing: in a clone of the last commit it carries out the planned
 * versions, builds, packs, installs the tarballs in an empty project, runs a first program there, and renders the
 * reference of every version:
 *
 *   npm run release:dry
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EmptyProject } from './release/empty-project.js';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['client', 'sdk', 'local'];

/** What a person does first: everything on this machine, and nothing else installed. */
const FIRST_PROGRAM = `import { createServer } from 'node:http';
import { createLocalServer } from '@trawl/local';
import { Trawl } from '@trawl/sdk';

const site = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<title>Harbour</title><main><h1>Harbour</h1><p>Boats come in at noon.</p></main>');
});
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const url = \`http://127.0.0.1:\${site.address().port}/\`;
const server = await createLocalServer({ allowPrivateNetworks: true, quiet: true });
const trawl = new Trawl({ baseUrl: server.url });
const { markdown } = await trawl.scrape(url);
const { web } = await trawl.search('boats at noon');
console.log(JSON.stringify({ markdown, found: web.map(({ title }) => title) }));
await server.close();
site.close();
`;

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  process.stdout.write(`${name} … `);
  const started = performance.now();
  const result = await work();
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

const clone = await mkdtemp(join(tmpdir(), 'trawl-release-'));
const project = await EmptyProject.create();
try {
  const inClone = (command: string, ...args: string[]) => execute(command, args, { cwd: clone, maxBuffer: 2 ** 26 });
  await step('Cloning the last commit', () => execute('git', ['clone', '--quiet', ROOT, clone]));
  await step('Installing what it needs', () => inClone('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund'));
  await step('Carrying out the planned versions', () => inClone('npm', 'run', 'release:version'));
  await step('Building', () => inClone('npm', 'run', 'build'));
  const tarballs: string[] = [];
  await step('Packing', async () => {
    for (const name of PACKAGES) tarballs.push(await project.pack(join(clone, 'packages', name)));
  });
  await step('Installing in an empty project', () => project.install(...tarballs));
  await project.write('first.js', FIRST_PROGRAM);
  const printed = await step('Running a first program there', () => project.run('first.js'));
  const { markdown, found } = JSON.parse(printed);
  if (!markdown.includes('Boats come in at noon.') || found[0] !== 'Harbour') {
    throw new Error(`The first program printed something else than it should: ${printed}`);
  }
  await step('Rendering the reference of every version', () => inClone('npm', 'run', 'pages'));

  for (const name of PACKAGES) {
    const { name: full, version } = JSON.parse(await readFile(join(clone, 'packages', name, 'package.json'), 'utf8'));
    console.log(`  would publish ${full}@${version}`);
  }
  console.log('Nothing was published.');
} catch (error) {
  const { message, stderr, stdout } = error as { message: string; stderr?: string; stdout?: string };
  console.error(`\nThe release would fail: ${message}\n${stdout ?? ''}\n${stderr ?? ''}`);
  process.exitCode = 1;
} finally {
  await project.remove();
  await rm(clone, { recursive: true });
}
