import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../src/commands/command.js';
import { commandOf } from '../src/commands/commands.js';
import { MIGRATIONS } from '../src/store/sqlite/migrations.js';
import { openDatabase } from '../src/store/sqlite/sqlite.js';
import { bearer, call, startServer } from './server.js';

const newFile = () => join(mkdtempSync(join(tmpdir(), 'trawl-commands-')), 'trawl.db');

/** Runs a command in this process; rejects with the error that the program would print. */
async function run(name: string, ...args: string[]) {
  const output = { out: '', err: '' };
  const status = await runCommand(await loaded(name), args, process.env, {
    print(line) {
      output.out += `${line}\n`;
    },
    say(line) {
      output.err += `${line}\n`;
    },
  });
  return { status, ...output };
}

function loaded(name: string) {
  const load = commandOf(name);
  if (!load) throw new Error(`There is no command ${name}.`);
  return load();
}

test('keys are added to the file while no service has it open, and by the service that has', async () => {
  const storage = newFile();
  const access = ['--storage', storage, '--admin-key', 'secret-of-the-admin'];
  const first = await run('keys', 'add', 'first', '--team', 'search', ...access);
  expect(first).toMatchObject({ status: 0, out: expect.stringMatching(/^trawl_[\w-]{32}\n$/) });

  const server = await startServer({ storage, adminKey: 'secret-of-the-admin' });
  const statusOf = async (key: string) =>
    (await call(server, 'GET /v2/team/queue-status', { headers: bearer(key.trim()) })).status;
  expect(await statusOf(first.out)).toBe(200);
  const port = ['--port', new URL(server.url).port];
  const second = await run('keys', 'add', 'second', '--team', 'search', '--scopes', 'team', ...access, ...port);
  expect(await statusOf(second.out)).toBe(200);
  await run('keys', 'limits', 'second', '--rate', '60', '--scopes', 'none', ...access, ...port);
  await run('keys', 'revoke', 'first', ...access, ...port);
  expect(await statusOf(first.out)).toBe(401);
  const { out } = await run('keys', 'list', '--url', server.url, ...access);
  expect(out.replaceAll(/ +/g, ' ')).toMatch(
    /^name team state credits rate concurrency scopes created\nfirst search revoked 0 - - all [\d-]+\nsecond search valid 0 60 - all [\d-]+\n$/,
  );
  await expect(run('keys', 'list', '--url', server.url)).rejects.toThrow(
    'Give the admin key of the service by --admin-key-file.',
  );
});

test.each([
  ['no team', ['keys', 'add', 'ci'], 'A key belongs to a team: name it by --team.'],
  ['an unknown word', ['keys', 'ad', 'ci'], 'Say what to do: add NAME, list, limits NAME or revoke NAME.'],
  ['no limit', ['keys', 'limits', 'ci'], 'Name a limit: --scopes, --rate, --concurrency or --credits.'],
  [
    'a limit in words',
    ['keys', 'limits', 'ci', '--rate', 'many'],
    '--rate must be a whole number from 1, or none, not "many".',
  ],
  ['a key that is not there', ['keys', 'revoke', 'ci'], 'There is no valid key "ci".'],
  ['an unknown option', ['keys', 'list', '--colour', 'red'], "Unknown option '--colour'."],
])('a command with %s is refused with one sentence', async (_, [name = '', ...args], sentence) => {
  await expect(run(name, ...args, '--storage', newFile())).rejects.toThrow(sentence);
});

test('a service that does not run is named in a sentence', async () => {
  await expect(run('keys', 'list', '--port', '9')).rejects.toThrow(
    /^No service can be reached at http:\/\/127\.0\.0\.1:9\/: /,
  );
});

test('a backup of a service that runs has everything, also keys, and a service starts from it', async () => {
  const storage = newFile();
  const adminKey = 'secret-of-the-admin';
  const page = 'https://docs.example/nets';
  const server = await startServer({ storage, adminKey, offline: true });
  const access = ['--storage', storage, '--admin-key', adminKey, '--port', new URL(server.url).port];
  const key = (await run('keys', 'add', 'ci', '--team', 'search', ...access)).out.trim();
  await server.seed([{ url: page, content: '<h1>Nets</h1><p>A net has knots.</p>' }]);
  const copy = newFile();
  expect(await run('backup', copy, ...access)).toMatchObject({ status: 0, err: expect.stringContaining(copy) });
  await expect(run('backup', copy, ...access)).rejects.toThrow('exists already');

  const other = await startServer({ storage: copy, adminKey, offline: true });
  const scraped = await call(other, 'POST /v2/scrape', { headers: bearer(key), body: { url: page } });
  expect(scraped).toMatchObject({ status: 200, body: { data: { markdown: expect.stringContaining('knots') } } });

  await server.close();
  const second = newFile();
  expect(await run('backup', second, '--storage', storage)).toMatchObject({ status: 0 });
  // Windows has no such rights.
  if (process.platform === 'win32') return;
  for (const file of [storage, copy, second]) expect(statSync(file).mode & 0o077).toBe(0);
});

test('a check reads the file, or asks the service that has it open, and its status says whether all is well', async () => {
  const storage = newFile();
  const server = await startServer({ storage });
  const port = ['--port', new URL(server.url).port];
  const out = `The tables are those of ${MIGRATIONS.at(-1)?.name}.\nAll is well.\n`;
  expect(await run('check', '--storage', storage, ...port)).toMatchObject({ status: 0, out });
  await server.close();
  expect(await run('check', '--storage', storage)).toMatchObject({ status: 0, out });
  const database = openDatabase(storage);
  database.execute("insert into threat_policies values ('search', 'x')");
  database.close();
  expect(await run('check', '--storage', storage)).toMatchObject({
    status: 1,
    out: expect.stringContaining('In the table threat_policies, a value of policy is not what it has to be.\n'),
  });
  await expect(run('check', '--storage', join(storage, '..', 'none.db'))).rejects.toThrow('does not exist');
});
