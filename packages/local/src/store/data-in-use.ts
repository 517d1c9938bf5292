/** Thrown when nothing was deleted, because something reads or writes the data for longer, such as a copy of the database. */
export class DataInUse extends Error {
  override readonly name = 'DataInUse';

  constructor(cause: unknown) {
    super('Something uses the data for longer.', { cause });
  }
}
