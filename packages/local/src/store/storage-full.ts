/** Thrown when there is no room for what was to be stored: nothing of it is, and it can be stored when there is room. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';

  constructor(file: string, cause: unknown) {
    super(`The disk of the storage file ${file} is full: nothing of this was stored. Free some space on it.`, {
      cause,
    });
  }
}
