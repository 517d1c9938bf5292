import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: 'src/index.ts',
  format: ['esm', 'cjs'],
  // Nothing of Node is used: the same files serve browsers and workers.
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  tsconfig: 'tsconfig.src.json',
});
