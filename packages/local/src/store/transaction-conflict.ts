/** Thrown when the database has undone a transaction because of others at the same time. It can be run again. */
export class TransactionConflict extends Error {
  override readonly name = 'TransactionConflict';
}
