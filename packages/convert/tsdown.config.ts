import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: {
    detect: 'src/detect.ts',
    schema: 'src/schema.ts',
    workers: 'src/workers.ts',
    // A worker is a file of its own, beside the one that starts it.
    'convert-worker': 'src/convert/convert-worker.ts',
    'worker-process': 'src/workers/worker-process.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: ['src/detect.ts', 'src/schema.ts', 'src/workers.ts'] },
  fixedExtension: false,
});
