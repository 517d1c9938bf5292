import { broken, type Contract, type Json, lookUp, type Reference, resolve, type Schema } from './openapi.js';
import { count, duration, grouped } from './wording.js';

interface Limit {
  what: string;
  /** Where in the contract the bounds stand; a `$ref` there is followed. */
  pointer: string;
  keywords: Keyword[];
  /** What the numbers count. Without it they stand alone. */
  unit?: 'character' | 'item' | 'ms';
}

type Keyword =
  | 'minimum'
  | 'maximum'
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'default'
  | 'x-default-in-lockdown'
  | 'x-expires-after-ms';

const SEARCH = '#/components/schemas/SearchRequest/properties';
const SCRAPE = '#/components/schemas/ScrapeOptions/properties';
const RESULT = '#/components/schemas/ScrapedContent/properties';
const THREATS = '#/components/schemas/ThreatProtectionOverride/properties';

/** The bounds that somebody who meets the API should know early. The numbers themselves stand in the contract only. */
const LIMITS: readonly Limit[] = [
  { what: '`query` of a search', pointer: `${SEARCH}/query`, keywords: ['maxLength'], unit: 'character' },
  {
    what: '`limit` of a search, for each source',
    pointer: `${SEARCH}/limit`,
    keywords: ['minimum', 'maximum', 'default'],
  },
  { what: '`timeout` of a search', pointer: `${SEARCH}/timeout`, keywords: ['default'], unit: 'ms' },
  {
    what: '`timeout` of a scrape',
    pointer: `${SCRAPE}/timeout`,
    keywords: ['minimum', 'maximum', 'default'],
    unit: 'ms',
  },
  {
    what: '`maxPages` of a PDF',
    pointer: '#/components/schemas/PdfParser/properties/maxPages',
    keywords: ['minimum', 'maximum'],
  },
  {
    what: '`name` of a profile',
    pointer: '#/components/schemas/Profile/properties/name',
    keywords: ['minLength', 'maxLength'],
    unit: 'character',
  },
  {
    what: '`username` for the audit log',
    pointer: '#/components/schemas/AuditMetadata/properties/username',
    keywords: ['maxLength'],
    unit: 'character',
  },
  {
    what: '`question` of the question format',
    pointer: '#/components/schemas/QuestionFormat/properties/question',
    keywords: ['maxLength'],
    unit: 'character',
  },
  {
    what: '`query` of the highlights format',
    pointer: '#/components/schemas/HighlightsFormat/properties/query',
    keywords: ['maxLength'],
    unit: 'character',
  },
  { what: '`blacklist` of domains', pointer: `${THREATS}/blacklist`, keywords: ['maxItems'], unit: 'item' },
  { what: '`whitelist` of domains', pointer: `${THREATS}/whitelist`, keywords: ['maxItems'], unit: 'item' },
  { what: '`blockedTlds`', pointer: `${THREATS}/blockedTlds`, keywords: ['maxItems'], unit: 'item' },
  { what: 'URL of a screenshot', pointer: `${RESULT}/screenshot`, keywords: ['x-expires-after-ms'] },
  { what: 'URL of an audio', pointer: `${RESULT}/audio`, keywords: ['x-expires-after-ms'] },
  { what: 'URL of a video', pointer: `${RESULT}/video`, keywords: ['x-expires-after-ms'] },
  {
    what: 'Age of a cached copy, `maxAge`',
    pointer: `${SCRAPE}/maxAge`,
    keywords: ['default', 'x-default-in-lockdown'],
    unit: 'ms',
  },
];

export function limitRows(contract: Contract, limits: readonly Limit[] = LIMITS): string[][] {
  return limits.map((limit) => [limit.what, wording(limit, (keyword) => bound(contract, limit, keyword))]);
}

function bound(contract: Contract, { what, pointer }: Limit, keyword: Keyword): number {
  const schema = lookUp(contract, pointer) as Schema | Reference | undefined;
  const value: Json | undefined = schema && resolve<Schema>(contract, schema)[keyword];
  if (typeof value === 'number') return value;
  const problem = schema ? `it has no ${keyword}` : 'nothing stands here';
  throw broken(pointer, `the table of limits shows '${what}', but ${problem}. Mend scripts/docs/limits.ts.`);
}

function wording({ keywords, unit }: Limit, readValue: (keyword: Keyword) => number): string {
  const has = (keyword: Keyword) => keywords.includes(keyword);
  const amount = (keyword: Keyword) => say(readValue(keyword), unit);
  const range = (least: Keyword, most: Keyword) => {
    if (has(least)) return has(most) ? `${grouped(readValue(least))} to ${amount(most)}` : `at least ${amount(least)}`;
    return has(most) ? `at most ${amount(most)}` : undefined;
  };
  const parts = [
    range('minimum', 'maximum'),
    range('minLength', 'maxLength'),
    range('minItems', 'maxItems'),
    has('default') ? `${amount('default')} by default` : undefined,
    has('x-default-in-lockdown') ? `${amount('x-default-in-lockdown')} with \`lockdown\`` : undefined,
    has('x-expires-after-ms') ? `expires after ${duration(readValue('x-expires-after-ms'))}` : undefined,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}

function say(amount: number, unit: Limit['unit']): string {
  if (unit === undefined) return grouped(amount);
  return unit === 'ms' ? `${grouped(amount)} ms (${duration(amount)})` : count(amount, unit);
}
