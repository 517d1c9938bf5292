import { ConfigurationError } from '../errors/configuration-error.js';

/** Headers as plain fields; the later ones win. */
export function plainHeaders(...given: (RequestInit['headers'] | '')[]): Record<string, string> {
  try {
    return Object.assign({}, ...given.map((headers) => headers && Object.fromEntries(new Headers(headers))));
  } catch {
    // The platform's own error repeats the value, which may be a secret.
    throw new ConfigurationError('headers has a name or a value that a header cannot carry, such as a line break.');
  }
}
