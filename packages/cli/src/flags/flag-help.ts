import type { Flag } from './flag.js';
import { FLAG_TEXTS } from './flag-texts.js';

/** What `--help` says of a flag: one sentence, and what the value can be. */
export const summaryOf = (flag: Flag): string => [sentenceOf(flag), factsOf(flag)].filter(Boolean).join(' ');

/** All that the contract says of a flag, and what the value can be. */
export function fullTextOf(flag: Flag): string {
  const sentence = FLAG_TEXTS[tableNameOf(flag)];
  const contract =
    sentence && sentence !== flag.help ? `${sentence} \`${flag.field.join('.')}\`: ${flag.help}` : flag.help;
  return [contract, factsOf(flag)].filter(Boolean).join(' ');
}

const sentenceOf = (flag: Flag): string => FLAG_TEXTS[tableNameOf(flag)] ?? flag.summary ?? flag.help;

/** The options of a scrape have the same texts with a prefix and without. */
function tableNameOf(flag: Flag): string {
  const name = flag.name.startsWith(PREFIX) ? flag.name.slice(PREFIX.length) : flag.name;
  return isOffByFlag(flag) ? `no-${name}` : name;
}

const PREFIX = 'scrape-';

/** Whether the flag switches off what is on by default. */
export const isOffByFlag = (flag: Flag): boolean => flag.kind === 'boolean' && flag.default === true;

/** The values that are possible, their limits and the default, such as `[1000 to 300000; default 60000]`. */
function factsOf({ kind, choices, min, exclusiveMin, max, default: value, required }: Flag): string {
  if (kind === 'boolean') return '';
  const facts = [
    required && 'required',
    choices?.join(', '),
    exclusiveMin === undefined ? rangeOf(min, max) : rangeAbove(exclusiveMin, max),
    defaultOf(value),
  ].filter(Boolean);
  return facts.length > 0 ? `[${facts.join('; ')}]` : '';
}

function rangeOf(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min) return `${min} or more`;
  return max === undefined ? '' : `${max} at most`;
}

function rangeAbove(exclusiveMin: number, max: number | undefined): string {
  return max === undefined ? `more than ${exclusiveMin}` : `more than ${exclusiveMin}, ${max} at most`;
}

function defaultOf(value: unknown): string {
  const items = [value].flat().filter((item) => item !== undefined && item !== '' && item !== false);
  const names = items.map((item) => (item as { type?: string }).type ?? String(item));
  return names.length > 0 ? `default ${names.join(',')}` : '';
}

/** The headings of the help, in their order, with the fields below each. What no heading names stands below the first. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  Request: [],
  Content: [
    'formats',
    'onlyMainContent',
    'onlyCleanContent',
    'includeTags',
    'excludeTags',
    'parsers',
    'removeBase64Images',
    'redactPII',
  ],
  Page: ['headers', 'waitFor', 'mobile', 'blockAds', 'skipTlsVerification', 'proxy', 'actions', 'profile'],
  Cache: ['maxAge', 'minAge', 'lockdown', 'storeInCache'],
  Policy: ['auditMetadata', 'threatProtection', 'enterprise', 'zeroDataRetention'],
  Other: ['domainTools', 'toolDetail', 'fastMode', 'useMock', 'filter', 'asyncScraping'],
};

/** The flags by the headings of the help. */
export const byHeading = (flags: readonly Flag[]): (readonly [heading: string, flags: readonly Flag[]])[] =>
  Object.keys(HEADINGS).map((heading) => [heading, flags.filter((flag) => headingOf(flag) === heading)]);

function headingOf({ field }: Flag): string {
  const [outer = '', inner] = field;
  const isScrape = outer === 'scrapeOptions' && inner !== undefined;
  const heading = Object.entries(HEADINGS).find(([, fields]) => fields.includes(isScrape ? inner : outer));
  return heading?.[0] ?? (isScrape ? 'Page' : 'Request');
}
