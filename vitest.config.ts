import { fileURLToPath } from 'node:url';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { addProjectBrowser } from './scripts/project-browser/project-browser.js';

// For tests that are run without set-up.
addProjectBrowser(process.env);

// Needs a build: what was packed, packages together, the rendered reference, the code in the documentation.
const built = [
  'test/cli/**/*.test.ts',
  'test/docs/**/*.test.ts',
  'test/local/**/*.test.ts',
  'test/packaging/**/*.test.ts',
  'test/reference/**/*.test.ts',
  'test/release/**/*.test.ts',
  'test/runtimes/runtimes.test.ts',
  'test/start/**/*.test.ts',
  'test/tools/**/*.test.ts',
];

/** Many of these tests start servers, workers or whole programs, on machines that have other things to do as well. */
const PATIENCE = 60_000;

/** For tests and their hooks, and for what `expect.poll` waits for. */
const timeouts = {
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  expect: { poll: { interval: 20, timeout: PATIENCE / 2 } },
};

// Absolute, since the scripts of the packages run in folders of their own.
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Those of Vite without the one for bundlers, whose files Node.js cannot load: `@opentelemetry/api` has such files. */
const serverConditions = defaultServerConditions.filter((condition) => condition !== 'module');

/** Packages are tested with the source of each other. */
const ssr = { resolve: { conditions: ['@trawl/source', ...serverConditions] } };

const setupFiles = [at('test/properties.ts')];

const ofPackage = (name: string) => ({
  ssr,
  test: { name: `@trawl/${name}`, root: at(`packages/${name}`), setupFiles, ...timeouts },
});

/** A package whose own configuration says more. */
const ofConfiguredPackage = (name: string) => ({
  extends: at(`packages/${name}/vitest.config.ts`),
  ...ofPackage(name),
});

export default defineConfig({
  test: {
    projects: [
      'packages/client',
      ofConfiguredPackage('sdk'),
      ofConfiguredPackage('convert'),
      ofConfiguredPackage('local'),
      ofPackage('spec-diff'),
      ofPackage('base'),
      ofPackage('cli'),
      ofPackage('tools'),
      {
        ssr,
        test: {
          name: 'source',
          include: ['{openapi,scripts,test}/**/*.test.ts'],
          exclude: built,
          ...timeouts,
          isolate: false,
          setupFiles,
        },
      },
      {
        ssr: { resolve: { conditions: serverConditions } },
        test: {
          name: 'built',
          include: built,
          ...timeouts,
          isolate: false,
        },
      },
    ],
  },
});
