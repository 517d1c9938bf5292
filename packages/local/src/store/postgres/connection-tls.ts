import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { parseUrl } from '@trawl/base/can-parse-url';
import { OptionError } from '@trawl/base/option-error';
import { contentOfSecretFile } from '../../base/secret-content.js';

/** How a connection to PostgreSQL is protected, as all programs of PostgreSQL are told it. */
const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const;

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/** The certificates that come with Node.js, in place of a file. */
const SYSTEM = 'system';

export interface ConnectionTls {
  /** The URL without what it says about TLS, which `pg` would read in another way. */
  readonly url: string;
  /** `false` for none; undefined where nothing is said. */
  readonly ssl: ConnectionOptions | false | undefined;
}

/**
 * Reads from a URL, and where it leaves something out, from the variables `PGSSLMODE`, `PGSSLROOTCERT` and so on, how to
 * connect. The modes mean what they mean in libpq: `pg` verifies certificates in each of them, and ignores some variables.
 *
 * @throws OptionError for an unknown mode, and for a file that cannot be read.
 */
export function connectionTls(url: string, environment: NodeJS.ProcessEnv): ConnectionTls {
  const [address = '', query] = url.split('?');
  const parameters = new URLSearchParams(query);
  const [mode, rootFile, certificateFile, keyFile] = PARAMETERS.map(
    (name) => parameters.get(name) || environment[`PG${name.toUpperCase()}`] || undefined,
  );
  for (const name of PARAMETERS) parameters.delete(name);
  const rest = parameters.size > 0 ? `${address}?${parameters}` : address;
  const isSilent = [mode, rootFile, certificateFile, keyFile].every((value) => value === undefined);
  if (isSilent) return { url: rest, ssl: undefined };
  if (mode !== undefined && !MODES.includes(mode)) {
    throw new OptionError(`The sslmode of the database must be one of ${MODES.join(', ')}, not ${mode}.`);
  }
  if (mode === 'disable') return { url: rest, ssl: false };
  if (mode === 'verify-ca' && rootFile === undefined) {
    throw new OptionError(
      'The sslmode verify-ca of the database needs sslrootcert, the file of its certificate authority.',
    );
  }
  const verifiesName = mode === undefined || mode === 'verify-full';
  if (rootFile === SYSTEM && !verifiesName) {
    throw new OptionError(
      `With sslrootcert=system, the sslmode of the database must be verify-full, not ${mode}: anybody gets a certificate of a public authority.`,
    );
  }
  return {
    url: rest,
    ssl: {
      // Node.js compares the certificate with this name; `pg` gives it none when the host is an address.
      host: hostOf(address, environment),
      rejectUnauthorized: verifiesName || rootFile !== undefined,
      ...(!verifiesName && { checkServerIdentity: () => undefined }),
      ...(rootFile !== undefined && rootFile !== SYSTEM && { ca: contentOf(rootFile, 'sslrootcert') }),
      ...(certificateFile !== undefined && { cert: contentOf(certificateFile, 'sslcert') }),
      ...(keyFile !== undefined && { key: contentOfSecretFile(keyFile, 'sslkey of the database') }),
    },
  };
}

function hostOf(address: string, { PGHOST }: NodeJS.ProcessEnv): string {
  const { hostname = '' } = parseUrl(address) ?? {};
  return hostname.replace(/^\[(.+)\]$/, '$1') || PGHOST || 'localhost';
}

function contentOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new OptionError(`The file of ${name} of the database cannot be read: ${(cause as Error).message}`, { cause });
  }
}
