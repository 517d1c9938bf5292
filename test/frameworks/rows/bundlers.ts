import assert from 'node:assert/strict';
import type { Row, Trial } from '../row.js';
import { SITE } from '../service.js';

/** The bundle, which was made for browsers, calls the service. */
async function bundleWorks({ project, works }: Trial, file: string): Promise<void> {
  await works('bundle for browsers', async () => {
    assert.match(await project.execute('node', 'run.mjs', file, `${SITE}/`), /Tea 0/);
  });
}

export const bundlers: readonly Row[] = [
  {
    name: 'esbuild',
    tool: 'esbuild',
    versionOf: 'esbuild',
    projects: ['bundle'],
    dependencies: { esbuild: '^0.28' },
    packages: ['sdk', 'client'],
    isQuick: true,
    async run(trial) {
      await trial.project.execute('esbuild', 'src/main.js', '--bundle', '--minify', '--outfile=dist/main.js');
      await bundleWorks(trial, 'dist/main.js');
    },
  },
];
