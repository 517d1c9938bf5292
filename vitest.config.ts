import { defineConfig } from 'vitest/config';

// Needs a build: what was packed, the rendered reference, the code in the documentation.
const built = ['test/docs/**/*.test.ts', 'test/packaging/**/*.test.ts', 'test/reference/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      'packages/*',
      {
        test: {
          name: 'source',
          include: ['{openapi,scripts,test}/**/*.test.ts'],
          exclude: built,
        },
      },
      {
        test: {
          name: 'built',
          include: built,
        },
      },
    ],
  },
});
