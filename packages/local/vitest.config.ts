import { defineConfig } from 'vitest/config';

/** Many of these tests start servers, workers or whole programs, on machines that have other things to do as well. */
const PATIENCE = 60_000;

export default defineConfig({
  test: { testTimeout: PATIENCE, hookTimeout: PATIENCE, globalSetup: 'test/bundled-workers.ts' },
});
