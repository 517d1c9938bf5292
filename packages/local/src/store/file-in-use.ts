/** Thrown for a storage file that another server has open. */
export class FileInUse extends Error {
  override readonly name = 'FileInUse';

  constructor(file: string) {
    super(`The storage file ${file} is in use by another server. Close that one, or name another file.`);
  }
}
