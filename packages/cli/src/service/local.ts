import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { servicePackage } from './optional-packages.js';

/**
 * Starts the service on this machine, with the arguments of its own program, whose help calls it `trawl local` then. Returns its
 * status when it ends.
 *
 * @throws UsageError when the service is not installed.
 */
export async function runLocal(args: readonly string[]): Promise<number> {
  const { program } = await servicePackage();
  const child = spawn(process.execPath, [program, ...args], { argv0: 'trawl local', stdio: 'inherit' });
  // A terminal sends Ctrl-C to both; another program may end only this one.
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process
    .on('SIGTERM', forward)
    .on('SIGHUP', forward)
    .on('SIGINT', () => {});
  const [status, signal] = await once(child, 'exit');
  process.off('SIGTERM', forward).off('SIGHUP', forward);
  return status ?? (signal ? 1 : 0);
}
