import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { certificate } from '../../packages/local/test/certificate.js';
import { ExampleServer } from '../programs/example-server.js';
import { Tunnel } from '../programs/tunnel.js';
import { installPlatforms, type Platform, programOf } from '../runtimes/install.js';

const programAt = (path: string) => fileURLToPath(new URL(`../../packages/${path}/dist/cli.js`, import.meta.url));

/** Only the proxies know where these are. */
const SERVICE = 'http://service.invalid';
const SECURE = 'https://service.invalid';

const CALLS = [
  { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialization() },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'scrape', arguments: { url: 'https://a.example' } } },
];

function initialization() {
  return { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
}

await installPlatforms();

const service = new ExampleServer();
const secure = createServer(certificate, (_, response) =>
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ success: true, data: { remainingCredits: 7 } })),
);
let tunnel: Tunnel;
let proxy: string;
let folder: string;
let secureHost: string;
let localUrl: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trawl-proxy-'));
  writeFileSync(join(folder, 'a.html'), '<p>A</p>');
  writeFileSync(join(folder, 'ca.pem'), certificate.cert);
  localUrl = await service.start();
  await once(secure.listen(0, '127.0.0.1'), 'listening');
  secureHost = `127.0.0.1:${(secure.address() as AddressInfo).port}`;
  tunnel = new Tunnel({ 'service.invalid': new URL(localUrl).host });
  proxy = await tunnel.start();
});

beforeEach(() => {
  for (const list of [tunnel.targets, tunnel.authorizations, service.calls]) list.length = 0;
});

afterAll(async () => {
  await tunnel.stop();
  await service.stop();
  secure.close();
  secure.closeAllConnections();
  rmSync(folder, { recursive: true });
});

type Variables = Readonly<Record<string, string>>;

const start = (program: string, args: readonly string[], env: Variables, node = process.execPath) =>
  spawn(node, [programAt(program), ...args], { cwd: folder, env: { PATH: process.env.PATH ?? '', ...env } });

async function run(program: string, args: readonly string[], env: Variables, node?: string) {
  const child = start(program, args, env, node);
  child.stdin.on('error', () => {}).end();
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status, stdout, stderr };
}

const trawl = (args: readonly string[], env: Variables, node?: string) => run('cli', args, env, node);

describe('the programs go through the proxy of the environment', () => {
  const platforms: (Platform | 'this Node.js')[] = ['this Node.js', 'Node 22', 'Node 24'];

  it.for(platforms)('trawl, with a form as well, on %s', async (platform, { skip }) => {
    const node = platform === 'this Node.js' ? process.execPath : (programOf(platform) ?? skip());
    const env = { HTTP_PROXY: proxy, TRAWL_BASE_URL: SERVICE };
    expect(await trawl(['parse', 'a.html'], env, node)).toMatchObject({ status: 0, stderr: '' });
    expect(service.calls).toEqual([{ operation: 'parseFile', problems: [] }]);
    // Without a tunnel, which many proxies refuse to the port of HTTP.
    expect(tunnel.targets).toEqual(['service.invalid']);
  });

  it('trawl-mcp', async () => {
    const child = start('tools', ['--base-url', SERVICE], { http_proxy: proxy, HTTP_PROXY: '' });
    for (const message of CALLS) child.stdin.write(`${JSON.stringify(message)}\n`);
    // A client leaves when it has its answer.
    for await (const line of createInterface(child.stdout)) if (JSON.parse(line).id === 2) child.stdin.end();
    expect(service.calls).toContainEqual({ operation: 'scrapePage', problems: [] });
  });

  it('the comparison of contracts', async () => {
    const { stderr } = await run('spec-diff', ['--urls', `${SERVICE}/a.json`, `${SERVICE}/b.json`], {
      HTTP_PROXY: proxy,
    });
    expect(stderr).toContain('service.invalid/a.json: the server answered 404');
    expect(new Set(tunnel.targets)).toEqual(new Set(['service.invalid']));
  });
});

describe('the proxy', () => {
  it('gets the name and the password of its address, which may have no scheme', async () => {
    const address = proxy.replace('http://', 'user:secret@');
    expect(await trawl(['map', 'https://a.example'], { http_proxy: address, TRAWL_BASE_URL: SERVICE })).toMatchObject({
      status: 0,
    });
    expect(tunnel.authorizations).toEqual([`Basic ${Buffer.from('user:secret').toString('base64')}`]);
  });

  it('is not asked for hosts of NO_PROXY, nor for those of this machine', async () => {
    const direct = await trawl(['map', 'https://a.example'], {
      HTTP_PROXY: proxy,
      NO_PROXY: '.example,service.invalid',
      TRAWL_BASE_URL: SERVICE,
    });
    expect(direct).toMatchObject({ status: 9, stderr: expect.stringContaining('ENOTFOUND') });
    expect(await trawl(['map', 'https://a.example'], { HTTP_PROXY: proxy, TRAWL_BASE_URL: localUrl })).toMatchObject({
      status: 0,
    });
    expect(tunnel.targets).toEqual([]);
  });

  it('opens a tunnel for HTTPS, where Node.js trusts the certificates of NODE_EXTRA_CA_CERTS', async () => {
    const port = secureHost.split(':')[1];
    const through = new Tunnel({ 'service.invalid': secureHost });
    const address = await through.start();
    const env = { HTTPS_PROXY: address, TRAWL_BASE_URL: `${SECURE}:${port}` };
    const trusting = await trawl(['team', 'credits', '--fields', 'remainingCredits'], {
      ...env,
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    });
    expect(trusting).toEqual({ status: 0, stdout: '{\n  "remainingCredits": 7\n}\n', stderr: '' });
    expect(through.targets).toEqual([`CONNECT service.invalid:${port}`]);
    const distrusting = await trawl(['team', 'credits'], env);
    expect(distrusting).toMatchObject({ status: 9, stderr: expect.stringContaining('self-signed certificate') });
    await through.stop();
  });

  it('has an address of HTTP, or the program says which variable is wrong, without the password', async () => {
    const { status, stderr } = await trawl(['map', 'https://a.example'], {
      HTTPS_PROXY: 'socks5://user:secret@127.0.0.1:1',
      TRAWL_BASE_URL: SERVICE,
    });
    expect(status).toBe(2);
    expect(stderr).toContain('HTTPS_PROXY must be the http:// or https:// address of a proxy.');
    expect(stderr).not.toContain('secret');
  });
});
