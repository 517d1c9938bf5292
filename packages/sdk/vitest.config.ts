import { defineConfig } from 'vitest/config';

/** Also read by Stryker, which runs in this folder, so that it finds the tests of this package and no others. */
export default defineConfig({
  // Properties are tried with hundreds of values, on machines that have other things to do as well.
  test: { testTimeout: 30_000 },
});
