/**
 * Goes through a release on this machine: in a clone of the last commit it carries out the planned versions, builds, publishes
 * to a registry on loopback, installs the packages by name in an empty project, renders the reference of every version, and
 * runs the quickstart with what was installed. `npm test` does so, too, with what is built already and without the pages.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publicPackages } from './release/public-packages.js';
import { publish, version } from './release/rehearsal.js';
import { readCommandLine } from './shared/command-line.js';
import { LoopbackRegistry } from './shared/loopback-registry.js';
import { Project } from './shared/project.js';

const USAGE = `
Goes through a release in a clone of the last commit, and publishes to a registry of its own, which ends with it.

  npm run release:dry
`;

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  process.stdout.write(`${name} … `);
  const startedAt = performance.now();
  const result = await work();
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

readCommandLine(USAGE, {});
const clone = await mkdtemp(join(tmpdir(), 'trawl-release-'));
const registry = await LoopbackRegistry.start('@trawl');
const project = new Project(registry.npmrc);
try {
  const inClone = (command: string, ...args: string[]) => execute(command, args, { cwd: clone, maxBuffer: 2 ** 26 });
  await step('Cloning the last commit', () => execute('git', ['clone', '--quiet', ROOT, clone]));
  await step('Installing what it needs', () => inClone('npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund'));
  await step('Carrying out the planned versions', () => version(clone));
  await step('Building, and publishing to a registry on loopback', () => publish(clone, registry));
  const names = publicPackages(clone).map(({ name }) => name);
  await step('Installing in an empty project by name', () => project.install(...names));
  await step('Checking that the pictures are up to date', () => inClone('npm', 'run', 'pictures', '--', '--check'));
  await step('Rendering the reference of every version', () => inClone('npm', 'run', 'pages'));
  await step('Running the quickstart with what is installed', async () => {
    // Its programs find the packages of the empty project, and those find what was installed with them and nothing else.
    const packages = join(clone, 'node_modules/@trawl');
    await rm(packages, { recursive: true });
    await symlink(join(project.folder, 'node_modules/@trawl'), packages);
    await inClone('npm', 'start', '--', '--once');
  });

  for (const manifest of registry.published) console.log(`  would publish ${manifest.name}@${manifest.version}`);
  console.log('Nothing was published elsewhere.');
} catch (error) {
  const { message, stderr, stdout } = error as { message: string; stderr?: string; stdout?: string };
  console.error(`\nThe release would fail: ${message}\n${stdout ?? ''}\n${stderr ?? ''}`);
  process.exitCode = 1;
} finally {
  project.remove();
  await registry.close();
  await rm(clone, { recursive: true });
}
