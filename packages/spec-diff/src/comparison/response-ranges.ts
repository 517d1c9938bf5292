import type { JsonObject } from '../json.js';

/** The response that stands for a status which a contract does not name: that of its range, or, of a failure, the default. */
export function responseFor(status: string, responses: JsonObject): string | undefined {
  const range = `${status.charAt(0)}XX`;
  const isFailure = /^[45]/.test(status);
  return [range, ...(isFailure ? ['default'] : [])].find((key) => key !== status && key in responses);
}
