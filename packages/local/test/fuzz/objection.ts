import { misfits } from '../../src/contract/validation.js';
import type { ServiceAnswer } from './exchange.js';
import { all, type FuzzedRequest } from './requests.js';
import { SITE } from './site.js';

/** What the conversion of a page must not end with, whatever the page is. */
const ACCIDENT = /ended early|Cannot (read|set) propert|is not (a function|iterable|defined)|call stack|too complex/;

/** What is wrong with an answer, whatever was asked; undefined for one that is of the contract. */
export function objectionTo(
  { method, path }: FuzzedRequest,
  { status, type, text }: ServiceAnswer,
): string | undefined {
  if (status === 500 && !text.includes('SCRAPE_ALL_ENGINES_FAILED')) return 'an error that nobody foresaw';
  if (status === 500 && ACCIDENT.test(text)) return 'an accident in the conversion of a page';
  if (method === 'HEAD') return undefined;
  // Where there is no route, or no HTTP.
  if (!type.startsWith('application/json')) return status >= 400 && status < 500 ? undefined : `of type "${type}"`;
  const pathname = URL.canParse(path, SITE) ? new URL(path, SITE).pathname : path;
  const asked = all.find((operation) => operation.method === method && matches(operation.path, pathname));
  const schema = asked?.answer(status);
  const [issue] = (schema === undefined ? undefined : misfits(schema, JSON.parse(text))) ?? [];
  return issue && `not of the contract: ${JSON.stringify(issue)}`;
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}
