/** This error is thrown when the disk is full. The write stored nothing, and can be repeated when there is space. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';

  constructor(file: string, cause: unknown) {
    super(`The disk of the storage file ${file} is full: nothing of this was stored. Free some space on it.`, {
      cause,
    });
  }
}
