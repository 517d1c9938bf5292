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
    // Modules of CommonJS among the dependencies require those of Node.js.
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`,
    },
  });
}

/** They load a file that stands beside their own. */
const WITH_FILES = ['fs-native-extensions', 'node-sqlite3-wasm'];

/**
 * A dependency that is loaded later, if at all, comes from `node_modules`. All others are bundled too: to find and load their
 * many files takes longer than all else that a program does when it starts.
 */
const externalDependencies: Plugin = {
  name: 'external dependencies',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isLoadedLater = kind === 'dynamic-import' && !path.startsWith('@trawl/');
      return isLoadedLater || WITH_FILES.includes(path) ? { path, external: true } : undefined;
    });
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
