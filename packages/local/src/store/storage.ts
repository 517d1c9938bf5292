import { rm } from 'node:fs/promises';
import type { Pool } from 'pg';
import type { ApiKeyRow } from './api-key-store.js';
import type { Notifications } from './notifications.js';
import type { StoreOptions } from './store-context.js';
import type { Stores } from './stores.js';

/** Says whether a JSON object is valid in the column of a table. */
export type IsReadable = (table: string, column: string, value: unknown) => boolean;

export interface FillOptions {
  readonly isReadable: IsReadable;
  /** Take the place of the keys in the file, whose owners are not known here. */
  readonly apiKeys: readonly ApiKeyRow[];
  /** Awaited between batches; it may throw to end the work. */
  readonly pause: () => Promise<void>;
}

export interface CheckOptions {
  /** Checks a file of SQLite that is read only. */
  readonly checkFile: (file: string) => Promise<CheckReport>;
}

/** What is wrong with what is stored. */
export interface CheckReport {
  /** A sentence each. */
  readonly problems: readonly string[];
  /** The last change of the tables that was made; undefined for data without tables. */
  readonly version: string | undefined;
  /** The changes of the tables that the next start of this version makes, by their names. */
  readonly pendingChanges: readonly string[];
}

/** The connections to a database that several processes share. */
export interface SharedConnections {
  readonly pool: Pool;
  /** Opens a connection beside the pool for messages, since a pooler may share those of the pool with others. */
  openNotifications(log: (line: string) => void): Notifications;
}

/** What a storage is opened with. */
export interface StorageOptions extends StoreOptions {
  /** Gets the names of the changes of the tables before they are made to data that there is already. */
  readonly announce?: ((changes: readonly string[]) => void) | undefined;
  /** Gets a line about what the storage does not do, and why. */
  readonly log?: ((line: string) => void) | undefined;
}

/** Where everything is stored. It can be emptied and replaced while the server runs. */
export interface Storage {
  /** Undefined for what one process keeps alone. */
  readonly connections?: SharedConnections | undefined;
  /** Opens the stores of what is stored now. Close them before what is stored is cleared or replaced, and open others. */
  openStores(): Stores;
  /** Creates a folder for a file to replace everything with, or a copy of everything. */
  makeFolder(): Promise<string>;
  /** Writes everything to a new SQLite file, with the tables as they are. What is stored meanwhile is not in it. */
  copyTo(newFile: string, signal?: AbortSignal): Promise<void>;
  /** Whether this is a copy that no service has taken into use: the original may still be at work. */
  isCopy(): Promise<boolean>;
  /** Takes the copy into use. */
  takeIntoUse(): Promise<void>;
  /** Reads everything that is stored, and tells what is wrong with it. */
  check(options: CheckOptions): Promise<CheckReport>;
  /**
   * Deletes everything but the keys.
   *
   * @throws DataInUse when something else uses the data for longer: then nothing is deleted.
   */
  clear(): Promise<void>;
  /**
   * Creates a SQLite file of this version with the rows of another one, which is not trusted.
   *
   * @throws UnusableFile for a file that cannot be used, and StorageFull when the disk is full.
   */
  fill(newFile: string, receivedFile: string, options: FillOptions): Promise<void>;
  /**
   * Replaces everything with a SQLite file that was filled in such a folder: all of it, or nothing. `use` gets the new
   * stores. When it throws, a storage in a file restores what was stored before.
   */
  replace<Result>(filledFile: string, use: (stores: Stores) => Result): Promise<Result>;
  close(): Promise<void>;
}

/** Removes a folder of `makeFolder`. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
