import { canParseUrl } from '@trawl/base/can-parse-url';
import { isLoopback } from '@trawl/base/loopback';
import { defaultBrowserMemory } from '@trawl/browser/memory-limits';
import { defaultTeamBrowsers } from '@trawl/browser/team-browsers';
import { PROXY_ROTATIONS, readProxy } from '@trawl/web/outgoing-proxies';
import { readRiskServiceAddress } from '@trawl/web/risk-service';
import { ROBOTS_POLICIES } from '@trawl/web/site/robots-policy';
import ipaddr from 'ipaddr.js';
import { isOpen } from '../accounts/teams.js';
import { LOG_FORMATS } from '../base/log.js';
import { VERSION } from '../base/version.js';
import { LEFT_OUT } from '../options/left-out.js';
import { NODE_ROLES } from '../store/shared-stores.js';
import type { Settings } from './settings.js';

/** Returns what a valid value is, if the value is invalid. */
type Check = (value: unknown) => string | undefined;

/** All that is known of one setting. Its type, its flag, its variable and its lines in help and README come from here. */
export interface Setting<Value = unknown> {
  /** The type of the value. The flag of a list may repeat, and that of a boolean has no value. */
  readonly type: 'string' | 'number' | 'boolean' | 'list' | 'LogFormat' | 'NodeRole' | 'ProxyRotation' | 'RobotsPolicy';
  /** What the setting does, in one to three sentences. */
  readonly description: string;
  /** The value where none is given, or a function of the other settings. */
  readonly default: Value | ((settings: Omit<Settings, 'allowCode'>) => Value);
  /** The default in words, where it is no plain value. */
  readonly defaultInWords?: string;
  /** The default of the program, where it is another one. */
  readonly programDefault?: Value;
  /** The placeholder of the value in the help. */
  readonly placeholder?: string;
  /** The flag, where it is not the name of the field in kebab case. */
  readonly flag?: string;
  /** Whether the value is a secret: it is never printed, and it can be read from a file. */
  readonly isSecret?: true;
  /** A URL, of which errors show neither secrets nor the query. */
  readonly isUrl?: true;
  readonly check: Check;
}

/** Whether only programs of this machine can call the server. */
function isOnlyForThisMachine(settings: Omit<Settings, 'allowCode'>): boolean {
  const { host, allowedHosts, allowedOrigins } = settings;
  return isLoopback(host) && isOpen(settings) && allowedHosts.length === 0 && allowedOrigins.length === 0;
}

function wholeNumber(min: number, max: number): Check {
  return (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `a whole number from ${min} to ${max}`;
}

function nonEmptyText(expected: string): Check {
  return (value) => (typeof value === 'string' && value.trim() !== '' ? undefined : expected);
}

function matching(pattern: RegExp, expected: string): Check {
  return (value) => (typeof value === 'string' && pattern.test(value) ? undefined : expected);
}

const key = matching(/^[\x21-\x7e]+$/, 'a key without spaces, in printable ASCII');

const boolean: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');

const httpUrl: Check = (value) =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && canParseUrl(value) ? undefined : 'an http or https URL';

const plainUrl: Check = (value) =>
  httpUrl(value) === undefined && isPlainUrl(String(value))
    ? undefined
    : 'an http or https URL without user name, query and fragment';

function isPlainUrl(url: string): boolean {
  const { username, password, search, hash } = new URL(url);
  return username === '' && password === '' && search === '' && hash === '';
}

const origin: Check = (value) =>
  plainUrl(value) === undefined && new URL(String(value)).pathname === '/'
    ? undefined
    : 'an http or https URL of a host alone, such as https://trawl.example.com';

const addressRange: Check = (value) =>
  typeof value === 'string' && (ipaddr.isValid(value) || ipaddr.isValidCIDR(value))
    ? undefined
    : 'an IP address or a range such as 10.0.0.0/8';

const proxy: Check = (value) =>
  typeof value === 'string' && readProxy(value)
    ? undefined
    : 'a proxy such as http://user:password@proxy.example:8080#country=DE';

const riskServiceUrl: Check = (value) =>
  typeof value === 'string' && readRiskServiceAddress(value)
    ? undefined
    : 'an http or https URL without user name, such as https://risk.example/check or https://webrisk.googleapis.com/v1/uris:search#protocol=web-risk';

const proxyRotation: Check = (value) =>
  PROXY_ROTATIONS.some((rotation) => rotation === value) ? undefined : PROXY_ROTATIONS.join(' or ');

const rate: Check = (value) =>
  typeof value === 'number' && value >= 0.01 && value <= 1000 ? undefined : 'a number from 0.01 to 1000';

const robotsPolicy: Check = (value) =>
  ROBOTS_POLICIES.some((policy) => policy === value) ? undefined : ROBOTS_POLICIES.join(' or ');

const sitePattern = matching(/^(?:\*\.)?[\w.-]+$/, 'a host such as example.com or *.example.com');

const leftOut: Check = (value) => (LEFT_OUT.some((kind) => kind === value) ? undefined : LEFT_OUT.join(' or '));

const logFormat: Check = (value) =>
  LOG_FORMATS.some((format) => format === value) ? undefined : LOG_FORMATS.join(' or ');

/** All settings. `npm run service:tables` writes the type `Settings` and the table of the README from them. */
export const settingTable: { readonly [Name in keyof Settings]: Setting<Settings[Name]> } = {
  port: {
    type: 'number',
    description: 'Where to listen; 0 takes any port that is free.',
    default: 0,
    programDefault: 3002,
    placeholder: 'PORT',
    check: wholeNumber(0, 65535),
  },
  host: {
    type: 'string',
    description: 'The address to listen at. Anything but loopback opens the server to the network.',
    default: '127.0.0.1',
    placeholder: 'ADDRESS',
    check: matching(/^[\w.:-]+$/, 'an IP address or host name without a port'),
  },
  allowedHosts: {
    type: 'list',
    description:
      'Other host names by which clients may call this server, besides loopback and the address to listen at.',
    default: [],
    flag: 'allowed-host',
    placeholder: 'NAME',
    check: matching(/^[\w.-]+$/, 'a host name without a port'),
  },
  allowedOrigins: {
    type: 'list',
    description:
      'The origins of web pages that may call the API from a browser, such as `http://localhost:5173`. Without any, only the pages of this server may.',
    default: [],
    flag: 'allowed-origin',
    placeholder: 'ORIGIN',
    check: origin,
  },
  publicUrl: {
    type: 'string',
    description:
      'The address at which clients reach this server through a reverse proxy, such as `https://trawl.example.com`. All links in responses begin with it, and the server answers by its name.',
    default: undefined,
    placeholder: 'URL',
    isUrl: true,
    check: origin,
  },
  trustedProxies: {
    type: 'list',
    description:
      'The IP addresses or ranges of reverse proxies, such as `10.0.0.0/8`. By what they say in `X-Forwarded-For` or `Forwarded`, callers without a key are told apart. What they say in `X-Forwarded-Host` and `X-Forwarded-Proto` counts where there is no public URL.',
    default: [],
    flag: 'trusted-proxy',
    placeholder: 'ADDRESS',
    check: addressRange,
  },
  storage: {
    type: 'string',
    description: 'The file to keep everything in. Without it, all is lost at the end.',
    default: undefined,
    placeholder: 'FILE',
    check: nonEmptyText('the path of a file'),
  },
  database: {
    type: 'string',
    description:
      'The database of PostgreSQL to keep everything in, in place of a file: `postgres://user:password@host/name`. The variables `PGPASSWORD`, `PGSSLMODE` and others count as usual. It needs the package `pg`.',
    default: undefined,
    placeholder: 'URL',
    isSecret: true,
    check: matching(/^postgres(?:ql)?:\/\//, 'a URL that begins with postgres://'),
  },
  databaseConnections: {
    type: 'number',
    description: 'Connections to that database at once, of this process.',
    default: 10,
    placeholder: 'NUMBER',
    check: wholeNumber(2, 1000),
  },
  maxStorage: {
    type: 'number',
    description:
      'Megabytes of data. Beyond them, the oldest pages, scrapes and ended jobs are forgotten of the team that has most, every ten minutes. With PostgreSQL, its indexes and the space that it has not used again come on top.',
    default: undefined,
    placeholder: 'MEGABYTES',
    check: wholeNumber(16, 1_048_576),
  },
  pageRetentionDays: {
    type: 'number',
    description:
      'Days that pages are kept after they were seen last: copies, the index, versions for change tracking, and what a model said of them. By default they stay.',
    default: undefined,
    placeholder: 'DAYS',
    check: wholeNumber(1, 36_500),
  },
  leaveOut: {
    type: 'list',
    description:
      'What is not kept of the pages that are read: `copies`, so that each call fetches its page again, or `index`, so that searches find none of them. Copies are a fifth of what a page takes, and the index is half of it.',
    default: [],
    placeholder: LEFT_OUT.join('|'),
    check: leftOut,
  },
  recordRetentionDays: {
    type: 'number',
    description: 'Days that the activity of teams, with its credits, and feedback are kept. By default they stay.',
    default: undefined,
    placeholder: 'DAYS',
    check: wholeNumber(32, 36_500),
  },
  role: {
    type: 'NodeRole',
    description:
      'What this process does among those that share a database: `api` answers calls, `worker` does the tasks of jobs, `all` does both.',
    default: 'all',
    placeholder: NODE_ROLES.join('|'),
    check: (value) =>
      (NODE_ROLES as readonly unknown[]).includes(value) ? undefined : `one of ${NODE_ROLES.join(', ')}`,
  },
  nodeUrl: {
    type: 'string',
    description:
      'The address at which the other processes of that database reach this one, such as `http://10.0.0.7:3002`: they pass calls to its browser sessions on. By default the port and address at which it listens, or the first address of the machine.',
    default: undefined,
    placeholder: 'URL',
    isUrl: true,
    check: origin,
  },
  apiKeys: {
    type: 'list',
    description:
      'API keys that clients may use, each a team of its own. With these or an admin key, every call needs a key except the four keyless ones and signed uploads. `trawl-local keys` manages keys without a restart.',
    default: [],
    flag: 'api-key',
    placeholder: 'KEY',
    isSecret: true,
    check: key,
  },
  adminKey: {
    type: 'string',
    description:
      'The key for the routes at `/_local`, which manages the keys of teams too. It must not be an API key. Where there are API keys and no admin key, these routes are closed, except those for probes and `GET /_local/capabilities`.',
    default: undefined,
    placeholder: 'KEY',
    isSecret: true,
    check: key,
  },
  keylessCalls: {
    type: 'number',
    description: 'Calls without a key per day, where calls need a key.',
    default: 100,
    placeholder: 'NUMBER',
    check: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  credits: {
    type: 'number',
    description: 'Credits per month; calls beyond are refused. Without it, credits are counted but unlimited.',
    default: undefined,
    placeholder: 'NUMBER',
    check: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  },
  webhookSecret: {
    type: 'string',
    description: 'The secret that webhooks are signed with.',
    default: undefined,
    placeholder: 'SECRET',
    isSecret: true,
    check: nonEmptyText('a secret that is not empty'),
  },
  allowPrivateNetworks: {
    type: 'boolean',
    description: 'Whether pages of this machine and of private networks may be read.',
    default: false,
    check: boolean,
  },
  paused: {
    type: 'boolean',
    description:
      'Whether to start at rest: what is stored can be read, and nothing runs, is fetched or sent until the operator says so.',
    default: false,
    check: boolean,
  },
  offline: {
    type: 'boolean',
    description: 'Whether to use no network: only pages that were fetched before are served.',
    default: false,
    check: boolean,
  },
  proxies: {
    type: 'list',
    description:
      'Proxies that fetches and the browser go out through: `http://user:password@host:port`, `https://…` or `socks5://…`. What one is for stands behind it, such as `#country=DE` or `#hosts=*.example.com`.',
    default: [],
    flag: 'proxy',
    placeholder: 'URL',
    isSecret: true,
    check: proxy,
  },
  proxyRotation: {
    type: 'ProxyRotation',
    description:
      'Whether all requests to a `host` leave through the same proxy, or each `request` through the next one.',
    default: 'host',
    placeholder: 'UNIT',
    check: proxyRotation,
  },
  userAgent: {
    type: 'string',
    description: 'The name that sites get in `User-Agent`. Its first word is the name for robots.txt.',
    default: `TrawlLocal/${VERSION}`,
    defaultInWords: '`TrawlLocal/` and its version',
    placeholder: 'NAME',
    check: matching(/^[A-Za-z][\w.-]*(?:[/ ][\x20-\x7e]*)?$/, 'a name such as ExampleBot/1.0'),
  },
  contact: {
    type: 'string',
    description: 'A web page or an address of mail for the operators of sites, which follows the name in `User-Agent`.',
    default: undefined,
    placeholder: 'CONTACT',
    check: matching(/^[\x21-\x27\x2a-\x7e]+$/, 'a URL or an address of mail'),
  },
  hostRate: {
    type: 'number',
    description: 'Requests a second to one host, of all teams together. Without it, they are not limited.',
    default: undefined,
    placeholder: 'NUMBER',
    check: rate,
  },
  fetchRetries: {
    type: 'number',
    description:
      'How often a page is fetched again when its site is busy (429, 502, 503, 504) or cuts the connection: after the time that the site states, or after pauses that grow, as long as the caller waits.',
    default: 0,
    programDefault: 2,
    placeholder: 'NUMBER',
    check: wholeNumber(0, 10),
  },
  robots: {
    type: 'RobotsPolicy',
    description:
      'Whether crawls heed robots.txt: `always`, `never`, or as `callers` say, who may ignore it by an option.',
    default: 'callers',
    placeholder: 'WHEN',
    check: robotsPolicy,
  },
  allowedSites: {
    type: 'list',
    description: 'The only hosts that are read, such as `example.com` and `*.example.com`. Without any, all are.',
    default: [],
    flag: 'allow-site',
    placeholder: 'HOST',
    check: sitePattern,
  },
  deniedSites: {
    type: 'list',
    description: 'Hosts that are not read, such as `example.com` and `*.example.com`.',
    default: [],
    flag: 'deny-site',
    placeholder: 'HOST',
    check: sitePattern,
  },
  recordings: {
    type: 'string',
    description: 'A folder for recordings of all fetches. A recorded fetch is answered from it when it is repeated.',
    default: undefined,
    placeholder: 'DIR',
    check: nonEmptyText('the path of a folder'),
  },
  seed: {
    type: 'string',
    description:
      'A folder of pages that the service knows when it starts: one folder for each host, laid out like its paths.',
    default: undefined,
    placeholder: 'DIR',
    check: nonEmptyText('the path of a folder'),
  },
  browser: {
    type: 'string',
    description:
      'The Chromium that renders pages: the path of its program, the address of one that runs (CDP), or `off`. By default `CHROME_PATH`, or one on the `PATH`, in the usual folders, or downloaded by Playwright or Puppeteer: a headless shell before a whole browser.',
    default: undefined,
    defaultInWords: 'the one that is found',
    placeholder: 'BROWSER',
    isUrl: true,
    check: nonEmptyText('the path of a Chromium, the address of one that runs, or off'),
  },
  loadPictures: {
    type: 'boolean',
    description:
      'Whether pages load pictures, fonts and media where nobody sees them: where no screenshot, action or session follows.',
    default: false,
    check: boolean,
  },
  ffmpeg: {
    type: 'string',
    description:
      'The program `ffmpeg` that makes the formats `audio` and `video`: its path, or `off`. `ffprobe` has to stand beside it.',
    default: undefined,
    defaultInWords: 'the one on the `PATH`',
    placeholder: 'PROGRAM',
    check: nonEmptyText('the path of ffmpeg, or off'),
  },
  ytDlp: {
    type: 'string',
    description:
      'The program `yt-dlp` that finds the media of more pages than those that state them: its path, or `off`.',
    default: undefined,
    defaultInWords: 'the one on the `PATH`',
    placeholder: 'PROGRAM',
    check: nonEmptyText('the path of yt-dlp, or off'),
  },
  mediaSize: {
    type: 'number',
    description: 'Megabytes of the media file of one page. A page with a larger one is refused.',
    default: 64,
    placeholder: 'MEGABYTES',
    check: wholeNumber(1, 256),
  },
  mediaMinutes: {
    type: 'number',
    description: 'Minutes that the media of one page may play. A page with longer ones is refused.',
    default: 60,
    placeholder: 'MINUTES',
    check: wholeNumber(1, 1_440),
  },
  mediaSeconds: {
    type: 'number',
    description: 'Seconds that the media of one page may take, within the `timeout` of its call.',
    default: 240,
    placeholder: 'SECONDS',
    check: wholeNumber(1, 300),
  },
  tesseract: {
    type: 'string',
    description:
      'The program `tesseract` that recognizes characters in scanned pages and in images: its path, or `off`.',
    default: undefined,
    defaultInWords: 'the one on the `PATH`',
    placeholder: 'PROGRAM',
    check: nonEmptyText('the path of tesseract, or off'),
  },
  pdftoppm: {
    type: 'string',
    description: 'The program `pdftoppm` that makes pictures of the pages of PDFs for that: its path, or `off`.',
    default: undefined,
    defaultInWords: 'the one on the `PATH`',
    placeholder: 'PROGRAM',
    check: nonEmptyText('the path of pdftoppm, or off'),
  },
  ocrLanguages: {
    type: 'list',
    description:
      'The languages to recognize, by the names of `tesseract`, such as `deu`. Each takes time for every page.',
    default: [],
    defaultInWords: 'all that are installed',
    flag: 'ocr-language',
    placeholder: 'LANGUAGE',
    check: matching(/^[A-Za-z]\w*$/, 'the name of a language of tesseract, such as eng'),
  },
  ocrSeconds: {
    type: 'number',
    description: 'Seconds that the characters of one file may take, within the `timeout` of its call.',
    default: 120,
    placeholder: 'SECONDS',
    check: wholeNumber(1, 300),
  },
  pageMemory: {
    type: 'number',
    description: 'Megabytes of memory that one page of the browser may take. A page that takes more is ended.',
    default: 1_024,
    placeholder: 'MEGABYTES',
    check: wholeNumber(128, 1_048_576),
  },
  browserMemory: {
    type: 'number',
    description:
      'Megabytes of memory that the browser may take with all pages. Beyond it, the page is ended that takes most.',
    default: defaultBrowserMemory,
    defaultInWords: 'half of the machine',
    placeholder: 'MEGABYTES',
    check: wholeNumber(256, 1_048_576),
  },
  allowCode: {
    type: 'boolean',
    description:
      'Whether callers may run code on the pages of their sessions. By default they may if the server listens on loopback alone, asks for no key, and has no other names and no allowed origins: then its callers are programs of this machine.',
    default: isOnlyForThisMachine,
    defaultInWords: 'on loopback without keys, other names and origins',
    check: boolean,
  },
  teamBrowsers: {
    type: 'number',
    description:
      'Teams that have a browser process of their own at once, beside the one that all teams share: for sessions, and for scrapes with actions or screenshots that a session can go on with. Without keys, all callers are one team and use one browser.',
    default: ({ browserMemory }) => defaultTeamBrowsers(browserMemory),
    defaultInWords: 'one for each 512 MB of `browserMemory`, at most 4',
    placeholder: 'NUMBER',
    check: wholeNumber(1, 100),
  },
  maxSessions: {
    type: 'number',
    description: 'Browser sessions at once, of all teams; 0 allows none.',
    default: 4,
    placeholder: 'NUMBER',
    check: wholeNumber(0, 100),
  },
  searchUrl: {
    type: 'string',
    description: 'The address of a SearXNG server to search the web with.',
    default: undefined,
    placeholder: 'URL',
    isUrl: true,
    check: httpUrl,
  },
  riskServiceUrl: {
    type: 'string',
    description:
      'The address of a service that tells the risk of URLs, for threat protection. `#protocol=web-risk` behind it is for one like the Web Risk API of Google.',
    default: undefined,
    placeholder: 'URL',
    isUrl: true,
    check: riskServiceUrl,
  },
  riskServiceKey: {
    type: 'string',
    description: 'The key for that service. It is sent to no other one.',
    default: undefined,
    placeholder: 'KEY',
    isSecret: true,
    check: key,
  },
  modelUrl: {
    type: 'string',
    description:
      'The base URL of a server of the chat-completions protocol, such as `http://127.0.0.1:11434/v1`. It gets text of pages.',
    default: undefined,
    placeholder: 'URL',
    isUrl: true,
    check: plainUrl,
  },
  modelName: {
    type: 'string',
    description: 'The name of the language model at that server.',
    default: undefined,
    placeholder: 'NAME',
    check: nonEmptyText('the name of a model'),
  },
  modelKey: {
    type: 'string',
    description: 'The key for that server. It is sent to no other one.',
    default: undefined,
    placeholder: 'KEY',
    isSecret: true,
    check: key,
  },
  modelTokens: {
    type: 'number',
    description: 'Tokens of the model per team and month. Without it, tokens are counted but unlimited.',
    default: undefined,
    placeholder: 'NUMBER',
    check: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  },
  drainSeconds: {
    type: 'number',
    description:
      'Seconds that calls in progress may take to end when the service stops. It answers new calls with 503 then. Calls that take longer get a 503 too.',
    default: 0,
    programDefault: 25,
    placeholder: 'SECONDS',
    check: wholeNumber(0, 3600),
  },
  check: {
    type: 'boolean',
    description: 'Whether responses are validated against the contract too.',
    default: false,
    check: boolean,
  },
  quiet: {
    type: 'boolean',
    description: 'Whether to write no log of requests.',
    default: false,
    check: boolean,
  },
  logFormat: {
    type: 'LogFormat',
    description: 'How lines of the log are written: `text` for people, `json` with one object a line for programs.',
    default: 'text',
    flag: 'log',
    placeholder: 'FORMAT',
    check: logFormat,
  },
};

/** A setting with the names that users give it. */
export interface NamedSetting {
  readonly name: keyof Settings;
  readonly flag: string;
  readonly variable: string;
  readonly setting: Setting;
}

const VARIABLE_PREFIX = 'TRAWL_LOCAL_';

export const namedSettings: readonly NamedSetting[] = (Object.keys(settingTable) as (keyof Settings)[]).map((name) => {
  const setting: Setting = settingTable[name];
  const flag = setting.flag ?? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const variable = VARIABLE_PREFIX + flag.replaceAll('-', '_').toUpperCase();
  return { name, flag, variable, setting };
});
