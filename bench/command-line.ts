import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLocalServer } from '@trawl/local';
import { Project } from '../scripts/shared/project.js';
import { type InstalledSize, installedSize } from './installed-size.js';
import { median } from './median.js';
import { servePage } from './page.js';
import type { Row } from './table.js';

/** The official command line, for comparison; the last version that was looked at. */
const OFFICIAL = 'firecrawl-cli@1.23.3';

const ROUNDS = 21;

/** Measures processor time, because other programs running at the same time would distort the wall-clock time of a short start. */
const REPORT = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(2, '\\ncpu ' + (user + system) / 1000);
});`;

/** The smallest program that scrapes: it makes one call. */
const CALL = `const [service, url] = process.argv.slice(2);
const headers = { 'content-type': 'application/json' };
const answer = await fetch(service + '/v2/scrape', { method: 'POST', headers, body: JSON.stringify({ url }) });
console.log((await answer.json()).data.markdown);`;

/** What the command line costs beside the official one, and beside Node.js alone: at each start, and on the disk. */
export async function measureCommandLine(): Promise<Row[]> {
  await using service = await createLocalServer({ port: 0, allowPrivateNetworks: true, browser: 'off', quiet: true });
  await using site = await servePage('<title>Anchor</title><main><h1>Anchor</h1><p>It holds well in sand.</p></main>');
  const project = new Project();
  const other = new Project();
  try {
    await project.installPacked('cli', 'sdk', 'client');
    const hasOfficial = await other.install('--ignore-scripts', OFFICIAL).then(
      () => true,
      () => false,
    );
    project.write('report.cjs', REPORT);
    project.write('empty.mjs', '');
    project.write('call.mjs', CALL);
    const start = async (program: string, ...args: string[]): Promise<number> => {
      const env = { ...environment(service.url), HOME: project.folder };
      const command = ['--require', join(project.folder, 'report.cjs'), program, ...args];
      const { stderr } = await promisify(execFile)(process.execPath, command, { env });
      return Number(/\ncpu (.+)$/.exec(stderr)?.[1]);
    };
    const ours = join(project.folder, 'node_modules/@trawl/cli/dist/cli.js');
    const theirs = join(other.folder, 'node_modules/firecrawl-cli/dist/index.js');
    const rounds: Record<'node' | 'call' | 'version' | 'scrape' | 'otherVersion' | 'otherScrape', number>[] = [];
    // In turns, so that all meet the same load.
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        node: await start(join(project.folder, 'empty.mjs')),
        call: await start(join(project.folder, 'call.mjs'), service.url, site.url),
        version: await start(ours, '--version'),
        scrape: await start(ours, 'scrape', site.url),
        otherVersion: hasOfficial ? await start(theirs, '--version') : 0,
        otherScrape: hasOfficial ? await start(theirs, 'scrape', site.url) : 0,
      });
    }
    const medianOf = (name: keyof (typeof rounds)[number]): number => median(rounds.map((round) => round[name]));
    const comparison = (what: string, value: number, yardstick: number, name: string, most?: number): Row => ({
      what,
      ratio: value / yardstick,
      ours: `${value.toFixed(0)} ms`,
      theirs: `${yardstick.toFixed(0)} ms (${name})`,
      ...(most && { target: { most } }),
    });
    const official = (what: string, value: number, yardstick: number, most?: number): Row =>
      hasOfficial
        ? comparison(what, value, yardstick, OFFICIAL, most)
        : { what, ours: `${value.toFixed(0)} ms`, theirs: `${OFFICIAL} could not be installed` };
    return [
      official('`trawl --version`', medianOf('version'), medianOf('otherVersion'), 1),
      comparison('… beside an empty program', medianOf('version'), medianOf('node'), 'Node.js'),
      official('`trawl scrape` of a page in the cache', medianOf('scrape'), medianOf('otherScrape')),
      comparison('… beside a program of one `fetch`', medianOf('scrape'), medianOf('call'), 'Node.js', 1.6),
      ...sizes(installedSize(project), hasOfficial ? installedSize(other) : undefined),
    ];
  } finally {
    project.remove();
    other.remove();
  }
}

/** Both command lines call the same service. */
const environment = (url: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  TRAWL_BASE_URL: url,
  FIRECRAWL_API_URL: url,
  FIRECRAWL_API_KEY: 'fc-0000000000000000',
});

/** The size does not include the packages that `--local` and `trawl mcp` ask for. */
function sizes(ours: InstalledSize, theirs: InstalledSize | undefined): Row[] {
  const megabytes = ({ bytes }: InstalledSize) => `${(bytes / 1e6).toFixed(0)} MB`;
  return [
    {
      what: 'Installed',
      ratio: theirs && ours.bytes / theirs.bytes,
      ours: `${megabytes(ours)} in ${ours.packages} packages`,
      theirs: theirs ? `${megabytes(theirs)} in ${theirs.packages} packages (${OFFICIAL})` : '',
    },
  ];
}
