import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundledProgram, type Run, run, runWith, serving } from './program.js';
import { call } from './server.js';

test('serves, prints its address and options, logs requests without secrets, and ends on a signal', async () => {
  const program = run('--port', '0', '--api-key', 'very-secret');
  const url = await serving(program);
  const answer = await call({ url, fetch }, 'GET /v2/team/queue-status', {
    headers: { authorization: 'Bearer very-secret' },
  });
  expect(answer.status).toBe(200);
  expect(program.output.out).toMatch(
    /^Trawl \S+ serves .* at http:\/\/127\.0\.0\.1:\d+\n {2}Storage {2}none;.*\n {2}Keys {5}one key;/,
  );
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(program.output.err).toMatch(
    /^\d\d:\d\d:\d\d 200 GET \/v2\/team\/queue-status [\d.]+ ms\nSIGTERM: closing\.\n$/,
  );
  expect(program.output.out + program.output.err).not.toContain('very-secret');
});

test.each([
  [
    'a command without its words',
    ['keys'],
    2,
    /^Say what to do: add NAME, list, limits NAME or revoke NAME\. Run with --help to see the options\.\n$/,
  ],
  ['an option that is none', ['--prot', '1'], 2, /^Unknown option '--prot'\. Run with --help to see the options\.\n$/],
  [
    'a value that looks like an option',
    ['--keyless-calls', '-5'],
    2,
    /^Option '--keyless-calls' argument is ambiguous\. .* use '--keyless-calls=-XYZ'\. Run with --help to see the options\.\n$/,
  ],
  [
    'a folder of recordings that is a file',
    ['--port', '0', '--recordings', bundledProgram('cli')],
    2,
    /^The recordings folder .+cli\.js cannot be used: .*\n$/,
  ],
  [
    'a seed that is not there',
    ['--port', '0', '--seed', '/no/such/folder'],
    2,
    /^The seed folder \/no\/such\/folder cannot be read:/,
  ],
  [
    'a file that cannot be',
    ['--port', '0', '--storage', '/no/such/file'],
    1,
    /^The storage file \/no\/such\/file cannot be opened:.*\n$/,
  ],
  [
    'a database that is away',
    ['--port', '0', '--database', 'postgres://trawl:very-secret@127.0.0.1:1/trawl'],
    1,
    /^The database cannot be opened \(PostgreSQL at 127\.0\.0\.1:1, database trawl\): connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
  ],
  ['a host that is none', ['--port', '0', '--host', '256.1.1.1'], 1, /^The host 256\.1\.1\.1 is not known:.*\n$/],
  [
    'an address of another machine',
    ['--port', '0', '--host', '192.0.2.1'],
    1,
    /^192\.0\.2\.1 is no address of this machine\. Give one by --host\.\n$/,
  ],
])('refuses %s with one sentence', async (_, args, status, sentence) => {
  const program = run(...args);
  expect(await program.ended).toBe(status);
  expect(program.output.err).toMatch(sentence);
  expect(program.output.out).toBe('');
});

test('reports a port in use, and what to do', async () => {
  const port = new URL(await serving(run('--port', '0'))).port;
  const second = run('--port', port);
  expect(await second.ended).toBe(1);
  expect(second.output.err).toBe(
    `Port ${port} at 127.0.0.1 is in use. Give another one by --port, or --port 0 for any that is free.\n`,
  );
});

test('continues where a killed program stopped', async () => {
  const storage = join(mkdtempSync(join(tmpdir(), 'trawl-cli-')), 'state.db');
  const first = run('--port', '0', '--storage', storage);
  const body = { mode: 'normal', blacklist: ['kept.example'] };
  await call({ url: await serving(first), fetch }, 'PUT /v2/team/threat-protection', { body });
  const refused = run('--port', '0', '--storage', storage);
  expect(await refused.ended).toBe(1);
  expect(refused.output.err).toContain(`is in use by another server`);
  first.process.kill('SIGKILL');
  await first.ended;
  const url = await serving(run('--port', '0', '--storage', storage));
  const policy = await call({ url, fetch }, 'GET /v2/team/threat-protection');
  expect(policy).toMatchObject({ status: 200, body: { data: { blacklist: ['kept.example'] } } });
});

describe('with --log json each line is one JSON object', () => {
  /** The lines of both streams, each as the value that a program reads. */
  const entries = ({ output }: Run, stream: 'out' | 'err'): Record<string, string>[] =>
    output[stream]
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));

  /** Makes the program do on SIGUSR2 what others make it do: libraries print, Node.js warns, a thread prints, and it crashes. */
  const MISBEHAVIOUR = `import { Worker } from 'node:worker_threads';
    process.on('SIGUSR2', () => {
      console.warn('a library says\\n"https://example.com/?key=secret"');
      process.stdout.write('half a line, ');
      process.stdout.write('and the rest\\n');
      process.emitWarning('a warning of Node.js');
      const thread = new Worker("console.error('a thread says')", { eval: true });
      thread.on('exit', () => setTimeout(() => { throw new Error('the end'); }, 50));
    });`;

  test('from the first to the last', async () => {
    const program = run('--port', '0', '--log', 'json', '--browser', 'off');
    const url = await serving(program);
    await call({ url, fetch }, 'POST /v2/scrape', { body: { url: 'http://10.0.0.1/?"token=secret' } });
    await call({ url, fetch }, 'GET /nope');
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    const [start, ...others] = entries(program, 'out');
    expect(start).toMatchObject({ time: expect.any(String), message: expect.stringContaining(url), url });
    expect(start?.storage).toContain('none');
    expect(others).toEqual([]);
    const [scrape, unknown, end] = entries(program, 'err');
    expect(scrape).toMatchObject({ method: 'POST', path: '/v2/scrape', status: 403 });
    expect(unknown).toMatchObject({ path: '/nope', status: 404, refused: expect.stringContaining('Cannot GET /nope') });
    expect(end).toMatchObject({ time: expect.any(String), message: 'SIGTERM: closing.' });
  });

  test('for what libraries, threads and Node.js print, and for a crash', async () => {
    const misbehaviour = `data:text/javascript,${encodeURIComponent(MISBEHAVIOUR)}`;
    const program = runWith(['--import', misbehaviour], '--port', '0', '--log', 'json', '--browser', 'off');
    await serving(program);
    program.process.kill('SIGUSR2');
    expect(await program.ended).toBe(1);
    expect(entries(program, 'out').map(({ message }) => message)).toContain('half a line, and the rest');
    expect(entries(program, 'err')).toEqual([
      { time: expect.any(String), message: 'a library says\n"https://example.com/?…"' },
      { time: expect.any(String), message: expect.stringContaining('a warning of Node.js') },
      { time: expect.any(String), message: 'a thread says' },
      { time: expect.any(String), message: expect.stringMatching(/unexpected error: Error: the end\n +at /) },
    ]);
  });

  test.each([
    ['an option that is none', ['--prot', '1'], /^Unknown option/],
    ['a file that cannot be', ['--storage', '/no/such/file'], /^The storage file/],
  ])('for %s', async (_, args, sentence) => {
    const program = run('--log', 'json', '--port', '0', ...args);
    expect(await program.ended).not.toBe(0);
    expect(entries(program, 'err')).toEqual([{ time: expect.any(String), message: expect.stringMatching(sentence) }]);
  });

  test('except for the help, which is for people', async () => {
    const program = run('--log', 'json', '--help');
    expect(await program.ended).toBe(0);
    expect(program.output.out).toMatch(/^Usage: /);
  });
});

test.each([
  ['--help', /^Usage: trawl-local \[options\]\n/],
  ['--version', /^\d+\.\d+\.\d+\n$/],
])('%s prints and ends', async (flag, output) => {
  const program = run(flag);
  expect(await program.ended).toBe(0);
  expect(program.output.out).toMatch(output);
});
