import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { readSecretFile, SecretFileError } from '@trawl/base/secret-file';
import { UsageError } from '../usage-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A key that a sign-in has given, and whom it is for. */
export interface StoredKey {
  readonly key: string;
  readonly name?: string | undefined;
  readonly team?: string | undefined;
}

/** What sign-ins have left in the configuration of the user. */
export interface Credentials {
  /** The service of the last sign-in, which commands call when nothing else is named. */
  readonly current?: string | undefined;
  /** The keys by the address of the service that each is for. No key is sent to another one. */
  readonly services: Readonly<Record<string, StoredKey>>;
}

const NONE: Credentials = { services: {} };

/** The file of keys: in `XDG_CONFIG_HOME`, else in `~/.config`; on Windows in `APPDATA`. */
export function credentialsFile(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const named = platform === 'win32' ? env.APPDATA : env.XDG_CONFIG_HOME;
  // A relative path there has to be ignored, by the specification.
  const folder = named && isAbsolute(named) ? named : join(env.HOME || homedir(), '.config');
  return join(folder, 'trawl', 'credentials.json');
}

/** The address of a service in one way of writing it, so that a key is found for the address it was made for, and no other. */
export function serviceAddress(baseUrl: string): string {
  const url = parsed(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError('--base-url (TRAWL_BASE_URL) must be an http or https URL.');
  if (url.username || url.password || url.search || url.hash)
    throw new UsageError('--base-url (TRAWL_BASE_URL) must have no user name, query and fragment.');
  return url.href.replace(/\/+$/, '');
}

function parsed(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** @throws UsageError when the file is not one of this program, or others can read it. */
export function readCredentials(env: Environment): Credentials {
  const file = credentialsFile(env);
  try {
    readFileSync(file);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return NONE;
  }
  try {
    const { current, services } = JSON.parse(readSecretFile(file, 'The keys of `trawl login`'));
    if (typeof services === 'object' && services !== null) return { current, services };
  } catch (error) {
    if (error instanceof SecretFileError) throw new UsageError(error.message);
  }
  throw new UsageError(`${file} does not hold keys of \`trawl login\`: delete it, and sign in again.`);
}

/** The key that was made for the service; undefined where there is none. */
export function storedKey({ services }: Credentials, baseUrl: string): StoredKey | undefined {
  const address = serviceAddress(baseUrl);
  return Object.hasOwn(services, address) ? services[address] : undefined;
}

/**
 * Replaces the file, which only its user can read from the first moment on.
 *
 * @throws UsageError when it cannot be written.
 */
export function writeCredentials(env: Environment, credentials: Credentials): string {
  const file = credentialsFile(env);
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    rmSync(draft, { force: true });
    writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
    return file;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `${file} cannot be written (${code}). Name another folder by XDG_CONFIG_HOME, or keep a key in a file of your own and give --api-key-file.`,
    );
  }
}
