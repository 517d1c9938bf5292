import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Project } from '../scripts/shared/project.js';
import { type Installed, OFFICIAL } from './installed.js';
import { median } from './median.js';
import type { Row } from './table.js';

const ROUNDS = 5;
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc');

const OURS = `
import { Trawl } from '@trawl/sdk';
const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:3002' });
const { web } = await trawl.search('anchors', { limit: 5 });
const page = await trawl.scrape(web[0]?.url ?? '', { formats: ['markdown', 'links'] });
const json = await trawl.scrape(page.links[0] ?? '', { formats: [{ type: 'json', prompt: 'The price' }] });
const { links } = await trawl.map('https://example.com', { limit: 5 });
for await (const { markdown } of trawl.crawl('https://example.com', { limit: 5 })) console.log(markdown);
const { documents } = await trawl.batchScrape(['https://example.com'], { formats: ['html'] });
const started = await trawl.crawls.start({ url: 'https://example.com' });
await trawl.crawls.cancel(started.id);
const { data } = await trawl.agent('Find the price of an anchor');
console.log(json, links, documents, data, await trawl.team.credits());
`;

const THEIRS = `
import { Firecrawl } from 'firecrawl';
const firecrawl = new Firecrawl({ apiKey: 'key' });
const { web } = await firecrawl.search('anchors', { limit: 5 });
const page = await firecrawl.scrape('https://example.com', { formats: ['markdown', 'links'] });
const json = await firecrawl.scrape('https://example.com', { formats: [{ type: 'json', prompt: 'The price' }] });
const { links } = await firecrawl.map('https://example.com', { limit: 5 });
const { data } = await firecrawl.crawl('https://example.com', { limit: 5 });
const batch = await firecrawl.batchScrape(['https://example.com'], { options: { formats: ['html'] } });
const started = await firecrawl.startCrawl('https://example.com');
await firecrawl.cancelCrawl(started.id);
const agent = await firecrawl.agent({ prompt: 'Find the price of an anchor' });
console.log(web, page, json, links, data, batch, agent, await firecrawl.getCreditUsage());
`;

interface Checked {
  readonly seconds: number;
  readonly instantiations: number;
}

/** What the compiler has to do for a program of ten calls. */
export function measureTypes({ project, hasOfficial }: Installed): Row[] {
  project.write('ten-calls.mts', OURS);
  project.write('ten-calls-official.mts', THEIRS);
  const rounds = Array.from({ length: ROUNDS }, () => ({
    ours: check(project, 'ten-calls.mts'),
    theirs: hasOfficial ? check(project, 'ten-calls-official.mts') : undefined,
  }));
  const rowOf = (what: string, field: keyof Checked, unit: string, digits: number): Row => {
    const ours = median(rounds.map((round) => round.ours[field]));
    const theirs = hasOfficial ? median(rounds.map((round) => round.theirs?.[field] ?? 0)) : undefined;
    const print = (value: number) => `${value.toLocaleString('en', { maximumFractionDigits: digits })}${unit}`;
    return {
      what,
      ratio: theirs && ours / theirs,
      ours: print(ours),
      theirs: theirs ? `${print(theirs)} (${OFFICIAL})` : `${OFFICIAL} could not be installed`,
    };
  };
  return [
    rowOf('Type-checking ten calls: time', 'seconds', ' s', 2),
    rowOf('… instantiations', 'instantiations', '', 0),
  ];
}

function check(project: Project, file: string): Checked {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: 'es2022',
    module: 'node20',
  };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }));
  const report = execFileSync(process.execPath, [TSC, '--extendedDiagnostics'], {
    cwd: project.folder,
    encoding: 'utf8',
  });
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(report)?.[1]);
  return { seconds: figure('Total time'), instantiations: figure('Instantiations') };
}
