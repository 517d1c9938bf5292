/** Thrown by a handler to answer as an unknown route. */
export class RouteNotFound extends Error {
  override readonly name = 'RouteNotFound';
}

/** The handler of operations that a self-hosted server does not have. */
export function routeNotFound(): never {
  throw new RouteNotFound('This server has no such route.');
}

/** Whether this handler of an operation does more than say that there is none. */
export function isServed(handler: unknown): boolean {
  return handler !== undefined && handler !== routeNotFound;
}
