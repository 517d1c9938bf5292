import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A browser that somebody has started, and that takes commands at a port. */
export interface RunningBrowser {
  /** The address of its DevTools protocol. */
  readonly address: string;
  readonly hasEnded: boolean;
  end(): Promise<void>;
}

export async function startBrowser(path: string): Promise<RunningBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'trawl-browser-'));
  const args = [
    '--headless',
    '--no-first-run',
    '--disable-background-networking',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    // Else it begins with a page of the network, and a driver that connects waits for it.
    'about:blank',
  ];
  // Debian starts its headless shell by a script, which ends alone when a signal is sent to it. So the browser gets a process
  // group of its own, which is ended as a whole.
  const program = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    program.once('error', reject);
    program.once('exit', () => reject(new Error(`The browser ended: ${said}`)));
    program.stderr.on('data', (text) => {
      said += text;
      const [found] = /ws:\S+/.exec(said) ?? [];
      if (found) resolve(found);
    });
  });
  return {
    address,
    get hasEnded() {
      return program.exitCode !== null;
    },
    async end() {
      // The standard error stays open until the last process of the group has ended.
      const ended = once(program, 'close');
      if (program.pid !== undefined) process.kill(-program.pid, 'SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
