import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: 'src/index.ts',
  format: ['esm', 'cjs'],
  // Nothing of Node.js is used: the same files serve browsers.
  platform: 'neutral',
  target: 'es2022',
  dts: true,
});
