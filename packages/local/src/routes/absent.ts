/** Thrown by a route that is to be answered as if there were none. */
export class NoSuchRoute extends Error {
  override readonly name = 'NoSuchRoute';
}

/** For operations that a server of this kind does not have. */
export function absent(): never {
  throw new NoSuchRoute('This server has no such route.');
}
