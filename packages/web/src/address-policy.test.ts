import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Address, createAddressPolicy } from './address-policy.js';
import { Fetcher } from './fetch.js';
import { FetchFailure } from './fetch-types.js';

let server: Server;
let port: number;
let visits = 0;

beforeAll(async () => {
  server = createServer((_, response) => {
    visits++;
    response.end('private');
  });
  // It listens on all addresses of this machine, so that every spelling would reach it.
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  port = (server.address() as AddressInfo).port;
});

beforeEach(() => {
  visits = 0;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function visit(url: string, options: { allow?: boolean; addresses?: Address[] } = {}) {
  const { allow = false, addresses } = options;
  const resolve = addresses && (async () => addresses);
  const fetcher = new Fetcher({ allowPrivateNetworks: allow, userAgent: 'TrawlLocal/0', resolve });
  try {
    return await fetcher.fetch({ url, timeoutMs: 5_000 });
  } finally {
    await fetcher.close();
  }
}

const HERE = [
  '127.0.0.1',
  '127.1',
  '127.8.9.10',
  '2130706433',
  '0177.0.0.1',
  '017700000001',
  '0x7f000001',
  '0x7f.0x0.0x0.0x1',
  '0x7F.1',
  '%31%32%37.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0000:0000:0000:0000:0000:FFFF:7F00:0001]',
];

const ELSEWHERE = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::ffff:169.254.169.254]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::1]',
  '[2001:0:7f00:1::]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
];

describe('private networks are not fetched', () => {
  test.each([...HERE, ...ELSEWHERE])('%s', async (host) => {
    await expect(visit(`http://${host}:${port}/`)).rejects.toMatchObject({ name: 'FetchFailure', reason: 'forbidden' });
    expect(visits).toBe(0);
  });

  test.each(['127.0.0.1', '10.1.2.3', '::1', '::ffff:10.0.0.1', 'fd00::1', '169.254.169.254'])(
    'by a public name that resolves to %s',
    async (address) => {
      const addresses = [{ address, family: address.includes(':') ? 6 : 4 }];
      const visiting = visit(`http://innocent.example:${port}/`, { addresses });
      await expect(visiting).rejects.toMatchObject({
        reason: 'forbidden',
        message: expect.stringContaining('innocent'),
      });
      expect(visits).toBe(0);
    },
  );

  test('by a redirect from a page that may be fetched', async () => {
    const redirecting = createServer((_, response) =>
      response.writeHead(302, { Location: 'http://[::ffff:a9fe:a9fe]/latest/meta-data' }).end(),
    );
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/`;
    await expect(visit(url, { allow: true })).rejects.toMatchObject({ reason: 'forbidden' });
    redirecting.closeAllConnections();
    redirecting.close();
  });
});

test.each(HERE.filter((host) => !/^(0|0\.0\.0\.0|\[::\])$/.test(host)))(
  '%s is fetched when it is allowed',
  async (host) => {
    expect((await visit(`http://${host}:${port}/`, { allow: true })).status).toBe(200);
    expect(visits).toBe(1);
  },
);

test.each(['169.254.169.254', '[fe80::1]', '224.0.0.1', '0.0.0.0'])('%s is never fetched', async (host) => {
  await expect(visit(`http://${host}/`, { allow: true })).rejects.toMatchObject({ reason: 'forbidden' });
});

describe('metadata services of clouds are never fetched', () => {
  const hosts = [
    '169.254.169.254',
    '0xa9fea9fe',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '[::ffff:169.254.169.254]',
    '[::ffff:168.63.129.16]',
    '[::169.254.169.254]',
    '[::ffff:0:100.100.100.200]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b::168.63.129.16]',
    '[64:ff9b:1::169.254.169.254]',
    '[64:ff9b:1:a9fe:a9:fe00::]',
    '[64:ff9b:1:1a9:fe:a9fe::]',
    '[64:ff9b:1:2:a9:fea9:fe00::]',
    '[2002:a9fe:a9fe::1]',
    '[2002:6464:64c8::1]',
    '[2001:0:a9fe:a9fe::1]',
    '[2001::5601:5601]',
    '[fd00:ec2::254]',
    '[fd00:ec2::23]',
    '[fd20:ce::254]',
    '[fd00:c1::a9fe:a9fe]',
    '[fd00:42::42]',
    '[fd00:a9fe:a9fe::1]',
    '[fd00:100::100:200]',
  ];
  const both = hosts.flatMap((host) => [false, true].map((allow) => [host, allow] as const));

  test.each(both)('by the address %s, with private networks allowed: %s', async (host, allow) => {
    await expect(visit(`http://${host}/`, { allow })).rejects.toMatchObject({ reason: 'forbidden' });
  });

  test.each(hosts.filter((host) => /^\d+\.|^\[/.test(host)).map((host) => host.replace(/[[\]]/g, '')))(
    'by a name that resolves to %s',
    async (address) => {
      const addresses = [{ address, family: address.includes(':') ? 6 : 4 }];
      const visiting = visit('http://innocent.example/', { allow: true, addresses });
      await expect(visiting).rejects.toMatchObject({ reason: 'forbidden' });
    },
  );

  test.each(['metadata.google.internal', 'METADATA.goog.', 'metadata', 'instance-data.ec2.internal'])(
    'by the name %s, whatever it resolves to',
    async (name) => {
      const visiting = visit(`http://${name}:${port}/`, {
        allow: true,
        addresses: [{ address: '127.0.0.1', family: 4 }],
      });
      await expect(visiting).rejects.toMatchObject({ reason: 'forbidden' });
      expect(visits).toBe(0);
    },
  );

  test.each([
    '169.254.1.1.example.com',
    '[64:ff9b::8.8.8.8]',
    '[2002:7f00:1::1]',
    '[64:ff9b:1::7f00:1]',
    '100.100.100.201',
  ])('and %s is something else', (host) => {
    expect(createAddressPolicy({ allowPrivateNetworks: true }).denialFor(host)).toBeUndefined();
  });
});

test('`privateNetworks` allows the named URL, and no redirect from it', async () => {
  const pointing = createServer((request, response) =>
    request.url === '/'
      ? response.end('mine')
      : response.writeHead(302, { Location: `http://127.0.0.1:${port}/` }).end(),
  );
  await new Promise<void>((resolve) => pointing.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(pointing.address() as AddressInfo).port}/`;
  const fetcher = new Fetcher({ allowPrivateNetworks: false, userAgent: 'TrawlLocal/0' });
  const get = (path: string) => fetcher.fetch({ url: url + path, privateNetworks: true, timeoutMs: 5_000 });
  expect((await get('')).status).toBe(200);
  await expect(get('away')).rejects.toMatchObject({ reason: 'forbidden' });
  expect(visits).toBe(0);
  await fetcher.close();
  pointing.closeAllConnections();
  pointing.close();
});

test('only the public addresses of a name are connected to', async () => {
  const addresses = [
    { address: '10.0.0.1', family: 4 },
    { address: '93.184.215.14', family: 4 },
    { address: '2606:2800:21f::1', family: 6 },
  ];
  const policy = createAddressPolicy({ allowPrivateNetworks: false, resolve: async () => addresses });
  const all = await new Promise((resolve) => policy.lookup('a.example', { all: true }, (_, found) => resolve(found)));
  expect(all).toEqual(addresses.slice(1));
  const one = await new Promise((resolve) => policy.lookup('a.example', { family: 6 }, (_, found) => resolve(found)));
  expect(one).toBe('2606:2800:21f::1');
});

test('a refusal says what to do', () => {
  const policy = createAddressPolicy({ allowPrivateNetworks: false });
  expect(policy.denialFor('10.0.0.1')).toBeInstanceOf(FetchFailure);
  expect(policy.denialFor('10.0.0.1')?.message).toContain('--allow-private-networks');
  expect(policy.denialFor('93.184.215.14')).toBeUndefined();
  expect(policy.denialFor('example.com')).toBeUndefined();
});
