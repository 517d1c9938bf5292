import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { TestProject } from 'vitest/node';

/**
 * Bundles the workers below the given folders of a package before its tests, and again when a file has changed.
 * `workerEntry` reads where they are. Returns a function that removes them.
 */
export async function bundleWorkers(
  project: TestProject,
  packageFolder: string,
  sources: readonly string[],
): Promise<() => Promise<void>> {
  // Within the package, so that the workers find its dependencies.
  const cache = join(packageFolder, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'workers-'));
  const bundle = () =>
    bundleInto(
      folder,
      sources.map((source) => join(packageFolder, source)),
    );
  await bundle();
  project.onTestsRerun(bundle);
  process.env.TRAWL_BUNDLED_WORKERS = `${pathToFileURL(folder).href}/`;
  return () => rm(folder, { recursive: true });
}

async function bundleInto(folder: string, sources: readonly string[]): Promise<void> {
  const entryPoints: string[] = [];
  for (const source of sources) {
    const files = await readdir(source, { recursive: true });
    const workers = files.filter((file) => /-worker\.ts$/.test(file) || basename(file) === 'worker-process.ts');
    entryPoints.push(...workers.map((file) => join(source, file)));
  }
  await build({
    entryPoints,
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    plugins: [externalDependencies],
    conditions: ['@trawl/source'],
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
}

/** Packages of this repository are bundled from their source; all others are loaded from `node_modules`. */
const externalDependencies: Plugin = {
  name: 'external dependencies',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@trawl/') ? undefined : { path, external: true },
    );
  },
};
