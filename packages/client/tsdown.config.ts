import { defineConfig } from 'tsdown';
import { latestCompiler, tidyDeclarations } from '../../scripts/declarations.js';

export default defineConfig({
  // The SDK loads the writer of requests without openapi-fetch.
  entry: ['src/index.ts', 'src/request.ts'],
  format: ['esm', 'cjs'],
  // Nothing of Node.js is used: the same files serve browsers and workers.
  platform: 'neutral',
  target: 'es2022',
  // Simpler expressions make smaller bundles; names and lines stay readable.
  minify: { compress: true, mangle: false, codegen: false },
  dts: latestCompiler,
  hooks: { 'build:done': tidyDeclarations },
  tsconfig: 'tsconfig.src.json',
  plugins: [
    {
      // Rolldown reads `import x from` as Node.js does: as the whole CommonJS module. That of openapi-fetch has its
      // function under `default`, as its `__esModule` says; the second argument is what makes Rolldown disregard it.
      name: 'heed-es-module-marker',
      renderChunk: (code) => code.replace('__toESM(openapi_fetch, 1)', '__toESM(openapi_fetch)'),
    },
  ],
});
