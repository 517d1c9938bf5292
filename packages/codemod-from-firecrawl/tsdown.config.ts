import { defineConfig } from 'tsdown';
import { latestCompiler, tidyDeclarations } from '../../scripts/declarations.js';

export default defineConfig({
  entry: { index: 'src/index.ts', cli: 'src/cli.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: 'src/index.ts', ...latestCompiler },
  tsconfig: 'tsconfig.src.json',
  hooks: { 'build:done': tidyDeclarations },
  fixedExtension: false,
  hash: false,
});
