import { defineConfig } from 'tsdown';
import { latestCompiler, tidyDeclarations } from '../../scripts/declarations.js';

export default defineConfig({
  entry: 'src/index.ts',
  format: ['esm', 'cjs'],
  // Nothing of Node.js is used: the same files serve browsers.
  platform: 'neutral',
  target: 'es2022',
  dts: latestCompiler,
  tsconfig: 'tsconfig.src.json',
  hooks: { 'build:done': tidyDeclarations },
});
