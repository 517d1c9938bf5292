import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DevTools, Resolve } from '../web/port-policy.js';
import type { DevToolsSession } from './devtools-sessions.js';
import type { BrowserPlace } from './find-browser.js';

/** The ports at which the browser of this server takes commands. */
export interface DevToolsPorts extends DevTools {
  /** Adds the port that the browser was told to listen at, as the flags of a distribution or a wrapper script may do. */
  learn(browser: Pick<DevToolsSession, 'send'>): Promise<void>;
}

/** @param resolve Default: the resolver of the system. */
export function createDevToolsPorts(place: BrowserPlace | undefined, resolve: Resolve = resolveByNode): DevToolsPorts {
  const address = place && 'address' in place ? new URL(place.address) : undefined;
  const hostname = address?.hostname.replace(/^\[|\]$/g, '');
  const ports = new Set(address ? [portOf(address)] : []);
  const names = new Set(hostname === undefined ? [] : [hostname]);

  /** The host may be another machine, which has other names than the one that the operator chose. */
  async function learnAddresses(): Promise<void> {
    if (hostname === undefined) return;
    for (const resolved of await resolve(hostname)) names.add(resolved.address);
  }

  // A name that does not resolve yet is resolved again when the browser starts, and until then there is no browser.
  const firstAddresses = learnAddresses().catch(() => {});
  return {
    get names() {
      return [...names];
    },
    has: (port) => ports.has(port),
    async learn(browser) {
      await firstAddresses;
      await learnAddresses().catch(() => {});
      const port = await listeningPort(browser);
      if (port !== undefined) ports.add(port);
    },
  };
}

const resolveByNode: Resolve = (hostname) => lookup(hostname, { all: true });

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' || protocol === 'wss:' ? 443 : 80));
}

/** Returns undefined for a browser that takes commands only through a pipe, or that does not show its command line. */
async function listeningPort(browser: Pick<DevToolsSession, 'send'>): Promise<number | undefined> {
  try {
    const { commandLine } = await browser.send('SystemInfo.getInfo');
    // The last of several flags counts.
    const [, port] = /^.* --remote-debugging-port=(\d+)/s.exec(commandLine) ?? [];
    if (port !== '0') return port === undefined ? undefined : Number(port);
    // The browser has chosen the port, and wrote it into its profile.
    const [, profile = ''] = /^.* --user-data-dir=(.+?)(?: --|$)/s.exec(commandLine) ?? [];
    const [chosen = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    return Number(chosen);
  } catch {
    // It has no such file without a port.
    return undefined;
  }
}
