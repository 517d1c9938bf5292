import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Project } from '../../scripts/shared/project.js';
import { serveSite } from '../cli/site.js';
import { ExampleServer } from '../programs/example-server.js';
import { commandsIn, entriesIn, entriesOf } from '../tools/configurations.js';

const run = promisify(execFile);
const SERVICE = fileURLToPath(new URL('../../packages/local', import.meta.url));
const project = new Project();
let files: readonly string[];

beforeAll(async () => {
  files = await project.installPacked('cli', 'sdk', 'client');
}, 300_000);

afterAll(() => project.remove(), 60_000);

it('holds the program and no source, and tells nothing of where it was made', () => {
  expect(files.filter((file) => !/^(dist\/.+\.js|package\.json|(?:README|SKILL)\.md|LICENSE)$/.test(file))).toEqual([]);
  expect(project.filesThatTell('cli', files)).toEqual([]);
});

/** Runs the installed program in the project, where npm has no global packages. */
const trawl = (...args: string[]) =>
  run(join(project.folder, 'node_modules/.bin/trawl'), args, {
    cwd: project.folder,
    env: { PATH: process.env.PATH, HOME: project.folder, npm_config_prefix: join(project.folder, 'global') },
  });

/** Says in the manifest of the installed program which version it is. */
function release(version: string): void {
  const path = join(project.folder, 'node_modules/@trawl/cli/package.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), version }));
}

it('brings neither the service nor the tools along, which are many times as large', () => {
  const modules = readdirSync(join(project.folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(modules.sort()).toEqual(['@trawl', 'commander', 'openapi-fetch', 'openapi-typescript-helpers', 'undici']);
  expect(readdirSync(join(project.folder, 'node_modules/@trawl')).sort()).toEqual(['cli', 'client', 'sdk']);
});

it.each([
  ['1.0.0', 'npm install --save-dev @trawl/local.'],
  ['0.0.0', 'npm run install:into -- THIS_FOLDER, in a clone of the repository.'],
])(
  'of version %s says without a terminal how to install the service or the tools, and installs nothing',
  async (version, command) => {
    release(version);
    const commands: [string, string[]][] = [
      ['@trawl/local', ['local']],
      ['@trawl/local', ['scrape', 'https://example.com', '--local']],
      ['@trawl/tools', ['mcp']],
    ];
    for (const [name, args] of commands) {
      const failure = await trawl(...args).catch((error) => error);
      expect(failure).toMatchObject({ code: 2, stdout: '' });
      const advice = command.replace('@trawl/local', name);
      expect(failure.stderr).toContain(`${name}, which is not installed. Install it: ${advice}\n`);
    }
  },
);

it('at a terminal, runs that command if a person agrees, and goes on', async () => {
  release('1.0.0');
  const bin = join(project.folder, 'bin');
  const link = join(project.folder, 'node_modules/@trawl/local');
  mkdirSync(bin);
  // It installs the service of this repository: no registry has it.
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n[ "$1" = install ] && ln -s '${SERVICE}' '${link}'\ntrue\n`, {
    mode: 0o755,
  });
  const child = spawn(
    'sh',
    ['-c', 'exec script -qec "$0" /dev/null', `'${join(project.folder, 'node_modules/.bin/trawl')}' local --help`],
    {
      cwd: project.folder,
      env: { PATH: `${bin}:${process.env.PATH}` },
    },
  );
  let output = '';
  for await (const chunk of child.stdout) {
    if (!output.includes('[y/N]') && `${output}${chunk}`.includes('[y/N]')) child.stdin.write('y\n');
    output += chunk;
  }
  rmSync(link);
  expect(output).toContain('Run npm install --save-dev @trawl/local? [y/N]');
  expect(output).toContain('--allow-private-networks');
});

describe('with the service and the tools beside the program', () => {
  beforeAll(async () => {
    await project.installPacked('local', 'convert', 'cli', 'sdk', 'client', 'tools');
  }, 300_000);

  it('runs the service inside of the command', async () => {
    await using site = await serveSite();
    const { stdout } = await trawl('scrape', site.url, '--local', '--allow-private-networks');
    expect(stdout).toMatch(/^# Anchor \//);
  });

  it('starts the program of the service', async () => {
    expect((await trawl('local', '--help')).stdout).toContain('--allow-private-networks');
  });

  it('runs the server of tools', async () => {
    expect((await trawl('mcp', '--help')).stdout).toContain('--files-folder');
  });

  it('finds a service among the global packages, as a program of npx has to', async () => {
    const elsewhere = join(project.folder, 'global/lib/node_modules/@trawl');
    mkdirSync(elsewhere, { recursive: true });
    symlinkSync(SERVICE, join(elsewhere, 'local'));
    rmSync(join(project.folder, 'node_modules/@trawl/local'), { recursive: true });
    expect((await trawl('local', '--help')).stdout).toContain('--allow-private-networks');
  });
});

describe('in the folder of somebody else', () => {
  const stranger = new Project();
  const tools = join(project.folder, 'node_modules/@trawl/tools');

  beforeAll(() => {
    for (const [name, entry] of [
      ['local', '.'],
      ['tools', './program'],
      ['sdk', '.'],
      ['client', '.'],
    ] as const) {
      const folder = join(stranger.folder, 'node_modules/@trawl', name);
      mkdirSync(join(folder, 'dist'), { recursive: true });
      const exported = { [entry]: './dist/cli.js', './package.json': './package.json' };
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', exports: exported }));
      writeFileSync(join(folder, 'dist/cli.js'), "console.log('STOLEN', process.env.TRAWL_API_KEY); process.exit(0);");
    }
    // npm would take this for the folder of global packages.
    stranger.write('.npmrc', `prefix=${stranger.folder}\n`);
    mkdirSync(join(stranger.folder, 'lib'));
    symlinkSync(join(stranger.folder, 'node_modules'), join(stranger.folder, 'lib/node_modules'));
    renameSync(tools, `${tools}-away`);
  });

  afterAll(() => {
    renameSync(`${tools}-away`, tools);
    stranger.remove();
  });

  it.each([
    ['local', ['local', '--help']],
    ['mcp', ['mcp', '--help']],
    ['--local', ['scrape', 'https://example.com', '--local']],
    ['doctor', ['doctor']],
  ])('%s runs no package of it', async (_, args) => {
    const outcome = await run(join(project.folder, 'node_modules/.bin/trawl'), args, {
      cwd: stranger.folder,
      env: {
        PATH: process.env.PATH,
        HOME: project.folder,
        TRAWL_API_KEY: 'the-key',
        TRAWL_BASE_URL: 'http://127.0.0.1:9',
      },
    }).catch((failure) => failure);
    expect(outcome.stdout + outcome.stderr).not.toContain('STOLEN');
    expect(outcome.code).toBeGreaterThan(0);
  });
});

describe('@trawl/tools without the command line and the service', () => {
  beforeAll(() => {
    rmSync(join(project.folder, 'node_modules/@trawl/cli'), { recursive: true });
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

  it('starts by every configuration of the guide and the help, as a client starts it', async () => {
    const env = { PATH: process.env.PATH ?? '', HOME: project.folder, npm_config_offline: 'true' };
    const { stdout: help } = await run(join(project.folder, 'node_modules/.bin/trawl-mcp'), ['--help'], { env });
    const [configuration = '{}'] = /\{"mcpServers"[\s\S]*?\}\}\}\}/.exec(help) ?? [];
    const guide = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8');
    const commands = commandsIn(guide).filter((args) => !args.includes('--http'));
    const starts = [
      ...[...entriesIn(guide), ...entriesOf(JSON.parse(configuration))].filter(({ url }) => url === undefined),
      ...commands.map((args) => ({ command: 'npx', args: ['-y', '@trawl/tools', ...args], env: {} })),
    ];
    const distinct = [...new Set(starts.map((start) => JSON.stringify(start)))];
    expect(distinct.length).toBeGreaterThan(3);
    const lists = distinct.map(async (start) => {
      const { command, args, env: ownEnv } = JSON.parse(start);
      const client = new Client({ name: 'a-client', version: '1.0.0' });
      const transport = new StdioClientTransport({ command, args, env: { ...env, ...ownEnv }, cwd: project.folder });
      await client.connect(transport);
      const { tools } = await client.listTools();
      await client.close();
      return tools.map(({ name }) => name);
    });
    for (const names of await Promise.all(lists)) expect(names).toContain('search');
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
