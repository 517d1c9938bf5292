import { broken, type Contract, lookUp, type Reference, resolve, type Schema } from './openapi.js';
import { bounds } from './types.js';
import { duration, grouped } from './wording.js';

interface Limit {
  what: string;
  /** Where in the contract the bounds stand; a `$ref` there is followed. */
  pointer: string;
  /** Whether its numbers are milliseconds, and said in words as well. */
  isDuration?: boolean;
}

const SEARCH = '#/components/schemas/SearchRequest/properties';
const SCRAPE = '#/components/schemas/ScrapeOptions/properties';
const RESULT = '#/components/schemas/ScrapedContent/properties';
const THREATS = '#/components/schemas/ThreatProtectionOverride/properties';

/** The bounds that somebody who meets the API should know early. The numbers themselves stand in the contract only. */
const LIMITS: readonly Limit[] = [
  { what: '`query` of a search', pointer: `${SEARCH}/query` },
  { what: '`limit` of a search, for each source', pointer: `${SEARCH}/limit` },
  { what: '`timeout` of a search', pointer: `${SEARCH}/timeout`, isDuration: true },
  { what: '`timeout` of a scrape', pointer: `${SCRAPE}/timeout`, isDuration: true },
  { what: '`maxPages` of a PDF', pointer: '#/components/schemas/PdfParser/properties/maxPages' },
  { what: '`name` of a profile', pointer: '#/components/schemas/Profile/properties/name' },
  { what: '`username` for the audit log', pointer: '#/components/schemas/AuditMetadata/properties/username' },
  { what: '`question` of the question format', pointer: '#/components/schemas/QuestionFormat/properties/question' },
  { what: '`query` of the highlights format', pointer: '#/components/schemas/HighlightsFormat/properties/query' },
  { what: '`blacklist` of domains', pointer: `${THREATS}/blacklist` },
  { what: '`whitelist` of domains', pointer: `${THREATS}/whitelist` },
  { what: '`blockedTlds`', pointer: `${THREATS}/blockedTlds` },
  { what: 'URL of a screenshot', pointer: `${RESULT}/screenshot` },
  { what: 'URL of an audio', pointer: `${RESULT}/audio` },
  { what: 'URL of a video', pointer: `${RESULT}/video` },
  { what: 'Age of a cached copy, `maxAge`', pointer: `${SCRAPE}/maxAge`, isDuration: true },
];

export function limitRows(contract: Contract, limits: readonly Limit[] = LIMITS): string[][] {
  return limits.map((limit) => [limit.what, wording(contract, limit)]);
}

function wording(contract: Contract, { what, pointer, isDuration = false }: Limit): string {
  const place = lookUp(contract, pointer) as Schema | Reference | undefined;
  const schema = place && resolve<Schema>(contract, place);
  const inWords = (value: number) => (value < 1000 ? '' : ` (${duration(value)})`);
  const amount = (value: number) => (isDuration ? `${grouped(value)} ms${inWords(value)}` : grouped(value));
  const parts = (
    [
      ['default', (value: number) => `${amount(value)} by default`],
      ['x-default-in-lockdown', (value: number) => `${amount(value)} with \`lockdown\``],
      ['x-expires-after-ms', (value: number) => `expires after ${duration(value)}`],
    ] as const
  ).flatMap(([keyword, say]) => {
    const value = schema?.[keyword];
    return typeof value === 'number' ? [say(value)] : [];
  });
  const text = [schema ? bounds(schema, amount) : '', ...parts].filter(Boolean).join('; ');
  if (text !== '') return text;
  const problem = schema ? 'it has neither a bound nor a default' : 'nothing stands here';
  throw broken(pointer, `the table of limits shows '${what}', but ${problem}. Mend scripts/docs/limits.ts.`);
}
