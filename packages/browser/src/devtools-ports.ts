import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { portOf } from '@trawl/base/url-port';
import { type OwnProgram, THIS_MACHINE } from '@trawl/web/port-policy';
import type { DevToolsSession } from './devtools-sessions.js';
import type { BrowserPlace } from './find-browser.js';

/**
 * The ports at which the browser of this server takes commands. A page that reached one could read files of the machine.
 */
export interface DevToolsPorts extends OwnProgram {
  /** Adds the port that the browser was told to listen at, as the flags of a distribution or a wrapper script may do. */
  learn(browser: Pick<DevToolsSession, 'send'>): Promise<void>;
}

export function createDevToolsPorts(place: BrowserPlace | undefined): DevToolsPorts {
  const address = place && 'address' in place ? new URL(place.address) : undefined;
  const hostname = address?.hostname.replace(/^\[|\]$/g, '');
  const ports = new Set(address ? [portOf(address)] : []);
  const names = hostname === undefined ? [] : [hostname];
  return {
    reason: 'is the browser of this server at that port, and only the server gives it commands.',
    hostsAt: (port) => (ports.has(port) ? [...names, THIS_MACHINE] : []),
    async learn(browser) {
      const port = await listeningPort(browser);
      if (port !== undefined) ports.add(port);
    },
  };
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
