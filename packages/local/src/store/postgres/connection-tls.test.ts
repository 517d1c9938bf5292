import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { certificate } from '../../../test/certificate.js';
import { sharedServer } from '../../../test/postgres/database.js';
import { connectionTls } from './connection-tls.js';
import { connect } from './pool.js';

const folder = mkdtempSync(join(tmpdir(), 'trawl-tls-'));
const rootFile = join(folder, 'root.crt');
writeFileSync(rootFile, certificate.cert);

describe('TLS to the database', () => {
  test('is taken from the URL and from variables', () => {
    const url = 'postgres://a@db.example.com/trawl';
    expect(connectionTls(url, {})).toEqual({ url, ssl: undefined });
    expect(connectionTls(`${url}?sslmode=disable&options=x`, {})).toEqual({ url: `${url}?options=x`, ssl: false });
    const unverified = { host: 'db.example.com', rejectUnauthorized: false, checkServerIdentity: expect.any(Function) };
    expect(connectionTls(url, { PGSSLMODE: 'require' })).toEqual({ url, ssl: unverified });
    const verified = { host: 'db.example.com', rejectUnauthorized: true };
    expect(connectionTls(`${url}?sslmode=verify-full`, { PGSSLMODE: 'disable' })).toEqual({ url, ssl: verified });
    expect(connectionTls(url, { PGSSLROOTCERT: rootFile })).toEqual({
      url,
      ssl: { ...verified, ca: certificate.cert },
    });
    expect(connectionTls(`${url}?sslrootcert=system`, {})).toEqual({ url, ssl: verified });
    expect(connectionTls('postgres:///trawl?sslmode=verify-full', { PGHOST: '::1' }).ssl).toMatchObject({
      host: '::1',
    });
  });

  test('is refused with a sentence when it cannot be', () => {
    expect(() => connectionTls('postgres://a/b?sslmode=prefer', {})).toThrow(
      'The sslmode of the database must be one of disable, require, verify-ca, verify-full, not prefer.',
    );
    expect(() => connectionTls('postgres://a/b?sslmode=verify-ca', {})).toThrow('needs sslrootcert');
    expect(() => connectionTls('postgres://a/b?sslrootcert=/no/file', {})).toThrow(
      'The file of sslrootcert of the database cannot be read: ENOENT',
    );
  });
});

// A server that was named has a certificate of its own, or none.
const isOurs = !('missing' in sharedServer) && process.env.TRAWL_TEST_DATABASE_URL === undefined;

describe.skipIf(!isOurs)('a connection by TLS', () => {
  async function isEncrypted(parameters: string, host = 'localhost'): Promise<boolean> {
    const url = new URL('missing' in sharedServer ? '' : sharedServer.url);
    url.hostname = host;
    url.search = parameters;
    const client = await connect({ url: url.href });
    try {
      const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
      return rows[0].ssl;
    } finally {
      await client.end();
    }
  }

  test.each([
    ['sslmode=disable', false],
    ['sslmode=require', true],
    [`sslmode=verify-full&sslrootcert=${rootFile}`, true],
    [`sslmode=verify-ca&sslrootcert=${rootFile}`, true],
  ])('is as `%s` says', async (parameters, expected) => {
    expect(await isEncrypted(parameters)).toBe(expected);
    expect(await isEncrypted(parameters, '127.0.0.1')).toBe(expected);
  });

  test('is refused when the certificate is not to be trusted', async () => {
    await expect(isEncrypted('sslmode=verify-full')).rejects.toThrow(
      'The database does not answer: self-signed certificate.',
    );
  });

  test('is refused when the certificate has another name, unless only its authority counts', async () => {
    // It leads to this machine, and is not in the certificate.
    const host = '0.0.0.0';
    await expect(isEncrypted(`sslmode=verify-full&sslrootcert=${rootFile}`, host)).rejects.toThrow('altnames');
    expect(await isEncrypted(`sslmode=verify-ca&sslrootcert=${rootFile}`, host)).toBe(true);
  });
});
