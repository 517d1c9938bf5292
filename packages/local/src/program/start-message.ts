import { isLoopback } from '@trawl/base/loopback';
import { printableLine } from '@trawl/base/printable';
import { redactedUrl } from '@trawl/base/redacted-url';
import type { BrowserLookup } from '@trawl/browser/find-browser';
import { isOpen } from '../accounts/teams.js';
import { VERSION } from '../base/version.js';
import { describeModel } from '../model/model-description.js';
import type { Settings } from '../settings/settings.js';
import { storagePlace } from '../store/storage-place.js';

const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/** What the program says once it listens. */
export interface StartMessage {
  readonly headline: string;
  readonly url: string;
  /** The important settings by name, each in a few words. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** @param environment - Its proxies are those of programs, and none for pages: they resolve names past the rules for addresses. */
export function startMessage(
  url: string,
  settings: Settings,
  browser: BrowserLookup,
  environment: NodeJS.ProcessEnv = {},
): StartMessage {
  const unusedProxy = PROXY_VARIABLES.find((name) => environment[name]);
  const { adminKey, allowPrivateNetworks, host, offline, publicUrl, searchUrl, seed } = settings;
  const facts: StartMessage['facts'] = [
    ...(publicUrl === undefined ? [] : [['Public', publicUrl] as const]),
    ['Storage', storagePlace(settings) ?? 'none; all is forgotten at the end (--storage FILE keeps it)'],
    ['Keys', accessOf(settings)],
    ...(isOpen(settings) ? [] : [['Admin', admin(adminKey)] as const]),
    ['Pages', pages(offline, allowPrivateNetworks)],
    ...(unusedProxy === undefined || settings.proxies.length > 0
      ? []
      : [['Proxy', `none for pages; ${unusedProxy} is not used for them (--proxy URL)`] as const]),
    [
      'Search',
      searchUrl === undefined
        ? 'over the pages seen here (--search-url URL for the web)'
        : `the web, by ${redactedUrl(searchUrl)}`,
    ],
    ['Browser', browser.advice ? `${browser.about}; ${browser.advice}` : browser.about],
    ['Model', describeModel(settings)],
    ...(seed === undefined ? [] : [['Seed', seed] as const]),
    ...(isLoopback(host) ? [] : [['Note', `it listens at ${host}, so others on the network reach it too`] as const]),
  ];
  return { headline: `Trawl ${VERSION} serves the v2 Web Search and Scraping API at ${url}`, url, facts };
}

/** The message for people, in some lines. */
export function startText({ headline, facts }: StartMessage): string {
  const lines = facts.map(([name, value]) => `  ${name.padEnd(9)}${printableLine(value)}`);
  return `${headline}\n${lines.join('\n')}\n`;
}

/** The message for programs, as the fields of one entry of the log. */
export function startFields({ headline, url, facts }: StartMessage): Readonly<Record<string, string>> {
  const settings = facts.map(([name, value]) => [name.toLowerCase(), value]);
  return { message: headline, url, ...Object.fromEntries(settings) };
}

function accessOf({ adminKey, apiKeys, keylessCalls }: Settings): string {
  if (isOpen({ adminKey, apiKeys })) return 'none; open to all who reach it (--admin-key-file FILE)';
  const keys = apiKeys.length === 1 ? 'one key' : `${apiKeys.length} keys`;
  const exception = keylessCalls === 0 ? 'every call needs one' : 'few calls a day need no key';
  return `${apiKeys.length === 0 ? 'those of `trawl-local keys`' : keys}; ${exception}`;
}

function admin(adminKey: string | undefined): string {
  return adminKey === undefined
    ? '/_local is closed, except for its capabilities (--admin-key-file FILE opens it)'
    : '/_local asks for the admin key';
}

function pages(offline: boolean, allowPrivateNetworks: boolean): string {
  if (offline) return 'only those seen before; the network is left alone';
  return allowPrivateNetworks
    ? 'of all networks, private ones included'
    : 'of the public web; private networks are refused (--allow-private-networks)';
}
