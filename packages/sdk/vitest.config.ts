import { configDefaults, defineConfig } from 'vitest/config';

/** Also read by Stryker, which runs in this folder, so that it finds the tests of this package and no others. */
export default defineConfig({
  test: {
    // What a run of Stryker is at work on, or has left behind.
    exclude: [...configDefaults.exclude, '.stryker-tmp/**'],
    // Properties are tried with hundreds of values, on machines that have other things to do as well.
    testTimeout: 30_000,
    // The files share one process: to start one for each takes half of the time.
    isolate: false,
  },
});
