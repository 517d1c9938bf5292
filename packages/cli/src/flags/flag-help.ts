import type { Flag } from './flag.js';

/** A sentence longer than that is cut where it explains itself further: the full help has all of it. */
const LONG_SENTENCE = 80;

/** What is left says too little if it is shorter. */
const LEAST_START = 24;

/** What `--help` says of a flag: one sentence, and what the value can be. */
export const summaryOf = (flag: Flag): string => described(flag, (text) => shortened(firstSentence(text)));

/** All that the contract says of a flag, and what the value can be. */
export const fullTextOf = (flag: Flag): string => described(flag, (text) => text);

function described(flag: Flag, part: (text: string) => string): string {
  const text = part(flag.help.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'));
  return [isOffByFlag(flag) ? negated(text) : affirmed(text), factsOf(flag)].filter(Boolean).join(' ');
}

/** Whether the flag switches off what is on by default. */
export const isOffByFlag = (flag: Flag): boolean => flag.kind === 'boolean' && flag.default === true;

const firstSentence = (text: string): string => /^.*?[.!?](?=\s+[A-Z`]|$)/s.exec(text)?.[0] ?? text;

function shortened(sentence: string): string {
  const [start = ''] = /^[^:;]*/.exec(sentence) ?? [];
  return sentence.length > LONG_SENTENCE && start.length > LEAST_START && start.length < sentence.length
    ? `${start}.`
    : sentence;
}

/** "Whether to block ads" is "Block ads". */
function affirmed(text: string): string {
  const [, action] = /^Whether (?:to )?(.*)$/s.exec(text) ?? [];
  return action ? action.charAt(0).toUpperCase() + action.slice(1) : text;
}

/** "Whether to block ads" is "Do not block ads". */
function negated(text: string): string {
  const [, action] = /^Whether to (.*)$/s.exec(text) ?? [];
  return action ? `Do not ${action}` : text.replace(/^Whether /, 'Switch off: ');
}

/** The values that are possible, their limits and the default, such as `[1000 to 300000; default 60000]`. */
function factsOf({ kind, choices, least, most, default: value, required }: Flag): string {
  if (kind === 'boolean') return '';
  const facts = [required && 'required', choices?.join(', '), rangeOf(least, most), defaultOf(value)].filter(Boolean);
  return facts.length > 0 ? `[${facts.join('; ')}]` : '';
}

function rangeOf(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (least) return `${least} or more`;
  return most === undefined ? '' : `${most} at most`;
}

function defaultOf(value: unknown): string {
  const items = [value].flat().filter((item) => item !== undefined && item !== '' && item !== false);
  const names = items.map((item) => (item as { type?: string }).type ?? String(item));
  return names.length > 0 ? `default ${names.join(',')}` : '';
}

/** The headings of the help, in their order. */
const HEADINGS = ['Request', 'Content', 'Page', 'Cache', 'Policy', 'Other'] as const;

/** The flags below each heading. What else a page is read with stands below "Page", anything else below "Request". */
const FLAGS: Partial<Readonly<Record<(typeof HEADINGS)[number], RegExp>>> = {
  Content: /^(?:formats|only-.+|include-tags|exclude-tags|parsers|remove-base64-images|redact-pii)$/,
  Page: /^(?:headers|wait-for-ms|mobile|block-ads|skip-tls-verification|proxy|actions|profile-.+)$/,
  Cache: /^(?:max-age-ms|min-age-ms|lockdown|store-in-cache)$/,
  Policy: /^(?:audit-.+|threat-protection-.+|enterprise|zero-data-retention)$/,
  Other: /^(?:domain-tools|tool-detail|fast-mode|use-mock|filter|async-scraping)$/,
};

/** The flags by the headings of the help. */
export const byHeading = (flags: readonly Flag[]): (readonly [heading: string, flags: readonly Flag[]])[] =>
  HEADINGS.map((heading) => [heading, flags.filter((flag) => headingOf(flag) === heading)]);

function headingOf({ name, field }: Flag): (typeof HEADINGS)[number] {
  const known = HEADINGS.find((heading) => FLAGS[heading]?.test(name.replace(/^scrape-/, '')));
  return known ?? (field[0] === 'scrapeOptions' ? 'Page' : 'Request');
}
