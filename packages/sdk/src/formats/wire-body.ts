import { loaded } from '../async/loaded.js';
import { nameOf, type Path } from '../contract/bounds.js';

/** An object or a list of a request, of which a copy gets JSON Schema in place of a schema. */
type Holder = Record<string | number, unknown>;

/**
 * Copies a request, and returns a function that turns the schemas at these paths of the copy into JSON Schema. The code for
 * that is loaded with the first schema.
 *
 * @throws ConfigurationError from the function, when a schema cannot be converted.
 */
export function withJsonSchemas<Body extends object>(request: Body, paths: readonly Path[]): () => Promise<Body> {
  const body = { ...request };
  const places = paths.map((path) => {
    let holder = body as Holder;
    for (const key of path.slice(0, -1)) {
      const inner = holder[key] as Holder;
      const copy = Array.isArray(inner) ? [...inner] : { ...inner };
      holder[key] = copy;
      holder = copy as Holder;
    }
    return { holder, key: path.at(-1) as string, name: nameOf(path) };
  });
  return () =>
    loaded(async () => {
      const { toJsonSchema } = await import('./schemas.js');
      for (const { holder, key, name } of places) holder[key] = toJsonSchema(holder[key] as never, name);
      return body;
    });
}
