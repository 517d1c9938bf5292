import { operationOf } from './operation-of.js';
import { json } from './reply.js';

const SPOKEN = 'This server speaks version 2 of the API';
const CLIENT = 'Use a client of version 2, such as `firecrawl` 4 or later without its `v1`.';

/** The response to a call of another version of the API; undefined for all other paths. */
export function otherVersion(method: string, path: string): Response | undefined {
  const [, version, rest = ''] = /^\/v([013-9])(?=\/|$)(.*)/.exec(path) ?? [];
  if (version === undefined) return undefined;
  const replacement = `/v2${rest}`;
  const hasCall = operationOf(method, replacement) !== undefined;
  const advice = hasCall ? `Send this call to ${method} ${replacement}, whose fields differ.` : 'It has no such call.';
  const error = `${SPOKEN}, not version ${version}. ${advice} ${CLIENT}`;
  return json({ success: false, error, ...(hasCall && { replacement }) }, 404);
}
