import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project } from '../../scripts/shared/project.js';
import { serveSite } from '../cli/site.js';
import { ExampleServer } from '../programs/example-server.js';

const run = promisify(execFile);
const project = new Project();
let files: string[];

beforeAll(async () => {
  files = await project.installPacked('cli', 'sdk', 'client', 'local', 'tools');
}, 300_000);

afterAll(() => project.remove());

it('holds the program and no source, and tells nothing of where it was made', () => {
  expect(files.filter((file) => !/^(dist\/.+\.js|package\.json|README\.md|LICENSE)$/.test(file))).toEqual([]);
  expect(project.filesThatTell('cli', files)).toEqual([]);
});

it('runs in an empty folder, with the service inside of the command', async () => {
  await using site = await serveSite();
  const program = join(project.folder, 'node_modules/.bin/trawl');
  const { stdout } = await run(program, ['scrape', site.url, '--local', '--allow-private-networks'], {
    cwd: project.folder,
    env: { PATH: process.env.PATH, HOME: project.folder },
  });
  expect(stdout).toMatch(/^# Anchor \//);
});

describe('@trawl/tools without the command line and the service', () => {
  beforeAll(() => {
    for (const name of ['cli', 'local']) rmSync(join(project.folder, 'node_modules/@trawl', name), { recursive: true });
  });

  it('runs in an empty folder, where a client lists its tools and calls one', async () => {
    const service = new ExampleServer();
    const client = new Client({ name: 'a-client', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: join(project.folder, 'node_modules/.bin/trawl-mcp'),
        args: ['--base-url', await service.start()],
        env: { PATH: process.env.PATH ?? '' },
        cwd: project.folder,
      }),
    );
    expect((await client.listTools()).tools).toHaveLength(7);
    const { content, isError } = await client.callTool({ name: 'scrape', arguments: { url: 'https://example.com' } });
    await client.close();
    await service.stop();
    expect(isError).toBe(false);
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('# Quickstart') }]);
    expect(service.calls.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('has the types of its exports', async () => {
    project.write(
      'tools.mts',
      `import { Trawl } from '@trawl/sdk';
       import { createToolset, type ToolResult } from '@trawl/tools';
       import { createMcpServer, serveMcp } from '@trawl/tools/mcp';
       import { runMcp } from '@trawl/tools/program';
       const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:3002' });
       const result: Promise<ToolResult> = createToolset(trawl).call('search', { query: 'anchor' });
       const status: Promise<number> = runMcp([], {});
       export const all = [result, status, createMcpServer(trawl), serveMcp(trawl, { keys: [] })];`,
    );
    // The check of what the MCP SDK declares would take several seconds.
    const libraries = { lib: ['es2023', 'dom', 'esnext.disposable'], types: [], skipLibCheck: true };
    const options = { strict: true, module: 'nodenext', target: 'es2023', ...libraries };
    expect(await project.compile(options, 'tools.mts')).toBe('');
  });
});
