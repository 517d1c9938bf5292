import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../packages/cli/dist/cli.js', import.meta.url));

/** What a command printed, and the status that it ended with. */
export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Runs the program as a script does: its three streams are pipes. */
export async function runTrawl(
  args: readonly string[],
  { input = '', env = {}, cwd }: Surroundings = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH: process.env.PATH ?? '', ...env }, cwd });
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status, stdout, stderr };
}

/** The same command line, for a shell. */
export const trawlInShell = (args: string): string => `'${process.execPath}' '${PROGRAM}' ${args}`;
