import assert from 'node:assert/strict';
import { routesWork } from '../routes.js';
import type { Row, Trial } from '../row.js';
import { SITE, SITE_PAGES } from '../service.js';

/** A page whose server calls the service. */
async function pageWorks({ works }: Trial, name: string, url: string, expected = 'Tea 0'): Promise<void> {
  await works(name, async () => {
    const response = await fetch(url);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    assert.match(text.replaceAll('<!-- -->', ''), new RegExp(expected));
  });
}

const REACT = { react: '^19', 'react-dom': '^19', '@types/react': '^19', '@types/node': '^20', typescript: '^5' };

const next = (major: number): Row => ({
  name: `next-${major}`,
  tool: 'Next.js',
  versionOf: 'next',
  projects: ['routes', 'next', `next-${major}`],
  dependencies: { next: `^${major}`, ...REACT },
  packages: ['sdk', 'local'],
  toSet:
    "`serverExternalPackages: ['@trawl/local']`, if a route starts a local service; not with `output: 'standalone'`, which leaves out its workers",
  async run(trial) {
    const { project, works } = trial;
    await works('build', async () => void (await project.execute('next build')));
    await using server = await project.serve('next start --port PORT --hostname 127.0.0.1');
    await routesWork(trial, server.url);
    await pageWorks(trial, 'server component', `${server.url}/server`);
    await pageWorks(trial, 'call that a component of the browser uses', `${server.url}/later`);
    await pageWorks(trial, 'errors that Next.js throws', `${server.url}/dynamic`);
    await pageWorks(trial, 'crawl in a cached page', `${server.url}/cached`, `${SITE_PAGES} pages`);
    // An app of cached components has no edge runtime.
    if (major === 15) await pageWorks(trial, 'call in the edge runtime', `${server.url}/api/edge?url=${SITE}/`);
    await pageWorks(trial, 'local service in a route', `${server.url}/api/local?url=${SITE}/`, '# Tea');
  },
});

const astro = (major: number, adapter: number, node?: Row['node']): Row => ({
  name: `astro-${major}`,
  tool: 'Astro',
  versionOf: 'astro',
  projects: ['routes', 'astro', ...(major === 5 ? ['astro-5'] : [])],
  dependencies: { astro: `^${major}`, '@astrojs/node': `^${adapter}` },
  packages: ['sdk'],
  ...(node && { node }),
  ...(major === 5 && { toSet: '`security.allowedDomains` for uploads, as for every form' }),
  async run(trial) {
    await trial.works('build', async () => void (await trial.project.execute('astro build')));
    await using server = await trial.project.serve('node dist/server/entry.mjs');
    await routesWork(trial, server.url);
    await pageWorks(trial, 'page', `${server.url}/`);
  },
});

export const frameworks: readonly Row[] = [
  next(15),
  next(16),
  {
    name: 'react-router-7',
    tool: 'React Router',
    versionOf: 'react-router',
    projects: ['routes', 'react-router'],
    dependencies: {
      '@react-router/dev': '^7',
      '@react-router/node': '@react-router/dev',
      '@react-router/serve': '@react-router/dev',
      'react-router': '@react-router/dev',
      isbot: '^5',
      vite: '^7',
      ...REACT,
    },
    packages: ['sdk'],
    async run(trial) {
      await trial.works('build', async () => void (await trial.project.execute('react-router build')));
      await using server = await trial.project.serve('react-router-serve build/server/index.js');
      await routesWork(trial, server.url);
      await pageWorks(trial, 'loader with a call that is not awaited', `${server.url}/`);
    },
  },
  {
    name: 'sveltekit-2',
    tool: 'SvelteKit',
    versionOf: '@sveltejs/kit',
    projects: ['routes', 'sveltekit'],
    dependencies: {
      '@sveltejs/kit': '^2',
      '@sveltejs/adapter-node': '^5',
      '@sveltejs/vite-plugin-svelte': '^6',
      svelte: '^5',
      vite: '^7',
    },
    packages: ['sdk'],
    toSet: '`ORIGIN` for uploads, as for every form',
    async run(trial) {
      await trial.works('build', async () => void (await trial.project.execute('vite build')));
      await using server = await trial.project.serve('env ORIGIN=http://127.0.0.1:PORT node build');
      await routesWork(trial, server.url);
      await pageWorks(trial, 'load with a call that is not awaited', `${server.url}/`);
      await pageWorks(
        trial,
        'sentence about the `fetch` of `load`',
        `${server.url}/fetch`,
        'call without this .?fetch',
      );
    },
  },
  {
    name: 'nuxt-4',
    tool: 'Nuxt',
    versionOf: 'nuxt',
    projects: ['routes', 'nuxt'],
    dependencies: { nuxt: '^4', vue: '^3', 'vue-router': '^4' },
    packages: ['sdk'],
    node: 'Node 24',
    toSet: "an abort at `event.node.res.on('close', …)`: Nuxt reads a stream to its end",
    async run(trial) {
      await trial.works('build', async () => void (await trial.project.execute('nuxt build')));
      await using server = await trial.project.serve('node .output/server/index.mjs');
      await routesWork(trial, server.url);
    },
  },
  astro(5, 9),
  astro(6, 10, 'Node 24'),
];
