import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createDevToolsPipe, type DevToolsPipe } from './devtools-pipe.js';

/** A browser that this service has started, with a new profile. */
export interface StartedBrowser {
  readonly pipe: DevToolsPipe;
  /** The folder that is removed when the browser has ended. */
  readonly folder: string;
  /** The last that the browser has written to its standard error. */
  lastWords(): string;
  /** Resolves when the browser has ended, and its profile is removed. */
  readonly ended: Promise<void>;
  /** Ends the browser at once; resolves as `ended` does. */
  kill(): Promise<void>;
}

/** Where Chromium reads commands and writes its answers, when it is driven through a pipe. */
const COMMANDS_DESCRIPTOR = 3;
const ANSWERS_DESCRIPTOR = 4;

/** Characters of what the browser writes that are kept for an error. */
const MAX_WORDS = 2_000;

/** Starts the program, which takes commands through a pipe alone. */
export async function startBrowser(path: string, args: readonly string[]): Promise<StartedBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'trawl-browser-profile-'));
  const program = spawn(path, [...args, `--user-data-dir=${folder}`, '--remote-debugging-pipe'], {
    // Some browsers are started by a script. The process group of both is ended as a whole.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  const endWithService = () => {
    killGroup(program);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', endWithService);
  let isClosed = false;
  const ended = new Promise((resolve) => {
    program.once('close', resolve);
    // It cannot be started.
    program.once('error', resolve);
  }).then(async () => {
    isClosed = true;
    process.off('exit', endWithService);
    await removeFolder();
  });
  let words = '';
  program.stderr?.on('data', (text) => {
    words = `${words}${text}`.slice(-MAX_WORDS);
  });
  try {
    await once(program, 'spawn');
  } catch (error) {
    await ended;
    throw error;
  }
  // The types of Node.js know no more than three streams.
  const streams: readonly unknown[] = program.stdio;
  const commands = streams[COMMANDS_DESCRIPTOR] as Writable;
  const answers = streams[ANSWERS_DESCRIPTOR] as Readable;
  return {
    pipe: createDevToolsPipe(commands, answers),
    folder,
    lastWords: () => words,
    ended,
    kill() {
      if (!isClosed) killGroup(program);
      return ended;
    },
  };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
