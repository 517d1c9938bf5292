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
      await using server = await trial.project.serve('tsx server.ts');
      await routesWork(trial, server.url);
    },
  },
  ...(['express', 'fastify'] as const).map(
    (name): Row => ({
      name: `${name}-5`,
      tool: name === 'express' ? 'Express' : 'Fastify',
      versionOf: name,
      projects: [name],
      dependencies: { [name]: '^5', ...(name === 'express' ? { multer: '^2' } : { '@fastify/multipart': '^10' }) },
      packages: ['sdk'],
      toSet:
        name === 'express'
          ? "`express.raw({ type: 'application/json' })` for webhooks"
          : "a parser of `application/json` with `parseAs: 'buffer'` for webhooks",
      async run(trial) {
        await using server = await trial.project.serve('node server.js');
        await routesWork(trial, server.url);
      },
    }),
  ),
];
