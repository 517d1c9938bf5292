import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPortPolicy, type OwnProgram, type Resolve, selfAsProgram } from './port-policy.js';

const PORT = 3002;

/** All names of this network; what else there is, does not resolve. */
const NETWORK: Readonly<Record<string, readonly string[]>> = {
  'db.internal': ['10.0.0.5', 'fd00::5'],
  'model.internal': ['10.0.0.6'],
  'risk.internal': ['10.0.0.6'],
  'models.example': ['93.184.215.14'],
  'alias.example': ['10.0.0.5'],
  localhost: ['127.0.0.1', '::1'],
};

const resolve: Resolve = async (hostname) =>
  (isIP(hostname) ? [hostname] : (NETWORK[hostname.toLowerCase().replace(/\.$/, '')] ?? [])).map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));

function policyWith(...ownPrograms: readonly OwnProgram[]) {
  return createPortPolicy({ allowPrivateNetworks: true, ownPrograms, resolve });
}

const program = (host: string, port = PORT): OwnProgram => ({
  reason: 'is a program of the service.',
  hostsAt: (asked) => (asked === port ? [host] : []),
});

/** Why a host of a URL is not connected to at a port, by its name or by what it resolves to; directly and through a proxy. */
async function denials(policyAt: ReturnType<typeof policyWith>, host: string, port = PORT) {
  const { hostname } = new URL(`http://${host}/`);
  const policy = await policyAt(port);
  const looked = new Promise<string | undefined>((resolve) => {
    policy.lookup(hostname.replace(/[[\]]/g, ''), { all: true }, (error) => resolve(error?.message));
  });
  const direct = policy.denialFor(hostname)?.message ?? (await looked);
  return [direct, (await policy.denialThroughProxy(hostname))?.message];
}

/** Every way to write an IPv4 address in a URL. */
const spellings = (address: string): fc.Arbitrary<string> => {
  const bytes = address.split('.').map(Number);
  const number = (value: number) =>
    fc.constantFrom(
      String(value),
      `0x${value.toString(16)}`,
      `0X${value.toString(16).toUpperCase()}`,
      `0${value.toString(8)}`,
    );
  const joined = [1, 2, 3, 4].map((parts) => {
    const last = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
    return fc.tuple(...[...bytes.slice(0, parts - 1), last].map(number)).map((all) => all.join('.'));
  });
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  const inIpv6 = [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `::${high}:${low}`,
    `64:ff9b::${address}`,
    `2002:${high}:${low}::1`,
  ];
  return fc.oneof(
    ...joined,
    ...joined.map((each) => each.map((text) => `${text}.`)),
    fc.constantFrom(...inIpv6).map((text) => `[${text}]`),
    ...joined.map((each) => each.map((text) => text.replaceAll('.', '。').replaceAll('1', '①'))),
  );
};

const ownAddresses = Object.values(networkInterfaces())
  .flatMap((each = []) => each)
  .filter(({ family }) => family === 'IPv4')
  .map(({ address }) => address);

describe('a program of the service is out of reach at its port, however its host is written', () => {
  test.each([
    ['itself', selfAsProgram({ port: () => PORT, names: [] }), ['127.0.0.1', ...ownAddresses]],
    ['what listens at all addresses of this machine', program('0.0.0.0'), ['127.0.0.1', ...ownAddresses]],
    ['what listens at one address of this machine', program('127.0.0.1'), ['127.0.0.1', '127.9.8.7', ...ownAddresses]],
    ['another machine by its address', program('10.0.0.5'), ['10.0.0.5']],
    ['another machine by its name', program('db.internal'), ['10.0.0.5']],
  ] as const)('%s', async (_, own, addresses) => {
    const policyAt = policyWith(own);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...addresses).chain(spellings), async (host) => {
        for (const denial of await denials(policyAt, host)) expect(denial).toContain(own.reason);
      }),
    );
  });

  test('by each name that resolves to it', async () => {
    for (const host of ['db.internal', 'DB.internal.', 'alias.example', '[fd00::5]', '[fd00:0:0::0005]']) {
      const [direct] = await denials(policyWith(program('db.internal')), host);
      expect(direct, host).toContain('is a program of the service.');
    }
  });

  test('and other ports and machines are as they were', async () => {
    const policyAt = policyWith(program('db.internal'));
    expect(await denials(policyAt, '10.0.0.5', 80)).toEqual([undefined, undefined]);
    expect(await denials(policyAt, '10.0.0.6')).toEqual([undefined, undefined]);
    expect(await denials(policyAt, '127.0.0.1')).toEqual([undefined, undefined]);
  });
});

describe('a name below localhost is this machine, whatever a name server or a proxy says', () => {
  const labels = fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { maxLength: 3 });
  const names = labels.chain((below) =>
    fc.constantFrom('localhost', 'LocalHost', 'localhost.', 'ｌocalhost').map((name) => [...below, name].join('.')),
  );
  const elsewhere: Resolve = async () => [{ address: '93.184.215.14', family: 4 }];

  test('where private networks are forbidden', async () => {
    const policyAt = createPortPolicy({ allowPrivateNetworks: false, resolve: elsewhere });
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        for (const denial of await denials(policyAt, name, 80)) expect(denial).toContain('is not a public address');
      }),
    );
  });

  test('at the port of the service', async () => {
    const self = selfAsProgram({ port: () => PORT, names: [] });
    const policyAt = createPortPolicy({ allowPrivateNetworks: true, ownPrograms: [self], resolve: elsewhere });
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        for (const denial of await denials(policyAt, name)) expect(denial).toContain(self.reason);
      }),
    );
  });

  test('where it is allowed: it is connected to here', async () => {
    const policy = await createPortPolicy({ allowPrivateNetworks: true, resolve: elsewhere })(80);
    const found = new Promise((resolve) => policy.lookup('a.localhost', {}, (_, address) => resolve(address)));
    expect(await found).toBe('127.0.0.1');
  });
});
