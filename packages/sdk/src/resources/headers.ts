import { ConfigurationError } from '../errors/configuration-error.js';

/** Headers as plain fields; the later ones win. */
export function plainHeaders(...given: (RequestInit['headers'] | '')[]): Record<string, string> {
  const fields: Record<string, string> = {};
  try {
    for (const headers of given) if (headers) Object.assign(fields, Object.fromEntries(new Headers(headers)));
    return fields;
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
