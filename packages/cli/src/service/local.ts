import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

/** Starts the service on this machine, with the arguments of its own program. Returns its status when it ends. */
export async function runLocal(args: readonly string[]): Promise<number> {
  const require = createRequire(import.meta.url);
  const program = require.resolve('@trawl/local/package.json').replace(/package\.json$/, 'dist/cli.js');
  const child = spawn(process.execPath, [program, ...args], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both; another program may end only this one.
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', forward).on('SIGINT', () => {});
  const [status, signal] = await once(child, 'exit');
  process.off('SIGTERM', forward);
  return status ?? (signal ? 1 : 0);
}
