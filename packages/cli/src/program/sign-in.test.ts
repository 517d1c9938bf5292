import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { credentialsFile } from '../service/credentials.js';
import { pageOpener } from '../service/open-page.js';
import { run } from './program.js';

const KEY = 'trawl_secret-of-a-sign-in';

let home: string;
let printed: string[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'trawl sign-in '));
  for (const name of ['TRAWL_BASE_URL', 'TRAWL_API_KEY', 'FIRECRAWL_API_URL', 'FIRECRAWL_API_KEY'])
    vi.stubEnv(name, '');
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', '');
  printed = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text, ...rest) => {
      printed.push(String(text));
      const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
      done?.();
      return true;
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

/** What a service of this project answers, with the key that it gives. */
interface ServiceOptions {
  readonly key?: string;
  /** The answers before the last one to the question for the key; what is undefined hangs up. */
  readonly pending?: readonly (string | undefined)[];
  /** The error of the last answer, in place of a key. */
  readonly refusal?: string;
}

/** A service of the device flow on loopback, with the keys that calls have sent and the paths that they asked for. */
async function startService({ key = KEY, pending = [], refusal }: ServiceOptions = {}) {
  const calls: string[] = [];
  const keys = new Set<string | undefined>();
  const revoked = new Set<string>();
  const rest = [...pending];
  const server = createServer((request, response) => {
    request.resume();
    const { method, url = '', headers } = request;
    calls.push(`${method} ${url}`);
    if (headers.authorization) keys.add(headers.authorization.slice('Bearer '.length));
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url === '/_local/device/code') {
      const page = `http://${headers.host}/#/sign-in`;
      const codes = { device_code: 'device', user_code: 'WDJB-MJHT', verification_uri: page };
      return answer(200, { ...codes, expires_in: 600, interval: 0.001 });
    }
    if (url === '/_local/device/token') {
      if (rest.length > 0) {
        const error = rest.shift();
        return error === undefined ? response.destroy() : answer(400, { error });
      }
      return refusal
        ? answer(400, { error: refusal })
        : answer(200, { access_token: key, name: 'ada', team: 'harbour' });
    }
    const token = headers.authorization?.slice('Bearer '.length) ?? '';
    if (token !== key || revoked.has(token)) return answer(401, { success: false, error: 'Unauthorized: revoked' });
    if (method === 'DELETE') revoked.add(token);
    return answer(200, { success: true, data: { isAdmin: false, team: 'harbour', key: 'ada' } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, keys, revoked };
}

const login = (url: string, ...flags: string[]) => run(['login', '--base-url', url, '--no-browser', ...flags]);

const said = () => printed.join('');

describe('login', () => {
  it('shows the code, and keeps the key for its user alone, without printing it', async () => {
    const { url, revoked } = await startService({
      pending: ['authorization_pending', undefined, 'authorization_pending'],
    });
    expect(await login(url)).toBe(0);
    expect(said()).toContain(`open ${url}/#/sign-in and confirm this code within 10 min:\n\n    WDJB-MJHT\n`);
    expect(said()).toContain(`Signed in at ${url} as harbour.`);
    const file = join(home, '.config', 'trawl', 'credentials.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ current: url, services: { [url]: { key: KEY } } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run(['whoami'])).toBe(0);
    expect(said()).toContain(`${url} takes you for the team harbour, with the key ada of trawl login.`);
    expect(await run(['logout'])).toBe(0);
    expect(revoked).toContain(KEY);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ services: {} });
    expect(await run(['whoami'])).toBe(2);
    expect(said()).not.toContain(KEY);
  });

  it.each([
    ['access_denied', 'The sign-in was refused.'],
    ['expired_token', 'Nobody has confirmed the code in time.'],
    ['invalid_grant', 'The service no longer knows this sign-in.'],
    ['\u001b[2Jnews', 'The service refuses the sign-in ('],
  ])('says why there is no key: %s', async (refusal, sentence) => {
    const { url } = await startService({ refusal });
    expect(await login(url)).toBe(3);
    expect(said()).toContain(sentence);
    expect(said()).not.toContain('\u001b[2J');
  });

  it('says that another service has no sign-in, and what to do', async () => {
    const other = createServer((_, response) => response.writeHead(404).end('<h1>Not found</h1>')).listen(
      0,
      '127.0.0.1',
    );
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await login(url)).toBe(9);
    expect(said()).toContain(
      `${url} has no sign-in for programs.\nCreate a key in its dashboard, and set TRAWL_API_KEY`,
    );
    expect(await login('http://127.0.0.1:1')).toBe(9);
    expect(said()).toContain('http://127.0.0.1:1 cannot be reached.');
  });

  it('asks for nothing where nobody can confirm it, or the key could not be kept', async () => {
    const { url, calls } = await startService();
    expect(await run(['login', '--base-url', url])).toBe(2);
    expect(said()).toContain('here is no terminal. In a script, set TRAWL_API_KEY');
    writeFileSync(join(home, '.config'), 'This is a file.');
    expect(await login(url)).toBe(2);
    expect(said()).toMatch(
      /credentials\.json cannot be written \((?:ENOTDIR|EEXIST)\)\. Name another folder by XDG_CONFIG_HOME/,
    );
    expect(calls).toEqual([]);
  });
});

describe('the key of a sign-in', () => {
  it('is sent to the service that it is for, and to no other one', async () => {
    const [mine, other] = [await startService({ key: 'key-of-mine' }), await startService({ key: 'key-of-other' })];
    for (const { url } of [mine, other]) await login(url);
    // The last sign-in is the service that is called when none is named.
    expect(await run(['whoami'])).toBe(0);
    expect(await run(['whoami', '--base-url', `${mine.url}/`])).toBe(0);
    vi.stubEnv('TRAWL_BASE_URL', mine.url);
    expect(await run(['whoami'])).toBe(0);
    const stranger = await startService({ key: 'key-of-stranger' });
    expect(await run(['whoami', '--base-url', stranger.url])).toBe(3);
    expect([...mine.keys, ...other.keys, ...stranger.keys]).toEqual(['key-of-mine', 'key-of-other']);
    // An address of the same host with another port, path or name is another service.
    expect(await run(['whoami', '--base-url', mine.url.replace('127.0.0.1', 'localhost')])).toBe(3);
    expect([...mine.keys]).toEqual(['key-of-mine']);
  });

  it('comes after the one of the environment, and that after the one of the flag', async () => {
    const { url, keys } = await startService();
    await login(url);
    keys.clear();
    vi.stubEnv('TRAWL_API_KEY', 'of-environment');
    await run(['whoami']);
    const file = join(home, 'key');
    writeFileSync(file, 'of-file\n', { mode: 0o600 });
    await run(['whoami', '--api-key-file', file]);
    vi.stubEnv('TRAWL_API_KEY', '');
    await run(['whoami']);
    expect([...keys]).toEqual(['of-environment', 'of-file', KEY]);
  });

  it('that was revoked meanwhile is told as such, and forgotten by the next sign-out', async () => {
    const { url, revoked } = await startService();
    await login(url);
    revoked.add(KEY);
    expect(await run(['whoami'])).toBe(3);
    expect(said()).toContain(
      `${url} refuses the key. It says: Unauthorized: revoked\nTo get one: trawl login --base-url ${url}`,
    );
    expect(await run(['logout'])).toBe(0);
    expect(said()).toContain(`The key for ${url} is forgotten.\n`);
  });

  it('is in a file that others cannot read, or is not used', async () => {
    const { url, calls } = await startService();
    await login(url);
    calls.length = 0;
    const file = credentialsFile(process.env);
    chmodSync(file, 0o644);
    expect(await run(['whoami'])).toBe(2);
    expect(said()).toContain(`run chmod 600 ${file}`);
    chmodSync(file, 0o600);
    writeFileSync(file, 'no JSON');
    expect(await run(['whoami'])).toBe(2);
    expect(said()).toContain('delete it, and sign in again.');
    expect(calls).toEqual([]);
  });
});

it.each([
  [{ XDG_CONFIG_HOME: '/x' }, 'linux', '/x/trawl/credentials.json'],
  [{ XDG_CONFIG_HOME: 'relative', HOME: '/home/ada' }, 'linux', '/home/ada/.config/trawl/credentials.json'],
  [{ APPDATA: '/Users/ada/AppData', HOME: '/home/ada' }, 'win32', '/Users/ada/AppData/trawl/credentials.json'],
] as const)('the file of keys of %j on %s is %s', (env, platform, file) => {
  expect(credentialsFile(env, platform)).toBe(file);
});

it.each([
  [{ DISPLAY: ':0' }, 'linux', ['xdg-open']],
  [{}, 'linux', undefined],
  [{ DISPLAY: ':0', SSH_CONNECTION: '10.0.0.1' }, 'linux', undefined],
  [{ DISPLAY: ':0', CI: 'true' }, 'linux', undefined],
  [{ WSL_DISTRO_NAME: 'Debian' }, 'linux', ['wslview']],
  [{ DISPLAY: ':0', BROWSER: 'firefox' }, 'linux', ['firefox']],
  [{}, 'darwin', ['open']],
  [{}, 'win32', ['rundll32', 'url.dll,FileProtocolHandler']],
] as const)('with %j on %s, a page is opened by %j', (env, platform, opener) => {
  expect(pageOpener(env, platform)).toEqual(opener);
});
