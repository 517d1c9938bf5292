import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['test/temporary-folder.ts', 'test/bundled-workers.ts', 'test/postgres/shared-server.ts'],
    // The files share one process: to start one for each, and to load the service in it again, takes a third of the time.
    isolate: false,
  },
});
