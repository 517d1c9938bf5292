import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { tarball } from './tarball-for-tests.js';

const FOLDER = new URL('../../.github/workflows/', import.meta.url);

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflow = (file: string): Workflow => parse(readFileSync(new URL(file, FOLDER), 'utf8'));

/** The one step of a job that matters here, as a program of a shell. */
function shellStep(file: string, job: string, hint: string): string {
  const found = workflow(file).jobs[job]?.steps.find(({ run }) => run?.includes(hint))?.run;
  if (!found) throw new Error(`${file} has no step of the job ${job} with ${hint}.`);
  return found;
}

const folder = mkdtempSync(join(tmpdir(), 'workflow-'));
const at = (...names: string[]) => join(folder, ...names);
const ownVariables = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS|INIT_CWD)/i.test(name)),
);

/** Runs a step as the runner does. */
function run(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ status: number; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...ownVariables, RUNNER_TEMP: at('temp'), HOME: at('home'), ...env } };
    execFile('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    );
  });
}

beforeEach(() => {
  for (const name of ['temp', 'home', 'checkout']) {
    rmSync(at(name), { recursive: true, force: true });
    mkdirSync(at(name));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('a job that may write', () => {
  const files = readdirSync(FOLDER).filter((file) =>
    /pull_request|workflow_call/.test(JSON.stringify(workflow(file).on)),
  );

  it.each(files)('of %s has nothing of the pull request, and starts nothing that a folder could change', (file) => {
    for (const { permissions, steps } of Object.values(workflow(file).jobs)) {
      if (!Object.values(permissions).includes('write')) continue;
      for (const { uses = '', run: script = '' } of steps) {
        expect(uses).not.toMatch(/^actions\/(checkout|setup-node)/);
        expect(script).not.toMatch(/\b(npm|npx|node)\b/);
        // What others have named is read from variables: in the script itself it would be code.
        expect(script).not.toContain('${{');
      }
    }
  });

  it('holds back a token from the jobs that read the pull request', () => {
    for (const file of ['spec-diff.yml', 'contract.yml']) {
      const readers = Object.values(workflow(file).jobs).filter(({ permissions }) => permissions.contents);
      expect(readers.map(({ permissions }) => permissions)).toEqual([{ contents: 'read' }]);
      expect(JSON.stringify(readers)).not.toMatch(/github\.token|secrets\./);
    }
  });
});

/** What the steps start, and a runner has. */
const missing = ['curl', 'jq'].filter((program) => spawnSync(program, ['--version']).status !== 0);
if (missing.length > 0) console.warn(`Not tried: the steps of the workflows, which need ${missing.join(' and ')}.`);

describe.skipIf(missing.length > 0)('the comparison of spec-diff.yml', () => {
  const script = shellStep('spec-diff.yml', 'compare', 'npx');
  let registry: string;

  /** Says with what it was started, and writes what it is told to write. */
  const PROGRAM = `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require('node:fs');
for (const each of process.argv.slice(2)) {
  const [, format, file] = /^(markdown|json)=(.*)/.exec(each) ?? [];
  if (file) writeFileSync(file, format === 'json' ? process.env.REPORTED : 'The report.');
}
console.log(JSON.stringify({ args: process.argv.slice(2), folder: process.cwd() }));
process.exit(1);
`;
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const archive = tarball({
      'package/package.json': JSON.stringify({
        name: '@trawl/spec-diff',
        version: '1.0.0',
        bin: { 'spec-diff': './cli.js' },
        scripts: { install: `touch ${at('proof')}` },
      }),
      'package/cli.js': request.url?.startsWith('/evil') ? attack('another registry') : PROGRAM,
    });
    if (request.url?.endsWith('.tgz')) {
      response.end(archive);
      return;
    }
    if (!/\/@trawl%2fspec-diff$/i.test(request.url ?? '')) {
      response.writeHead(404).end('{}');
      return;
    }
    const prefix = request.url?.startsWith('/evil') ? '/evil' : '';
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const version = {
      name: '@trawl/spec-diff',
      version: '1.0.0',
      bin: { 'spec-diff': './cli.js' },
      hasInstallScript: true,
      dist: { tarball: `${origin}${prefix}/package.tgz`, integrity },
    };
    const answer = { name: '@trawl/spec-diff', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });

  const attack = (name: string) =>
    `#!/usr/bin/env node\nrequire('node:fs').appendFileSync(${JSON.stringify(at('proof'))}, ${JSON.stringify(`${name}\n`)});\n`;

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => server.close());

  const write = (name: string, content: string) => {
    mkdirSync(at('checkout', name, '..'), { recursive: true });
    writeFileSync(at('checkout', name), content);
    chmodSync(at('checkout', name), 0o755);
  };

  const compared = (changes: readonly object[]) =>
    run(script, at('checkout'), {
      GITHUB_WORKSPACE: at('checkout'),
      GITHUB_STEP_SUMMARY: at('temp/summary'),
      GITHUB_OUTPUT: at('temp/output'),
      CONTRACT: 'api/openapi.yaml',
      BASE: 'abc',
      FAIL_ON: 'breaking',
      PACKAGE: '@trawl/spec-diff@latest',
      REPORTED: JSON.stringify({ changes }),
      npm_config_cache: at('cache'),
      npm_config_update_notifier: 'false',
    });

  it('is made once for all outputs, and runs nothing of the checkout', async () => {
    writeFileSync(at('home/.npmrc'), `registry=${registry}/\n`);
    write(
      '.npmrc',
      `node-options=--require ./evil.cjs\nscript-shell=./evil.sh\n@trawl:registry=${registry}/evil/\nignore-scripts=false\n`,
    );
    write('evil.cjs', attack('node-options'));
    write('evil.sh', `#!/bin/sh\necho script-shell >> ${at('proof')}\n`);
    write('package.json', '{"name":"@trawl/spec-diff","version":"1.0.0","bin":{"spec-diff":"./own.cjs"}}');
    write('own.cjs', attack('a package of that name'));
    write(
      'node_modules/@trawl/spec-diff/package.json',
      '{"name":"@trawl/spec-diff","version":"1.0.0","bin":"./cli.js"}',
    );
    write('node_modules/@trawl/spec-diff/cli.js', attack('a package that was committed'));
    write('node_modules/.bin/spec-diff', attack('a program that was committed'));
    write('node_modules/.bin/@trawl/spec-diff@latest', attack('a program of that name'));
    const { status, output } = await compared([{}]);
    expect(existsSync(at('proof'))).toBe(false);
    expect(status).toBe(1);
    const [started, ...others] = output.split('\n').filter((line) => line.startsWith('{'));
    expect(others).toEqual([]);
    const { args, folder: cwd } = JSON.parse(started ?? '{}');
    expect(args.slice(0, 4)).toEqual(['abc', 'HEAD', '--repository', at('checkout')]);
    expect(cwd).not.toContain('checkout');
    expect(readFileSync(at('temp/summary'), 'utf8').trim()).toBe('The report.');
    expect(readFileSync(at('temp/report/report.md'), 'utf8').trim()).toBe('The report.');
    expect(readFileSync(at('temp/output'), 'utf8')).toMatch(/^artifact=spec-diff-[0-9a-f]{16}\n$/);
  });

  it('leaves nothing for the comment where nothing has changed', async () => {
    writeFileSync(at('home/.npmrc'), `registry=${registry}/\n`);
    await compared([]);
    expect(readFileSync(at('temp/report/report.md'), 'utf8')).toBe('');
  });
});

describe.skipIf(missing.length > 0)('the comment', () => {
  const scripts = ['spec-diff.yml', 'contract.yml'].map((file) => shellStep(file, 'comment', 'comments'));
  const [script = ''] = scripts;
  const bot = { login: 'github-actions[bot]' };
  const MARK = '<!-- changes of api/openapi.yaml, kept up to date -->';
  let comments: { id: number; body: string; user: { login: string } }[] = [];
  let calls: string[] = [];
  let failures: number[] = [];

  const github = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    const failure = failures.shift();
    if (failure !== undefined || headers.authorization !== 'Bearer token') {
      const message = 'Resource not accessible\n::stop-commands::x by integration';
      return response.writeHead(failure ?? 401).end(JSON.stringify({ message }));
    }
    calls.push(`${method} ${url.replace(/\?.*/, '')}`);
    const id = Number(/comments\/(\d+)$/.exec(url)?.[1]);
    const { searchParams } = new URL(url, 'http://github');
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
    if (method === 'GET') return response.end(JSON.stringify(comments.slice((page - 1) * size, page * size)));
    if (method === 'DELETE') comments = comments.filter((comment) => comment.id !== id);
    if (method === 'POST') comments = [...comments, { id: 1000 + comments.length, ...JSON.parse(body), user: bot }];
    if (method === 'PATCH')
      comments = comments.map((comment) => (comment.id === id ? { ...comment, ...JSON.parse(body) } : comment));
    return response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'DELETE' ? undefined : '{}');
  });

  beforeAll(async () => {
    github.listen(0, '127.0.0.1');
    await once(github, 'listening');
  });

  afterAll(() => github.close());

  beforeEach(() => {
    const user = { login: 'somebody' };
    comments = Array.from({ length: 130 }, (_, id) => ({ id, body: `Comment ${id} "of" somebody\n`, user }));
    // Somebody else can write the mark, too.
    comments.push({ id: 500, body: `${MARK}\nAll is well.`, user });
    [calls, failures] = [[], []];
    mkdirSync(at('temp/comment'));
  });

  const report = (content: string) => writeFileSync(at('temp/comment/report.md'), content);
  const commented = () =>
    run(script, at('checkout'), {
      CONTRACT: 'api/openapi.yaml',
      GITHUB_API_URL: `http://127.0.0.1:${(github.address() as AddressInfo).port}`,
      GITHUB_REPOSITORY: 'owner/name',
      GITHUB_TOKEN: 'token',
      NUMBER: '12',
      HEAD: 'c0ffee',
    });
  const ours = () => comments.filter(({ user }) => user === bot).map(({ body }) => body);

  it('is made in the same way by both workflows', () => {
    expect(scripts[1]).toBe(script);
  });

  it('is made once, kept up to date with the commit of the event, and goes; those of others stay', async () => {
    report('One "change" of `a`.\n\n$HOME $(id) \\n');
    expect(await commented()).toEqual({ status: 0, output: '' });
    expect(ours()).toEqual([`${MARK}\nOne "change" of \`a\`.\n\n$HOME $(id) \\n\nOf commit c0ffee.\n`]);
    comments.push({ id: 5000, body: `${MARK}\nOf another run.`, user: bot });
    report('Two changes.');
    await commented();
    expect(ours()).toEqual([`${MARK}\nTwo changes.\nOf commit c0ffee.\n`]);
    report('');
    await commented();
    expect(ours()).toEqual([]);
    expect(comments).toHaveLength(131);
    expect(calls.every((call) => /\/repos\/owner\/name\/issues\/(12\/)?comments/.test(call))).toBe(true);
  });

  it('is tried again when GitHub fails, and what it needs is said when GitHub goes on refusing', async () => {
    report('One change.');
    failures = [502];
    expect((await commented()).status).toBe(0);
    expect(ours()).toHaveLength(1);
    failures = [403, 403, 403];
    const { status, output } = await commented();
    expect(status).toBe(1);
    expect(output).toContain('pull-requests%3A write');
    expect(output).not.toMatch(/^::stop-commands/m);
    expect(output).not.toContain('token');
  });

  it('takes no file that is a link, or larger than a comment', async () => {
    writeFileSync(at('temp/secret'), 'secret');
    symlinkSync(at('temp/secret'), at('temp/comment/report.md'));
    expect((await commented()).status).toBe(1);
    rmSync(at('temp/comment/report.md'));
    report('x'.repeat(300_000));
    expect((await commented()).status).toBe(1);
    expect(calls).toEqual([]);
  });
});
