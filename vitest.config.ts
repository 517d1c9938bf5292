import { defineConfig } from 'vitest/config';

// Needs a build: what was packed, packages together, the rendered reference, the code in the documentation.
const built = [
  'test/docs/**/*.test.ts',
  'test/local/**/*.test.ts',
  'test/local/**/*.test.ts',
  'test/packaging/**/*.test.ts',
  'test/reference/**/*.test.ts',
  'test/runtimes/runtimes.test.ts',
  'test/start/**/*.test.ts',
];

/** Many of these tests start whole programs, on machines that have other things to do as well. */
const PATIENCE = 60_000;

export default defineConfig({
  test: {
    projects: [
      'packages/*',
      {
        test: {
          name: 'source',
          include: ['{openapi,scripts,test}/**/*.test.ts'],
          exclude: built,
          testTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'built',
          include: built,
          testTimeout: PATIENCE,
        },
      },
    ],
  },
});
