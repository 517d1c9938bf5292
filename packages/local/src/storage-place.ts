import { parseUrl } from './can-parse-url.js';
import type { Settings } from './settings.js';

/** Where everything is stored, in words without secrets; undefined where it ends with the server. */
export function storagePlace({ storage, database }: Pick<Settings, 'storage' | 'database'>): string | undefined {
  if (database === undefined) return storage;
  const { host = '', pathname = '' } = parseUrl(database) ?? {};
  return `PostgreSQL${host && ` at ${host}`}${pathname.length > 1 ? `, database ${pathname.slice(1)}` : ''}`;
}
