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
import { overHttp } from './client.js';
import { commandsIn, entriesIn } from './configurations.js';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const guide = readFileSync(at('docs/agents.md'), 'utf8');
const PROGRAM = at('packages/tools/dist/cli.js');

const entries = entriesIn(guide);

const remote = entries.filter(({ url }) => url !== undefined);

const commands = commandsIn(guide);

/** What the server lists that a program serves over standard input and output. */
async function toolsOf(args: readonly string[]): Promise<string[]> {
  const client = new Client({ name: 'a-client', version: '1.0.0' });
  const env = { PATH: process.env.PATH ?? '' };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [...args], env }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

describe.concurrent('the guide for agents', () => {
  it('has clients start the package by npx', () => {
    const local = entries.filter(({ url }) => url === undefined);
    expect(local.length).toBeGreaterThan(2);
    for (const { command, args = [] } of local)
      expect([command, ...args.slice(0, 2)]).toEqual(['npx', '-y', '@trawl/tools']);
  });

  it('has `trawl mcp` as the same server', async () => {
    const args = entries[0]?.args?.slice(2) ?? [];
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
