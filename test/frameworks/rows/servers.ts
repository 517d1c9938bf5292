import { routesWork } from '../routes.js';
import type { Row } from '../row.js';

/** Servers without a build. */
export const servers: readonly Row[] = [
  {
    name: 'hono-4',
    tool: 'Hono',
    versionOf: 'hono',
    projects: ['routes', 'hono'],
    dependencies: { hono: '^4', '@hono/node-server': '^2', tsx: '^4' },
    packages: ['sdk'],
    async run(trial) {
      await using server = await trial.project.serve('tsx', 'server.ts');
      await routesWork(trial, server.url);
    },
  },
];
