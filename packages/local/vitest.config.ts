import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // It takes up to half an hour, so that only `npm run explore` has it.
    exclude: [...configDefaults.exclude, ...(process.env.EXPLORE ? [] : ['test/nodes/faults.test.ts'])],
    globalSetup: ['test/temporary-folder.ts', 'test/bundled-workers.ts', 'test/postgres/shared-server.ts'],
    // The files share one process: to start one for each, and to load the service in it again, takes a third of the time.
    isolate: false,
  },
});
