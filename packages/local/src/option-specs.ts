import { canParseUrl } from './can-parse-url.js';
import { LOG_FORMATS } from './log.js';
import type { Settings } from './settings.js';

type Check = (value: unknown) => string | undefined;

export interface OptionSpec {
  /** The placeholder of the value in the help; a boolean has none. */
  readonly placeholder?: string;
  /** The flag, where it is not the name of the field in kebab case. */
  readonly flag?: string;
  readonly description: string;
  readonly many?: boolean;
  readonly numeric?: boolean;
  /** A value that nobody else may see: it is never printed, and can be read from a file. */
  readonly isSecret?: boolean;
  /** Describes the valid values when a value is invalid. */
  readonly check: Check;
}

const wholeNumber =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `a whole number from ${least} to ${most}`;

const nonEmptyText =
  (expected: string): Check =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' ? undefined : expected;

const matching =
  (pattern: RegExp, expected: string): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : expected;

const key = matching(/^[\x21-\x7e]+$/, 'a key without spaces, in printable ASCII');

const boolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');

const httpUrl: Check = (value) =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && canParseUrl(value) ? undefined : 'an http or https URL';

function isPlainUrl(url: string): boolean {
  const { username, password, search, hash } = new URL(url);
  return username === '' && password === '' && search === '' && hash === '';
}

/** All options with their flags, descriptions and checks. */
export const optionSpecs: { readonly [Name in keyof Settings]: OptionSpec } = {
  port: {
    placeholder: 'PORT',
    description: 'Where to listen; 0 takes any port that is free.',
    numeric: true,
    check: wholeNumber(0, 65535),
  },
  host: {
    placeholder: 'ADDRESS',
    description: 'The address to listen at. Anything but loopback opens the server to the network.',
    check: matching(/^[\w.:-]+$/, 'an IP address or host name without a port'),
  },
  allowedHosts: {
    flag: 'allowed-host',
    placeholder: 'NAME',
    description: 'Another name by which clients may call this server; may repeat.',
    many: true,
    check: matching(/^[\w.-]+$/, 'a host name without a port'),
  },
  storage: {
    placeholder: 'FILE',
    description: 'Keep everything in this file; without it, all is forgotten at the end.',
    check: nonEmptyText('the path of a file'),
  },
  apiKeys: {
    flag: 'api-key',
    placeholder: 'KEY',
    description: 'Ask for this key; may repeat, and each is a team of its own. Open to all without it.',
    many: true,
    isSecret: true,
    check: key,
  },
  adminKey: {
    placeholder: 'KEY',
    description: 'Ask for this key at /_local, which is closed where there are only API keys.',
    isSecret: true,
    check: key,
  },
  keylessCalls: {
    placeholder: 'NUMBER',
    description: 'Calls a day without a key, where there are keys.',
    numeric: true,
    check: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  credits: {
    placeholder: 'NUMBER',
    description: 'Credits a month; calls beyond are refused. Counted without end by default.',
    numeric: true,
    check: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  webhookSecret: {
    placeholder: 'SECRET',
    description: 'Sign webhooks with this secret.',
    isSecret: true,
    check: nonEmptyText('a secret that is not empty'),
  },
  allowPrivateNetworks: {
    description: 'Read pages of this machine and of private networks too.',
    check: boolean,
  },
  offline: { description: 'Leave the network alone: answer only from what was seen before.', check: boolean },
  recordings: {
    placeholder: 'DIR',
    description: 'Keep what is fetched in this folder, and read from it what is fetched again.',
    check: nonEmptyText('the path of a folder'),
  },
  seed: {
    placeholder: 'DIR',
    description: 'Know these pages from the start: a folder for each host, laid out like its paths.',
    check: nonEmptyText('the path of a folder'),
  },
  browser: {
    placeholder: 'BROWSER',
    description: 'Render pages with this Chromium: a path, a CDP address, or off. Found by default.',
    check: nonEmptyText('the path of a Chromium, the address of one that runs, or off'),
  },
  loadPictures: {
    description: 'Load pictures, fonts and media also in pages that nobody looks at.',
    check: boolean,
  },
  pageMemory: {
    placeholder: 'MEGABYTES',
    description: 'Memory that one page may take; one that takes more is ended.',
    numeric: true,
    check: wholeNumber(128, 1_048_576),
  },
  browserMemory: {
    placeholder: 'MEGABYTES',
    description: 'Memory of the browser with all pages; by default half of the machine.',
    numeric: true,
    check: wholeNumber(256, 1_048_576),
  },
  allowCode: {
    description: 'Run code of callers on their pages. The default on loopback without keys and names.',
    check: boolean,
  },
  maxSessions: {
    placeholder: 'NUMBER',
    description: 'Browser sessions at once; 0 allows none.',
    numeric: true,
    check: wholeNumber(0, 100),
  },
  searchUrl: {
    placeholder: 'URL',
    description: 'Search the web through the SearXNG server at this address.',
    check: httpUrl,
  },
  modelUrl: {
    placeholder: 'URL',
    description: 'Ask the language model at this address, the base of the chat-completions protocol.',
    check: (value) =>
      httpUrl(value) === undefined && isPlainUrl(String(value))
        ? undefined
        : 'an http or https URL without user name, query and fragment',
  },
  modelName: {
    placeholder: 'NAME',
    description: 'The name of that model.',
    check: nonEmptyText('the name of a model'),
  },
  modelKey: { placeholder: 'KEY', description: 'The key for that model.', isSecret: true, check: key },
  modelTokens: {
    placeholder: 'NUMBER',
    description: 'Tokens of that model for each team a month. Counted without end by default.',
    numeric: true,
    check: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  },
  check: { description: 'Hold answers against the contract as well.', check: boolean },
  quiet: { description: 'Write no log of requests.', check: boolean },
  logFormat: {
    flag: 'log',
    placeholder: 'FORMAT',
    description: 'How to write the log: text, or json with one object a line.',
    check: (value) => (LOG_FORMATS.some((format) => format === value) ? undefined : 'text or json'),
  },
};
