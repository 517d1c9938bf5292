import { ConfigurationError } from '../errors/errors.js';

/** The options of a client or a call, each by its name: the compiler says which one is missing here. */
export type Names<Options> = { readonly [Name in keyof Required<Options>]: 1 };

/** The parts of a request that have options of their own, or that the SDK decides about. */
const NOT_OF_FETCH = ['method', 'headers', 'body', 'signal', 'redirect'];

/**
 * Refuses an option that there is not: a program without types would never learn that it does nothing.
 *
 * @throws ConfigurationError which names the options that there are.
 */
export function checkOptions<Options extends { readonly fetchOptions?: object | undefined }>(
  options: Options,
  names: Names<Options>,
  owner: string,
): void {
  for (const name in options) {
    if (name in names || options[name] === undefined) continue;
    const message = `is no option of ${owner}. There are ${Object.keys(names).join(', ')}.`;
    throw new ConfigurationError(`${name} ${message}`, { issues: [{ path: [name], message }] });
  }
  for (const name in options.fetchOptions) {
    if (NOT_OF_FETCH.includes(name)) throw new ConfigurationError(`fetchOptions cannot have ${name}.`);
  }
}
