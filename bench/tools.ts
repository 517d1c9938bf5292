import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createLocalServer } from '@trawl/local';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { marked } from 'marked';
import { Project } from '../scripts/shared/project.js';
import { type InstalledSize, installedSize } from './installed-size.js';
import { median } from './median.js';
import { servePage } from './page.js';
import type { Row } from './table.js';

/** The official tool server, for comparison; the last version that was looked at. */
const OFFICIAL = 'firecrawl-mcp@3.26.0';

const ROUNDS = 7;
const DOCS = fileURLToPath(new URL('../docs', import.meta.url));

/** A tool server in a project of its own. */
interface ToolServer {
  readonly project: Project;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** The tool that reads a page, and what makes it return Markdown. */
  readonly scrape: { readonly name: string; readonly input: object };
}

/** What one server costs: tokens of the model's context, disk space, and time to start. */
interface Cost {
  readonly bytes: number;
  readonly tools: number;
  readonly listTokens: number;
  /** The tokens of each result that reads the page, to its end. */
  readonly pageTokens: readonly number[];
  readonly installedSize: InstalledSize;
}

/** What the tools cost beside the official tool server, on the same service: in tokens, at the start, and on the disk. */
export async function measureTools(): Promise<Row[]> {
  await using service = await createLocalServer({ port: 0, allowPrivateNetworks: true, browser: 'off', quiet: true });
  await using site = await servePage(await guidesAsPage());
  const ours: ToolServer = {
    project: new Project(),
    program: 'node_modules/@trawl/tools/dist/cli.js',
    env: { TRAWL_BASE_URL: service.url },
    scrape: { name: 'scrape', input: { url: site.url } },
  };
  const theirs: ToolServer = {
    project: new Project(),
    program: 'node_modules/firecrawl-mcp/dist/index.js',
    env: { FIRECRAWL_API_URL: service.url, FIRECRAWL_API_KEY: 'fc-0000000000000000' },
    scrape: { name: 'firecrawl_scrape', input: { url: site.url, formats: ['markdown'] } },
  };
  try {
    await ours.project.installPacked('tools', 'sdk', 'client');
    const hasOfficial = await theirs.project.install('--ignore-scripts', OFFICIAL).then(
      () => true,
      () => false,
    );
    const servers = hasOfficial ? [ours, theirs] : [ours];
    const [cost, other] = await Promise.all(servers.map(costOf));
    if (!cost) throw new Error('The tools were not measured.');
    // In turns, so that both meet the same load.
    const starts = servers.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, server] of servers.entries()) starts[index]?.push(await startOf(server));
    }
    const [start = 0, otherStart] = starts.map(median);
    return rowsOf({ ...cost, start }, other && { ...other, start: otherStart ?? 0 });
  } finally {
    ours.project.remove();
    theirs.project.remove();
  }
}

function rowsOf(ours: Cost & { start: number }, theirs: (Cost & { start: number }) | undefined): Row[] {
  const [first = 0] = ours.pageTokens;
  const whole = ours.pageTokens.reduce((sum, tokens) => sum + tokens, 0);
  const row = (what: string, unit: string, left: number, right: number | undefined, target: Row['target']): Row => ({
    what,
    ratio: right === undefined ? undefined : left / right,
    ours: `${wholeNumber(left)} ${unit}`,
    theirs: right === undefined ? `${OFFICIAL} could not be installed` : `${wholeNumber(right)} ${unit} (${OFFICIAL})`,
    ...(target && { target }),
  });
  const most = (limit: number, unit: string, value: number): Row['target'] => ({
    words: `≤ ${wholeNumber(limit)} ${unit}`,
    isMet: value <= limit,
  });
  const [theirPage] = theirs?.pageTokens ?? [];
  return [
    row(
      `List of ${ours.tools} tools${theirs ? `, of ${theirs.tools}` : ''}`,
      'B',
      ours.bytes,
      theirs?.bytes,
      most(10_000, 'B', ours.bytes),
    ),
    row('… in the context of the model', 'tokens', ours.listTokens, theirs?.listTokens, undefined),
    row('Scrape of a long page', 'tokens', first, theirPage, most(8000, 'tokens', first)),
    row(`… read to its end, in ${ours.pageTokens.length} results`, 'tokens', whole, theirPage, undefined),
    row('Start until the tools are listed', 'ms', ours.start, theirs?.start, { most: 0.5 }),
    row('Installed', 'kB', ours.installedSize.bytes / 1000, theirs && theirs.installedSize.bytes / 1000, { most: 1 }),
    row('… in so many packages', 'packages', ours.installedSize.packages, theirs?.installedSize.packages, { most: 1 }),
  ];
}

const wholeNumber = (value: number): string => Math.round(value).toLocaleString('en');

async function costOf(server: ToolServer): Promise<Cost> {
  const client = await connected(server);
  try {
    const { tools } = await client.listTools();
    const list = JSON.stringify(tools);
    return {
      bytes: Buffer.byteLength(list),
      tools: tools.length,
      listTokens: countTokens(list),
      pageTokens: await readPage(client, server),
      installedSize: installedSize(server.project),
    };
  } finally {
    await client.close();
  }
}

async function startOf(server: ToolServer): Promise<number> {
  const startedAt = performance.now();
  const client = await connected(server);
  await client.listTools();
  const took = performance.now() - startedAt;
  await client.close();
  return took;
}

async function connected({ project, program, env }: ToolServer): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const environment = { PATH: process.env.PATH ?? '', ...env };
  const start = { command: process.execPath, args: [program], env: environment, cwd: project.folder };
  await client.connect(new StdioClientTransport({ ...start, stderr: 'ignore' }));
  return client;
}

/** Reads the page, and goes on as the results say. */
async function readPage(client: Client, { scrape }: ToolServer): Promise<number[]> {
  const tokens: number[] = [];
  let next: { name: string; input: object } | undefined = scrape;
  while (next) {
    const { content, isError } = await client.callTool({ name: next.name, arguments: { ...next.input } });
    const text = (content as { text: string }[]).map((part) => part.text).join('\n');
    if (isError) throw new Error(text);
    tokens.push(countTokens(text));
    const [, cursor] = /read_more and the cursor (\S+)\./.exec(text) ?? [];
    next = cursor === undefined ? undefined : { name: 'read_more', input: { cursor } };
  }
  return tokens;
}

/** All guides of this repository as one page. */
async function guidesAsPage(): Promise<string> {
  const guides = readdirSync(DOCS).filter((name) => name.endsWith('.md'));
  const markdown = guides.map((name) => readFileSync(join(DOCS, name), 'utf8')).join('\n\n');
  return `<title>Guides</title><main>${await marked(markdown)}</main>`;
}
