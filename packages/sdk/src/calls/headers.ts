import { ConfigurationError } from '../errors/errors.js';

/** Headers as plain fields, of what several options bring; the later ones win. */
export function plainHeaders(given: Readonly<Record<string, RequestInit['headers'] | ''>>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [option, headers] of Object.entries(given)) {
    try {
      if (headers) Object.assign(fields, Object.fromEntries(new Headers(headers)));
    } catch {
      // The platform's own error repeats the value, which may be a secret.
      throw unsendable(option);
    }
  }
  return fields;
}

export function unsendable(option: string): ConfigurationError {
  return new ConfigurationError(`${option} cannot be sent: it is empty, or has a line break or the like.`);
}
