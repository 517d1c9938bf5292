import { ConfigurationError } from '../errors/configuration-error.js';

/** Headers as plain fields; the later ones win. */
export function plainHeaders(...given: (RequestInit['headers'] | '')[]): Record<string, string> {
  try {
    return Object.assign({}, ...given.map((headers) => headers && Object.fromEntries(new Headers(headers))));
  } catch {
    // The platform's own error repeats the value, which may be a secret.
    throw unsendable('headers');
  }
}

export function unsendable(option: string): ConfigurationError {
  return new ConfigurationError(
    `${option} cannot be sent: it is empty, or has what no header carries, such as a line break.`,
  );
}
