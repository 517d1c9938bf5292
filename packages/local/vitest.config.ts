import { defineConfig } from 'vitest/config';

/** Many of these tests start servers, workers or whole programs, on machines that have other things to do as well. */
const PATIENCE = 60_000;

export default defineConfig({
  test: {
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    globalSetup: ['test/bundled-workers.ts', 'test/postgres/shared-server.ts'],
    // The files share one process: to start one for each, and to load the service in it again, takes a third of the time.
    isolate: false,
  },
});
