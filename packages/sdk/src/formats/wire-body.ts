import { loaded } from '../async/loaded.js';
import { nameOf, type Path, type Rewrites } from '../contract/bounds.js';

/** An object or a list of a request, of which a copy gets what is sent in place of what was given. */
type Holder = Record<string | number, unknown>;

/**
 * Turns a request into the body that is sent: each schema becomes JSON Schema, and text is written in capitals. Only with a
 * schema it is a function, because the code for that is loaded with the first one.
 *
 * @throws ConfigurationError from the function, when a schema cannot be converted.
 */
export function toWireBody<Body extends object>(
  request: Body,
  { schemas, capitals }: Rewrites,
): Body | (() => Promise<Body>) {
  if (schemas.length + capitals.length === 0) return request;
  const body = { ...request };
  const copies = new Set<unknown>();
  for (const { holder, key } of copied(body, capitals, copies)) holder[key] = String(holder[key]).toUpperCase();
  const places = copied(body, schemas, copies);
  if (!places.length) return body;
  return () =>
    loaded(async () => {
      const { toJsonSchema } = await import('./schemas.js');
      for (const { holder, key, name } of places) holder[key] = toJsonSchema(holder[key] as never, name);
      return body;
    });
}

/** Copies all that lies on the paths below a body, which may then be changed. */
function copied(body: object, paths: readonly Path[], copies: Set<unknown>) {
  return paths.map((path) => {
    let holder = body as Holder;
    for (const key of path.slice(0, -1)) {
      const inner = holder[key] as Holder;
      const copy = (copies.has(inner) ? inner : Array.isArray(inner) ? [...inner] : { ...inner }) as Holder;
      copies.add(copy);
      holder[key] = copy;
      holder = copy;
    }
    return { holder, key: path.at(-1) as string, name: nameOf(path) };
  });
}
