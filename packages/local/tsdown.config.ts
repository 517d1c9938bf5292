import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { defineConfig } from 'tsdown';
import { tidyDeclarations } from '../../scripts/declarations.js';

/** The page at `/`, whose script runs in the browser. */
const STYLES = new URL('src/dashboard/dashboard.css', import.meta.url);
const SCRIPT = new URL('dist/dashboard.js', import.meta.url);

/** Kysely is built in: loading its 280 files takes as long as starting the rest of the service. Its licence stays with it. */
async function addLicense(): Promise<void> {
  const license = new URL('../../LICENSE', import.meta.resolve('kysely'));
  await copyFile(license, new URL('dist/kysely.LICENSE', import.meta.url));
}

/** Both builds have the same types. */
async function addTypes(): Promise<void> {
  const dist = new URL('dist/', import.meta.url);
  await copyFile(new URL('index.d.ts', dist), new URL('index.d.cts', dist));
}

async function addDashboard(): Promise<void> {
  await compress(STYLES, 'dashboard.css.gz');
  await compress(SCRIPT, 'dashboard.js.gz');
  await rm(SCRIPT);
}

async function compress(source: URL, name: string): Promise<void> {
  await writeFile(new URL(`dist/${name}`, import.meta.url), gzipSync(await readFile(source), { level: 9 }));
}

/** By this, the compiler takes their files for those of this package, whose declarations it writes. */
const BUILT_IN = {
  '@trawl/base/*': ['../base/src/*.ts'],
  '@trawl/browser/*': ['../browser/src/*.ts'],
  '@trawl/web/*': ['../web/src/*.ts'],
};

const node = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  fixedExtension: false,
} as const;

const program = defineConfig({
  ...node,
  entry: {
    index: 'src/index.ts',
    cli: 'src/program/cli.ts',
    // A worker is a file of its own, beside the one that starts it.
    'check-worker': 'src/app/check-worker.ts',
    'copy-worker': 'src/store/sqlite/copy-worker.ts',
    'differ-worker': 'src/changes/differ-worker.ts',
    'json-check-worker': 'src/model/json-check-worker.ts',
    'path-worker': 'src/crawl/path-worker.ts',
  },
  dts: { entry: ['src/index.ts'], compilerOptions: { paths: BUILT_IN } },
  hooks: {
    async 'build:done'(context) {
      tidyDeclarations(context);
      await addLicense();
      await addTypes();
    },
  },
});

const commonjs = defineConfig({
  ...node,
  entry: { index: 'src/commonjs.ts' },
  format: 'cjs',
  clean: false,
  dts: false,
});

// It shares no file with the rest: its process may read itself, and nothing else of the package.
const code = defineConfig({
  ...node,
  entry: { 'run-code': '../browser/src/sandbox/run-code.mjs' },
  clean: false,
  dts: false,
});

const dashboard = defineConfig({
  entry: { dashboard: 'src/dashboard/client/main.ts' },
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  tsconfig: 'src/dashboard/client/tsconfig.json',
  minify: true,
  // The program is built into the same folder.
  clean: false,
  dts: false,
  fixedExtension: false,
  hooks: { 'build:done': addDashboard },
});

export default [program, commonjs, code, dashboard];
