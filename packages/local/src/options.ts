import type { Clock } from './clock.js';
import { LOG_FORMATS, type LogFormat, type LogStream } from './log.js';
import { hostOf, isLoopback } from './loopback.js';
import { OptionError, type Source } from './option-error.js';
import { redactedUrl } from './redacted-url.js';

/** The settings of a local server. Each is also a flag and an environment variable of the program. */
export interface Settings {
  /** Where to listen; 0 takes any port that is free. */
  port: number;
  /** The address to listen at. Anything but loopback opens the server to the network. */
  host: string;
  /** Other host names by which clients may call this server, besides loopback and `host`. */
  allowedHosts: readonly string[];
  /** The file to keep everything in; without it, all is forgotten at the end. */
  storage: string | undefined;
  /** With keys, every call needs one except the four keyless ones and signed uploads. Each key is a team of its own. */
  apiKeys: readonly string[];
  /**
   * The key for the routes at `/_local`. It must not be one of the API keys. When there are API keys but no admin key,
   * these routes are closed, except `GET /_local/capabilities`.
   */
  adminKey: string | undefined;
  /** Calls without a key per day, when there are API keys. */
  keylessCalls: number;
  /** Credits per month; without it, credits are counted but unlimited. */
  credits: number | undefined;
  /** The secret that webhooks are signed with. */
  webhookSecret: string | undefined;
  /** Whether pages of this machine and of private networks may be read. */
  allowPrivateNetworks: boolean;
  /** Whether to use no network: only pages that were fetched before are served. */
  offline: boolean;
  /** A folder for recordings of all fetches. A recorded fetch is answered from it when it is repeated. */
  recordings: string | undefined;
  /** A folder of pages to know from the start: one folder for each host, laid out like its paths. */
  seed: string | undefined;
  /**
   * The Chromium that renders pages: the path of its program, the address of one that runs (CDP), or `off`. By default
   * `CHROME_PATH`, or one on the `PATH` or in the usual folders.
   */
  browser: string | undefined;
  /**
   * Whether callers may run code on the pages of their sessions. By default they may if the server listens on loopback alone,
   * asks for no key and has no other names: then its callers are programs of this machine.
   */
  allowCode: boolean;
  /** Browser sessions at once, of all teams; 0 allows none. */
  maxSessions: number;
  /** The address of a SearXNG server to search the web with. */
  searchUrl: string | undefined;
  /** The base URL of a server of the chat-completions protocol, such as `http://127.0.0.1:11434/v1`. It gets text of pages. */
  modelUrl: string | undefined;
  /** The name of the model at `modelUrl`. */
  modelName: string | undefined;
  /** The key for `modelUrl`. It is sent to no other server. */
  modelKey: string | undefined;
  /** Tokens of the model per team and month; without it, tokens are counted but unlimited. */
  modelTokens: number | undefined;
  /** Whether responses are validated against the contract too. */
  check: boolean;
  /** Whether to write no log of requests. */
  quiet: boolean;
  /** How lines of the log are written: `text` for people, `json` for programs. */
  logFormat: LogFormat;
}

/** The options of `createLocalServer`. */
export interface LocalServerOptions extends Partial<{ [Name in keyof Settings]: Settings[Name] | undefined }> {
  /** Where the time comes from; the clock of this machine by default, which `/_local/clock` moves. */
  clock?: Clock | undefined;
  /**
   * Gets the log; standard error by default. A stream gets lines that begin with the time, in colours if it is a terminal.
   * A function gets each line without its time, unless `logFormat` is `json`.
   */
  log?: LogStream | ((line: string) => void) | undefined;
}

type Check = (value: unknown) => string | undefined;

export interface OptionSpec {
  /** The placeholder of the value in the help; a boolean has none. */
  readonly placeholder?: string;
  /** The flag, where it is not the name of the field in kebab case. */
  readonly flag?: string;
  readonly description: string;
  readonly many?: boolean;
  readonly numeric?: boolean;
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
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? undefined : 'an http or https URL';

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
    check: key,
  },
  adminKey: {
    placeholder: 'KEY',
    description: 'Ask for this key at /_local, which is closed where there are only API keys.',
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
  modelKey: { placeholder: 'KEY', description: 'The key for that model.', check: key },
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

const DEFAULTS: Omit<Settings, 'allowCode'> = {
  port: 0,
  host: '127.0.0.1',
  allowedHosts: [],
  storage: undefined,
  apiKeys: [],
  adminKey: undefined,
  keylessCalls: 100,
  credits: undefined,
  webhookSecret: undefined,
  allowPrivateNetworks: false,
  offline: false,
  recordings: undefined,
  seed: undefined,
  browser: undefined,
  maxSessions: 4,
  searchUrl: undefined,
  modelUrl: undefined,
  modelName: undefined,
  modelKey: undefined,
  modelTokens: undefined,
  check: false,
  quiet: false,
  logFormat: 'text',
};

/** All settings, with defaults for missing options; throws an `OptionError` that names an invalid one. */
export function settingsFrom(given: LocalServerOptions, named: Source = (name) => name): Settings {
  const { clock: _clock, log: _log, ...options } = given;
  const settings: Record<string, unknown> = { ...DEFAULTS };
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(optionSpecs, name)) {
      throw new OptionError(
        `createLocalServer has no option "${name}". It has: ${Object.keys(optionSpecs).join(', ')}.`,
      );
    }
    if (value === undefined) continue;
    const { check, many } = optionSpecs[name as keyof Settings];
    if (many && !Array.isArray(value)) throw new OptionError(`${named(name)} must be a list.`);
    for (const item of many ? (value as unknown[]) : [value]) {
      const expected = check(item);
      if (expected) throw new OptionError(`${named(name)} must be ${expected}, not ${printValue(name, item)}.`);
    }
    settings[name] = value;
  }
  settings.allowCode ??= isOnlyForThisMachine(settings as unknown as Settings);
  const whole = settings as unknown as Settings;
  if (whole.adminKey !== undefined && whole.apiKeys.includes(whole.adminKey)) {
    throw new OptionError(`${named('adminKey')} must not be one of the API keys: each of those belongs to a team.`);
  }
  refuseHalfModel(whole, named);
  return whole;
}

function refuseHalfModel(settings: Settings, named: Source): void {
  const { modelUrl, modelName, offline } = settings;
  if (modelUrl === undefined) {
    const alone = (['modelName', 'modelKey', 'modelTokens'] as const).find((name) => settings[name] !== undefined);
    if (alone === undefined) return;
    throw new OptionError(`${named(alone)} needs the address of a model: give it by ${named('modelUrl')}.`);
  }
  if (modelName === undefined) {
    throw new OptionError(`${named('modelUrl')} needs the name of a model: give it by ${named('modelName')}.`);
  }
  if (offline && !isLoopback(hostOf(modelUrl))) {
    throw new OptionError(`${named('modelUrl')} must be an address of this machine when the server is offline.`);
  }
}

function isOnlyForThisMachine({ host, apiKeys, allowedHosts }: Settings): boolean {
  return isLoopback(host) && apiKeys.length === 0 && allowedHosts.length === 0;
}

const SECRETS: ReadonlySet<string> = new Set<keyof Settings>(['apiKeys', 'adminKey', 'webhookSecret', 'modelKey']);

/** Secrets are not printed, because terminal output ends up in logs. */
function printValue(name: string, value: unknown): string {
  if (SECRETS.has(name)) return 'what was given';
  const text =
    (name === 'searchUrl' || name === 'modelUrl' || name === 'browser') &&
    typeof value === 'string' &&
    URL.canParse(value)
      ? redactedUrl(value)
      : value;
  return JSON.stringify(text) ?? String(text);
}
