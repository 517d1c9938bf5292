/** Thrown by a route that is to be answered as if there were none. */
export class RouteNotFound extends Error {
  override readonly name = 'RouteNotFound';
}

/** For operations that a server of this kind does not have. */
export function routeNotFound(): never {
  throw new RouteNotFound('This server has no such route.');
}
