import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Trawl } from '@trawl/sdk';
import { createToolset } from '@trawl/tools';
import { describe, expect, it } from 'vitest';
import { codeBlocks } from '../docs/markdown.js';
import { overHttp } from './client.js';

/** How a client starts or reaches the server. */
interface Entry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const guide = readFileSync(at('docs/agents.md'), 'utf8');
const PROGRAM = at('packages/tools/dist/cli.js');

/** The code of the guide in a language. */
const code = (language: string): string[] =>
  codeBlocks(guide).flatMap((block) => (block.language === language ? [block.code] : []));

/** What the guide has clients write into their configuration. */
const entries = code('json').flatMap((json) => {
  const { servers, mcpServers, context_servers } = JSON.parse(json);
  return Object.values((servers ?? mcpServers ?? context_servers) as Readonly<Record<string, Entry>>);
});

const remote = entries.filter(({ url }) => url !== undefined);

const commands = code('sh')
  .flatMap((block) => block.split('\n'))
  .flatMap((line) => /\bnpx (?:-y )?@trawl\/tools (.+)$/.exec(line)?.[1] ?? [])
  .map((args) => args.split(' '));

/** What the server lists that a program serves over standard input and output. */
async function toolsOf(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const client = new Client({ name: 'a-client', version: '1.0.0' });
  const environment = { PATH: process.env.PATH ?? '', ...env };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], env: environment }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

/** The arguments and the environment of each start over standard input and output, once. */
const starts = new Set([
  ...entries.flatMap(({ args, env }) => (args ? [JSON.stringify([args.slice(2), env ?? {}])] : [])),
  ...commands.filter((args) => !args.includes('--http')).map((args) => JSON.stringify([args, {}])),
]);

describe.concurrent('the guide for agents', () => {
  it('has clients start the package by npx', () => {
    const local = entries.filter(({ url }) => url === undefined);
    expect(local.length).toBeGreaterThan(2);
    for (const { command, args = [] } of local)
      expect([command, ...args.slice(0, 2)]).toEqual(['npx', '-y', '@trawl/tools']);
  });

  it.each([...starts])('has arguments and an environment that start the tools: %s', async (start) => {
    const [args, env] = JSON.parse(start);
    expect(await toolsOf([PROGRAM, ...args], env)).toContain('search');
  });

  it('has `trawl mcp` as the same server', async () => {
    const [start = '[[],{}]'] = starts;
    const [args] = JSON.parse(start);
    const [ours, commandLine] = await Promise.all([
      toolsOf([PROGRAM, ...args]),
      toolsOf([at('packages/cli/dist/cli.js'), 'mcp', ...args]),
    ]);
    expect(commandLine).toEqual(ours);
  });

  it('has a command that serves them over HTTP, and what a client needs to call it', async () => {
    expect(remote.map(({ headers }) => headers)).toEqual([{ Authorization: `Bearer \${env:TRAWL_TOOLS_KEY}` }]);
    const folder = mkdtempSync(join(tmpdir(), 'trawl-tools-'));
    writeFileSync(join(folder, 'keys.txt'), 'a-key-of-a-client-01\na-key-of-a-client-02\n', { mode: 0o600 });
    const args = commands.find((one) => one.includes('--http'))?.map((arg) => (arg === '3003' ? '0' : arg)) ?? [];
    const program = execFile(process.execPath, [PROGRAM, ...args], { cwd: folder, env: { PATH: process.env.PATH } });
    const line = await new Promise<string>((resolve) => program.stderr?.once('data', resolve));
    const url = new URL(/http:\S+/.exec(line)?.[0] ?? '');
    expect(remote.map((entry) => new URL(entry.url ?? '').pathname)).toEqual([url.pathname]);
    url.hostname = '127.0.0.1';
    const { client } = await overHttp(url.href, 'a-key-of-a-client-02');
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('interact');
    await client.close();
    program.kill();
    rmSync(folder, { recursive: true });
  });

  it('names options that there are, and every standard tool', async () => {
    const { stdout } = execFile(process.execPath, [PROGRAM, '--help']);
    const help = stdout ? await text(stdout) : '';
    const options = new Set([...guide.matchAll(/(?<=`)--[a-z-]+/g)].map(([option]) => option));
    expect([...options].filter((option) => !help.includes(`  ${option} `))).toEqual([]);
    const { tools } = createToolset(new Trawl({ baseUrl: 'http://127.0.0.1:3002' }), { filesFolder: '.' });
    expect(tools.filter(({ name }) => !guide.includes(`\`${name}\``))).toEqual([]);
  });
});
