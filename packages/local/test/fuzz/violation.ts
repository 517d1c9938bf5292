import { validate } from '../../src/contract/validation.js';
import { SITE_ORIGIN } from './placeholders.js';
import { allOperations, type FuzzRequest } from './requests.js';
import type { ReceivedResponse } from './send-request.js';

/** Failures that the contract answers with 500: a page that cannot be scraped, and media that its URL does not have. */
const DOCUMENTED_FAILURE = /SCRAPE_(?:ALL_ENGINES_FAILED|(?:AUDIO|VIDEO)_UNSUPPORTED_URL)/;

/** Messages of a conversion that crashed or never ended. No page may cause one. */
const CRASH = /ended early|Cannot (read|set) propert|is not (a function|iterable|defined)|call stack|too complex/;

/** Says how a response breaks the contract; undefined when it does not. */
export function violationOf({ method, path }: FuzzRequest, response: ReceivedResponse): string | undefined {
  const { status, type, text } = response;
  if (status === 500 && !DOCUMENTED_FAILURE.test(text)) return 'an unexpected error';
  if (status === 500 && CRASH.test(text)) return 'a crash in the conversion of a page';
  if (method === 'HEAD') return undefined;
  // Unknown routes and malformed HTTP have no JSON body.
  if (!type.startsWith('application/json'))
    return status >= 400 && status < 500 ? undefined : `a body of type "${type}"`;
  const pathname = URL.canParse(path, SITE_ORIGIN) ? new URL(path, SITE_ORIGIN).pathname : path;
  const operation = allOperations.find((each) => each.method === method && matchesPath(each.path, pathname));
  const schema = operation?.responseSchema(status);
  const [issue] = (schema === undefined ? undefined : validate(schema, JSON.parse(text))) ?? [];
  return issue && `a body that the contract does not allow: ${JSON.stringify(issue)}`;
}

function matchesPath(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}
