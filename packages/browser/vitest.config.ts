import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['../local/test/temporary-folder.ts'],
    // The files share one process: to load the driver of the browser in each anew takes longer than most of them.
    isolate: false,
  },
});
