import { defineConfig } from 'tsdown';
import { latestCompiler, tidyDeclarations } from '../../scripts/declarations.js';

export default defineConfig({
  entry: 'src/index.ts',
  format: ['esm', 'cjs'],
  // Nothing of Node.js is used: the same files serve browsers and workers.
  platform: 'neutral',
  target: 'es2022',
  // Simpler expressions make smaller bundles; names and lines stay readable.
  minify: { compress: true, mangle: false, codegen: false },
  // What is loaded when it is first needed has a file of its own.
  hash: false,
  dts: latestCompiler,
  hooks: { 'build:done': tidyDeclarations },
  tsconfig: 'tsconfig.src.json',
  // A program whose `lib` is older than `await using` compiles as well.
  banner: { dts: '/// <reference lib="esnext.disposable" />' },
});
