import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { TestProject } from 'vitest/node';

/**
 * Bundles the workers below the given folders of a package and the programs that its tests start, before the tests and
 * again when a file has changed: each start from TypeScript would take a second of a processor. `workerEntry` and
 * `bundledProgram` read where they are. Returns a function that removes them.
 */
export async function bundleWorkers(
  project: TestProject,
  packageFolder: string,
  sources: readonly string[],
  programs: readonly string[] = [],
): Promise<() => Promise<void>> {
  // Within the package, so that the workers find its dependencies.
  const cache = join(packageFolder, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'workers-'));
  const bundle = async () => {
    const workers = await Promise.all(sources.map((source) => workersBelow(join(packageFolder, source))));
    await bundleInto(folder, [...workers.flat(), ...programs]);
  };
  await bundle();
  project.onTestsRerun(bundle);
  process.env.TRAWL_BUNDLED_WORKERS = `${pathToFileURL(folder).href}/`;
  return () => rm(folder, { recursive: true });
}

async function workersBelow(source: string): Promise<string[]> {
  const files = await readdir(source, { recursive: true });
  const workers = files.filter((file) => /-worker\.ts$/.test(file) || basename(file) === 'worker-process.ts');
  return workers.map((file) => join(source, file));
}

async function bundleInto(folder: string, entryPoints: string[]): Promise<void> {
  await build({
    entryPoints,
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    plugins: [externalDependencies, ownPlace],
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

/** A bundled file finds what stands beside its source. */
const ownPlace: Plugin = {
  name: 'own place',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: 'ts' };
    });
  },
};
