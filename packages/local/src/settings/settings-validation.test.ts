import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OptionError } from '@trawl/base/option-error';
import { describe, expect, test } from 'vitest';
import { helpText, readCommandLine } from './command-line.js';
import { type Setting, settingTable } from './setting-table.js';
import type { LocalServerOptions } from './settings.js';
import { settingsFrom } from './settings-validation.js';

const flagOf = (name: string) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

describe('options of createLocalServer', () => {
  test('have defaults, also where they are given as undefined', () => {
    expect(settingsFrom({ port: undefined })).toMatchObject({
      port: 0,
      host: '127.0.0.1',
      apiKeys: [],
      offline: false,
    });
  });

  test.each<[LocalServerOptions, string]>([
    [{ port: 70_000 }, 'port must be a whole number from 0 to 65535, not 70000.'],
    [{ port: 1.5 }, 'port must be a whole number from 0 to 65535, not 1.5.'],
    [{ host: 'a:b/c' }, 'host must be an IP address or host name without a port, not "a:b/c".'],
    [{ storage: '' }, 'storage must be the path of a file, not "".'],
    [{ searchUrl: 'search' }, 'searchUrl must be an http or https URL, not "search".'],
    [{ searchUrl: 'ftp://me:secret@a.example/?secret' }, 'URL, not "ftp://…@a.example/?…".'],
    [{ modelUrl: 'http://me:secret@a.example/v1' }, 'URL without user name, query and fragment, not "http://…@a.'],
    [{ modelUrl: 'http://a.example/v1' }, 'modelUrl needs the name of a model: give it by modelName.'],
    [{ modelKey: 'key' }, 'modelKey needs the address of a model: give it by modelUrl.'],
    [
      { modelUrl: 'http://a.example/v1', modelName: 'a', offline: true },
      'modelUrl must be an address of this machine when the server is offline.',
    ],
    [{ apiKeys: 'key' as never }, 'apiKeys must be a list.'],
    [{ offline: 'yes' as never }, 'offline must be true or false, not "yes".'],
    [{ prot: 3002 } as never, 'createLocalServer has no option "prot". It has: port, host,'],
  ])('are refused by their name: %j', (options, message) => {
    expect(() => settingsFrom(options)).toThrow(OptionError);
    expect(() => settingsFrom(options)).toThrow(message);
  });

  test('refuse an admin key that is the key of a team', () => {
    const options = { apiKeys: ['one', 'two'], adminKey: 'two' };
    const message = 'adminKey must not be one of the API keys: each of those belongs to a team.';
    expect(() => settingsFrom(options)).toThrow(new OptionError(message));
  });

  test.each([{ apiKeys: ['my secret'] }, { adminKey: 'my secret' }, { webhookSecret: ' ' }, { modelKey: 'my secret' }])(
    'are not repeated where they are secret: %j',
    (options) => {
      expect(() => settingsFrom(options)).toThrow('not what was given.');
    },
  );
});

describe('the command line', () => {
  const read = (args: string[], environment = {}) => readCommandLine(args, environment).settings;

  test('has a flag and a variable for every option, and help for each in 80 columns', () => {
    const help = helpText('/usr/bin/chromium', 'none');
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
    for (const [name, { flag, description }] of Object.entries<Setting>(settingTable)) {
      const written = flag ? `--${flag}` : flagOf(name);
      const variable = `TRAWL_LOCAL_${written.slice(2).replaceAll('-', '_').toUpperCase()}`;
      for (const word of [`  ${written}`, `  ${variable}\n`]) expect(help).toContain(word);
      expect(help.replaceAll(/\n {30}/g, ' ')).toContain(description);
    }
  });

  test('takes flags before variables, and stands at port 3002 by itself', () => {
    expect(read([]).port).toBe(3002);
    expect(read([], { TRAWL_LOCAL_PORT: '4000', TRAWL_LOCAL_OFFLINE: '1' })).toMatchObject({
      port: 4000,
      offline: true,
    });
    expect(read(['--port', '5000'], { TRAWL_LOCAL_PORT: '4000' }).port).toBe(5000);
  });

  test('allows code where only programs of this machine call, or where an option says so', () => {
    expect(read([]).allowCode).toBe(true);
    expect(read(['--host', '::1']).allowCode).toBe(true);
    for (const args of [
      ['--host', '0.0.0.0'],
      ['--api-key', 'a'],
      ['--allowed-host', 'trawl.example'],
      ['--allowed-origin', 'http://localhost:5173'],
    ]) {
      expect(read(args).allowCode).toBe(false);
      expect(read([...args, '--allow-code']).allowCode).toBe(true);
    }
    expect(read([], { TRAWL_LOCAL_ALLOW_CODE: 'false' }).allowCode).toBe(false);
  });

  test('takes lists by repetition, and from variables by commas', () => {
    expect(read(['--api-key', 'a', '--api-key=b']).apiKeys).toEqual(['a', 'b']);
    expect(read([], { TRAWL_LOCAL_API_KEY: 'a, b' }).apiKeys).toEqual(['a', 'b']);
    expect(read([], { TRAWL_LOCAL_API_KEY: '' }).apiKeys).toEqual([]);
  });

  test('reads secrets from files, which the list of processes does not show', () => {
    const folder = mkdtempSync(join(tmpdir(), 'trawl-secrets-'));
    const fileOf = (name: string, text: string) => {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      return join(folder, name);
    };
    const keys = fileOf('keys', 'a\n  b\n');
    expect(read(['--api-key-file', keys]).apiKeys).toEqual(['a', 'b']);
    expect(read([], { TRAWL_LOCAL_API_KEY_FILE: keys }).apiKeys).toEqual(['a', 'b']);
    expect(read(['--api-key', 'c'], { TRAWL_LOCAL_API_KEY_FILE: keys }).apiKeys).toEqual(['c']);
    const one = fileOf('one', 's3cret\n');
    expect(read(['--admin-key-file', one, '--webhook-secret-file', one])).toMatchObject({
      adminKey: 's3cret',
      webhookSecret: 's3cret',
    });
    expect(read(['--model-key-file', one, '--model-url', 'http://a.example/v1', '--model-name', 'a']).modelKey).toBe(
      's3cret',
    );
    const missing = join(folder, 'missing');
    expect(() => read(['--admin-key-file', missing])).toThrow(`--admin-key-file: ${missing} cannot be read (ENOENT).`);
    const empty = fileOf('empty', ' \n');
    expect(() => read([], { TRAWL_LOCAL_MODEL_KEY_FILE: empty })).toThrow(
      `TRAWL_LOCAL_MODEL_KEY_FILE: ${empty} is empty.`,
    );
    chmodSync(one, 0o640);
    expect(() => read(['--admin-key-file', one])).toThrow(`Others can read the key in ${one}: run chmod 600 ${one}.`);
    const broken = fileOf('broken', 'a s3cret');
    expect(() => read(['--admin-key-file', broken])).toThrow(
      '--admin-key-file must be a key without spaces, in printable ASCII, not what was given.',
    );
    rmSync(folder, { recursive: true });
  });

  test('the help says where secrets belong', () => {
    const help = helpText('none', 'none');
    for (const name of ['api-key', 'admin-key', 'webhook-secret', 'model-key'])
      expect(help).toContain(`--${name}-file FILE`);
    expect(help).toContain('Other users of the machine can see the arguments of a program.');
  });

  test.each<[string[], Record<string, string>, string]>([
    [['--port', 'x'], {}, '--port must be a whole number from 0 to 65535, not "x".'],
    [[], { TRAWL_LOCAL_PORT: 'x' }, 'TRAWL_LOCAL_PORT must be a whole number from 0 to 65535, not "x".'],
    [[], { TRAWL_LOCAL_CHECK: 'maybe' }, 'TRAWL_LOCAL_CHECK must be true or false, not "maybe".'],
    [['--prot'], {}, "Unknown option '--prot'. Run with --help to see the options."],
    [['keyz', 'list'], {}, 'There is no command "keyz". Run with --help to see the commands.'],
    [
      ['--port', '3003', 'resume'],
      {},
      '"resume" stands behind an option. A command comes first, and its options behind it: trawl-local keys list --port 3003.',
    ],
    [
      ['--admin-key', 'a', '--api-key', 'a'],
      {},
      '--admin-key must not be one of the API keys: each of those belongs to a team.',
    ],
    [
      ['--api-key', 'a'],
      { TRAWL_LOCAL_ADMIN_KEY: 'a' },
      'TRAWL_LOCAL_ADMIN_KEY must not be one of the API keys: each of those belongs to a team.',
    ],
    [['--model-name', 'a'], {}, '--model-name needs the address of a model: give it by --model-url.'],
    [
      [],
      { TRAWL_LOCAL_MODEL_URL: 'http://a.example/v1' },
      'TRAWL_LOCAL_MODEL_URL needs the name of a model: give it by --model-name.',
    ],
    [['--api-key', 'a b'], {}, '--api-key must be a key without spaces, in printable ASCII, not what was given.'],
  ])('refuses %j with %j in a sentence', (args, environment, message) => {
    expect(() => read(args, environment)).toThrow(new OptionError(message));
  });
});
