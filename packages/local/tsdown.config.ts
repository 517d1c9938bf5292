import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    cli: 'src/cli.ts',
    // A worker is a file of its own, beside the one that starts it.
    'convert-worker': 'src/page/convert-worker.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: 'src/index.ts' },
  fixedExtension: false,
});
