import assert from 'node:assert/strict';
import { guideCode } from '../guide-code.js';
import { type Program, programWorks } from '../programs.js';
import { leave, routesWork, until } from '../routes.js';
import type { Row, Trial } from '../row.js';
import { SITE, WEBHOOK_SECRET } from '../service.js';

/** Programs without a bundle. */
async function programsWork(trial: Trial, run: string, programs: readonly Program[]): Promise<void> {
  for (const program of programs)
    await programWorks(trial, program, '', () => trial.project.execute(`${run} run.mjs src/${program}.js ${SITE}/`));
}

const ALL = ['page', 'tools', 'converter', 'files', 'schema'] as const;

/** Platforms other than Node.js and browsers. */
export const runtimes: readonly Row[] = [
  {
    name: 'bun-1',
    tool: 'Bun',
    versionOf: 'bun',
    projects: ['bundle', 'routes', 'bun'],
    dependencies: { bun: '^1', ai: '^6' },
    packages: ['sdk', 'client', 'tools', 'convert', 'local'],
    toSet: 'a local service: in Node.js, by `npx @trawl/local`; `convert` in place of `createConverter`',
    async run(trial) {
      const { project, works } = trial;
      await using server = await project.serve('bun server.ts');
      await routesWork(trial, server.url);
      await programsWork(trial, 'bun', ALL);
      await works('sentences for what it lacks', async () => {
        const lines = (await project.execute('bun refused.mjs')).trim().split('\n');
        assert.equal(lines.length, 2, lines.join('\n'));
        for (const line of lines) assert.match(line, /Bun/);
      });
    },
  },
  {
    name: 'deno-2',
    tool: 'Deno',
    versionOf: 'deno',
    projects: ['bundle', 'routes', 'installed', 'deno'],
    dependencies: { deno: '^2', ai: '^6' },
    packages: ['sdk', 'client', 'tools', 'convert', 'local'],
    toSet: '`--allow-net --allow-env --allow-read`; for a local service `--allow-all`',
    async run(trial) {
      const { project, works } = trial;
      await using server = await project.serve('deno run --allow-net --allow-env --allow-read server.ts');
      await routesWork(trial, server.url);
      await programsWork(trial, 'deno run --allow-all', [...ALL, 'workers']);
      await works('local service', async () => {
        assert.match(await project.execute('deno run --allow-all app/local.mjs'), /# Tea.*Tea costs 0 EUR/);
      });
    },
  },
  {
    name: 'wrangler-4',
    tool: 'workerd, bundled by Wrangler',
    versionOf: 'wrangler',
    projects: ['routes', 'wrangler'],
    dependencies: { wrangler: '^4' },
    packages: ['sdk', 'convert'],
    node: 'Node 24',
    toSet: '`enable_request_signal`, for `request.signal`; `wrangler dev` tells no worker that a visitor has left',
    async run(trial) {
      const { project, service, works } = trial;
      project.write('src/guide.ts', guideCode('platforms.md', 'export default {\n  async fetch(request: Request'));
      await works('bundle', async () => void (await project.execute('wrangler deploy --dry-run --outdir dist')));
      project.write('config.capnp', configOf(project.read('wrangler.json'), service.url));
      await using server = await project.serve('workerd serve config.capnp --socket-addr http=127.0.0.1:PORT');
      await routesWork(trial, server.url);
      await works('conversion', async () => {
        const response = await fetch(`${server.url}/api/convert`, { method: 'POST', body: '<h1>Tea</h1>' });
        assert.equal(await response.json(), '# Tea');
      });
      await works('the worker of this guide', async () => {
        const results = await (await fetch(`${server.url}/?q=tea`)).json();
        assert.match(JSON.stringify(results), /tea\.example\.com/);
      });
      await works('`request.signal`', async () => {
        await service.faults.add({ match: { operation: 'searchWeb' }, delayMs: 600_000 });
        const hasArrived = async () => (await service.faults.list()).some(({ hits }) => hits > 0);
        await leave(`${server.url}/?q=coffee`, () => until(hasArrived, 'The worker does not search.'));
        await until(() => service.journal().some(({ fault }) => fault), 'The search went on.');
      });
    },
  },
];

/** What runs the bundle as the settings of Wrangler say. */
function configOf(wrangler: string, serviceUrl: string): string {
  const { compatibility_date: date, compatibility_flags: flags } = JSON.parse(wrangler);
  const settings = { TRAWL_BASE_URL: serviceUrl, TRAWL_API_KEY: 'key', WEBHOOK_SECRET };
  const bindings = Object.entries(settings).map(([name, text]) => `(name = "${name}", text = "${text}")`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "dist/index.js")],
      compatibilityDate = "${date}",
      compatibilityFlags = ${JSON.stringify(flags)},
      bindings = [${bindings.join(', ')}],
    )),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", service = "main")],
);
`;
}
