import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

/** Within the package, so that the workers find its dependencies. */
const CACHE = join(PACKAGE, 'node_modules/.cache');

/** Bundles the workers before the tests, and again when a file has changed: `workerEntry` reads where they are. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'workers-'));
  await bundle(folder);
  project.onTestsRerun(() => bundle(folder));
  process.env.TRAWL_BUNDLED_WORKERS = `${pathToFileURL(folder).href}/`;
  return () => rm(folder, { recursive: true });
}

async function bundle(folder: string): Promise<void> {
  const files = await readdir(join(PACKAGE, 'src'), { recursive: true });
  const entries = files.filter((file) => /-worker\.ts$/.test(file) || basename(file) === 'worker-process.ts');
  await build({
    entryPoints: [...entries.map((file) => join(PACKAGE, 'src', file)), join(PACKAGE, 'test/workers/test-worker.ts')],
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
}
