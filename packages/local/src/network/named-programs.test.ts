import { isIP } from 'node:net';
import { createPortPolicy, type Resolve } from '@trawl/web/port-policy';
import { describe, expect, test } from 'vitest';
import { namedPrograms } from './named-programs.js';

/** All names of this network; what else there is, does not resolve. */
const NETWORK: Readonly<Record<string, readonly string[]>> = {
  'db.internal': ['10.0.0.5', 'fd00::5'],
  'model.internal': ['10.0.0.6'],
  'risk.internal': ['10.0.0.6'],
  'models.example': ['93.184.215.14'],
  localhost: ['127.0.0.1', '::1'],
};

const resolve: Resolve = async (hostname) =>
  (isIP(hostname) ? [hostname] : (NETWORK[hostname] ?? [])).map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));

const NOTHING_NAMED = { database: undefined, modelUrl: undefined, riskServiceUrl: undefined };

/** Why a host is not connected to at a port with these settings: directly, and through a proxy. */
async function denials(settings: Partial<Parameters<typeof namedPrograms>[0]>, host: string, port: number) {
  const policyAt = createPortPolicy({
    allowPrivateNetworks: true,
    ownPrograms: namedPrograms({ ...NOTHING_NAMED, ...settings }),
    resolve,
  });
  const policy = await policyAt(port);
  return [policy.denialFor(host)?.message, (await policy.denialThroughProxy(host))?.message];
}

describe('what the operator has named', () => {
  test.each([
    ['the database', { database: 'postgres://me:pw@db.internal/name' }, '10.0.0.5', 5432],
    ['a database at a port', { database: 'postgres://db.internal:6000/name' }, '10.0.0.5', 6000],
    ['a database in a folder', { database: 'postgres:///name?host=/run' }, '127.0.0.1', 5432],
    ['the model', { modelUrl: 'http://model.internal:11434/v1' }, '10.0.0.6', 11434],
    ['a model of this machine', { modelUrl: 'http://localhost:11434/v1' }, '127.0.0.1', 11434],
    ['the risk service', { riskServiceUrl: 'http://risk.internal:8080/check' }, '10.0.0.6', 8080],
  ])('is out of reach: %s', async (_, settings, host, port) => {
    for (const denial of await denials(settings, host, port)) expect(denial).toContain('of this server at that port');
  });

  test('may be visited where everybody can: a model at a public address', async () => {
    expect(await denials({ modelUrl: 'https://models.example/v1' }, '93.184.215.14', 443)).toEqual([
      undefined,
      undefined,
    ]);
  });
});
