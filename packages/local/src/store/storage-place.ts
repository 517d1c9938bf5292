import { parseUrl } from '@trawl/base/can-parse-url';

/** Where to store: in a database of PostgreSQL, in a file, or in a temporary one. */
export interface StoragePlace {
  readonly storage: string | undefined;
  /** The URL of the database. */
  readonly database: string | undefined;
  /** Connections to that database at once, of this process. */
  readonly databaseConnections: number;
}

/** Where everything is stored, in words without secrets; undefined where it ends with the server. */
export function storagePlace({ storage, database }: Pick<StoragePlace, 'storage' | 'database'>): string | undefined {
  if (database === undefined) return storage;
  const { host = '', pathname = '' } = parseUrl(database) ?? {};
  return `PostgreSQL${host && ` at ${host}`}${pathname.length > 1 ? `, database ${pathname.slice(1)}` : ''}`;
}
