import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';
import { latestCompiler, tidyDeclarations } from '../../scripts/declarations.js';

const ENTRIES = {
  index: 'src/index.ts',
  detect: 'src/detect.ts',
  schema: 'src/schema.ts',
  workers: 'src/workers.ts',
};

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

const node = defineConfig({
  entry: {
    ...ENTRIES,
    cli: 'src/cli.ts',
    // A worker is a file of its own, beside the one that starts it.
    'convert-worker': 'src/convert/convert-worker.ts',
    'worker-process': 'src/workers/worker-process.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: Object.values(ENTRIES), ...latestCompiler },
  tsconfig: 'tsconfig.src.json',
  hooks: { 'build:done': tidyDeclarations },
  fixedExtension: false,
  // The predefined character maps of PDFs, with their licence. The package that has them holds much more than them.
  copy: [{ from: fileURLToPath(new URL('../../node_modules/pdfjs-dist/cmaps', import.meta.url)), to: 'dist' }],
  plugins: [
    replacing({
      './cmap-folder.js': source('built/cmap-folder.ts'),
      // The one for the source names a file that only the repository has, and bundlers look for it.
      './worker-entry.js': source('built/worker-entry.ts'),
      './workers/worker-entry.js': source('built/worker-entry.ts'),
      '../workers/worker-entry.js': source('built/worker-entry.ts'),
    }),
  ],
});

/** What only Node.js, Bun and Deno have, and what stands for it in the bundle for browsers. */
const REPLACED: Readonly<Record<string, string>> = {
  './convert-document.js': source('browser/no-documents.ts'),
  '../documents/recognized-image.js': source('browser/no-documents.ts'),
  '../extraction/redact-pii.js': source('browser/no-redaction.ts'),
  '../math/mathml-to-tex.js': source('browser/no-mathml.ts'),
  './compile-schema.js': source('browser/no-schemas.ts'),
  './languages.js': source('browser/no-languages.ts'),
  './removals-log.js': source('browser/no-log.ts'),
  chardet: source('browser/no-detection.ts'),
};

/** The same package in one file with everything that it imports, for HTML alone. */
const browser = defineConfig({
  entry: { browser: 'src/index.ts' },
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  // The package is built into the same folder.
  clean: false,
  dts: false,
  fixedExtension: false,
  noExternal: [/./],
  outputOptions: { inlineDynamicImports: true },
  plugins: [replacing(REPLACED)],
});

/** A plugin that takes other files than those which are imported. */
function replacing(files: Readonly<Record<string, string>>) {
  return { name: 'replaced', resolveId: (id: string) => files[id] };
}

export default [node, browser];
