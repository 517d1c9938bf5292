import { StorageUnavailable } from './storage-unavailable.js';

/** This error is thrown when the disk is full. The write stored nothing, and can be repeated when there is space. */
export class StorageFull extends StorageUnavailable {
  override readonly name = 'StorageFull';

  /** Whether it is the disk of a database elsewhere, which may have space again without a restart of this server. */
  readonly isOfDatabase: boolean;

  /** `file` is that of the storage; undefined for a database elsewhere. */
  constructor(file: string | undefined, cause: unknown) {
    const place = file === undefined ? 'the database' : `the storage file ${file}`;
    super(`The disk of ${place} is full: nothing of this was stored. Free some space on it.`, { cause });
    this.isOfDatabase = file === undefined;
  }
}
